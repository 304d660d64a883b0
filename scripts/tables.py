#!/usr/bin/env python3
"""Makes the tables in RESULTS.md and PHOTOS.md anew. Each table stands in a block that names its command.

    scripts/tables.py [WORD ...]              make all tables, or those whose mark holds one of the words
    scripts/tables.py --check [WORD ...]      say which tables are stale; exit code 1 where one is; nothing is written
    scripts/tables.py --list [WORD ...]       name the commands and run none
    scripts/tables.py --measured WORD ...     run measured blocks too; they take minutes and want an idle machine

A block begins with a mark and ends with <!-- table end -->:

    <!-- table: lab-run sweep sweeps/phones.sweep --against preheat2x --format markdown
    columns: screen; strategy; hit rate = hit
    rows: budget-priority*; none
    -->

The lines after the command may be left out:

    columns   which columns, in which order; `new = old` gives a column another heading, `new = 100 * old` makes a share
              percent. Several tables of one output that have all these columns are joined; `screen`, `device` and `trace`
              are then those of the line above each table
    rows      which rows: the first cell of the original table is one of these, `*` stands for any text
    below     `yes` keeps the sentences that the command prints below its table

Above the table the block shows the command, without `--format markdown`. Commands joined by && make one output. A block that
begins with <!-- measured: holds figures of one machine: time, memory of a process, what another program says. It is remade
with --measured alone, and never checked. Where a measured command prints no table the block has all of its output.

Nothing is written unless every command succeeds.
"""
import argparse
import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from decimal import Decimal

from block import HOME, read, replace
from lab import LAB, TABLE, cells, line

PAGES = [os.path.join(HOME, name) for name in ("RESULTS.md", "PHOTOS.md")]
BLOCK = re.compile(r"(?P<mark><!-- (?P<kind>table|measured): (?P<text>.*?)-->\n\n)(?P<body>(?:(?!<!-- table: |<!-- measured: ).)*?)\n?<!-- table end -->", re.S)
ABOVE = {"screen": re.compile(r" on (\S+) screens?[,:]"), "device": re.compile(r"traces on (\S+)\*\*$", re.M),
         "trace": re.compile(r"^\*\*([\w-]+): [0-9.]+ s,", re.M)}
TIMES = "100 * "
WIDTH = 116
OPTIONS = ("columns", "rows", "below")


def parsed(text, page):
    """The command of a mark and its options."""
    command, *words = text.strip().split("\n")
    options = {}
    for option in words:
        name, colon, value = option.partition(":")
        if not colon or name.strip() not in OPTIONS:
            sys.exit("%s: %r in the mark of %s: it has %s" % (page, option, command, ", ".join(OPTIONS)))
        options[name.strip()] = [word.strip() for word in value.split(";")]
    return command.strip(), options


KNOWN = {}


def output(command):
    """What a command prints; each runs once."""
    if command not in KNOWN:
        KNOWN[command] = run(command)
    return KNOWN[command]


def run(command):
    with tempfile.TemporaryDirectory() as out:
        parts = [part + " --quiet --out %s/rows%d.tsv" % (out, number) if part.startswith(("lab-run sweep ", "lab-run -"))
                 else part for number, part in enumerate(command.split(" && "))]
        places = os.pathsep.join([os.path.dirname(os.path.abspath(LAB)), os.environ.get("PATH", "")])
        ran = subprocess.run(" && ".join(parts), shell=True, capture_output=True, text=True, cwd=HOME,
                             env=dict(os.environ, PATH=places, LAB_RUN=os.path.abspath(LAB), CACHELAB_HOME=HOME))
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (command, ran.stderr))
    return ran.stdout


def tables(text):
    """Each table that a command printed: headings, alignment, rows, and the columns that the lines above tell."""
    found, above, end = [], {}, 0
    for match in TABLE.finditer(text):
        for name, words in ABOVE.items():
            above.update((name, value) for value in words.findall(text[end:match.start()]))
        end = match.end()
        found.append(tuple(map(cells, match.group().splitlines()[:2])) + (
            [cells(row) for row in match.group().splitlines()[2:]], dict(above)))
    return found


def chosen(text, options, command):
    """The table of a block, as Markdown."""
    found = tables(text)
    if not found:
        sys.exit("%s printed no table" % command)
    columns = options.get("columns", found[0][0])
    names = [tuple(part.strip() for part in column.split(" = ")) for column in columns]
    shares = [name[-1].startswith(TIMES) for name in names]
    names = [name[:-1] + (name[-1].removeprefix(TIMES),) for name in names]
    parts = [table for table in found if all(name[-1] in table[0] or name[-1] in table[3] for name in names)]
    if not parts:
        sys.exit("%s: no table has the columns %s; there are: %s" % (
            command, ", ".join(name[-1] for name in names), "; ".join(", ".join(table[0]) for table in found)))
    if "columns" not in options:
        parts = parts[:1]
    lines = [line(name[0] for name in names)]
    for number, (head, rule, rows, above) in enumerate(parts):
        added = [name for name in above if name not in head]
        places = [(head + added).index(name[-1]) for name in names]
        if number == 0:
            lines.append(line((rule + ["---"] * len(added))[place] for place in places))
        wanted = options.get("rows", ["*"])
        kept = [row for row in rows if any(fnmatch.fnmatchcase(row[0].strip("`"), pattern) for pattern in wanted)]
        for row in kept:
            row = row + [above[name] for name in added]
            lines.append(line(
                str(Decimal(row[place]).scaleb(2)) if share else row[place] for place, share in zip(places, shares)))
    if len(lines) == 2:
        sys.exit("%s: no row is one of %s" % (command, "; ".join(options["rows"])))
    return "\n".join(lines) + "\n"


def shown(command):
    """A command as the reader types it, broken where it is long."""
    command = command.replace(" --format markdown", "")
    if " && " in command and len(command) > WIDTH:
        return " && \\\n    ".join(map(shown, command.split(" && ")))
    lines = [""]
    for word in re.findall(r"(?:'[^']*'|\S)+", command):
        # An option stays with its value.
        if lines[-1] and len(lines[-1]) + len(word) + 1 > WIDTH - 6:
            head, space, last = lines[-1].rpartition(" ")
            lines[-1:] = [head, last + " " + word] if space and last.startswith("-") else [lines[-1], word]
        else:
            lines[-1] = (lines[-1] + " " + word).strip()
    return " \\\n      ".join(lines)


def body(kind, command, options):
    text = output(command)
    made = "    " + shown(command) + "\n\n"
    if kind == "measured" and not tables(text):
        return made + "".join("    %s\n" % row if row else "\n" for row in text.rstrip().split("\n"))
    made += chosen(text, options, command)
    below = text[[match.end() for match in TABLE.finditer(text)][-1]:].strip()
    return made + ("\n" + below + "\n" if options.get("below") == ["yes"] and below else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="name the commands and run none")
    parser.add_argument("--check", action="store_true", help="say which tables are stale, write nothing")
    parser.add_argument("--measured", action="store_true", help="run measured blocks too")
    parser.add_argument("words", nargs="*", metavar="WORD")
    flags = parser.parse_args()
    if flags.measured and (flags.check or not flags.words):
        parser.error("--measured wants a WORD that names the blocks, and goes without --check")
    if not flags.list and not os.access(LAB, os.X_OK):
        sys.exit("there is no %s: make build, or name another one in LAB_RUN" % LAB)
    stale, unchecked, fresh = [], [], 0

    def renewed(block):
        nonlocal fresh
        kind = block.group("kind")
        if flags.words and not any(word in block.group("mark") for word in flags.words):
            return block.group()
        command, options = parsed(block.group("text"), name)
        title = "%s: %s" % (name, " ".join(block.group("text").split()))
        if flags.list or (kind == "measured" and not flags.measured):
            if flags.list:
                print(("measured  " if kind == "measured" else "          ") + title)
            unchecked.append(title)
            return block.group()
        if not flags.check:
            print(title, flush=True)
        made = body(kind, command, options)
        if made == block.group("body"):
            fresh += 1
        else:
            stale.append(title)
        return block.group("mark") + made + "\n<!-- table end -->"

    pages = []
    for path in PAGES:
        name = os.path.basename(path)
        pages.append((path, BLOCK.sub(renewed, read(path))))
    if flags.list:
        return
    if not flags.check:
        for path, page in pages:
            replace(path, page)
        return
    for title in unchecked:
        print("measured, not checked: " + title)
    for title in stale:
        print("stale: " + title)
    print("%d tables are up to date, %d are stale, %d are measured and not checked" % (fresh, len(stale), len(unchecked)),
          flush=True)
    if stale:
        sys.exit("run scripts/tables.py with a lab-run built from this checkout, and commit what it writes")


if __name__ == "__main__":
    main()
