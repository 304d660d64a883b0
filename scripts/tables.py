#!/usr/bin/env python3
"""Makes the generated parts of the documents anew: blocks of a document, and the tables of results/tables.

    scripts/tables.py [WORD ...]              make all blocks and files, or those whose page or command holds a word
    scripts/tables.py --check [WORD ...]      say which are stale; exit code 1 where one is; nothing is written

A block is a mark, <!-- table, with options on lines of their own, the command as code, and what its output
becomes, up to <!-- table end -->. The options:

    columns   of tables in Markdown: which columns, in which order; `new = old` gives one another heading. Tables that have
              all of these are joined; `screen`, `device` and `trace` are then those of the line above each table
    note      a regular expression: what it finds in the output stands below the table
    by        of rows of CSV or JSON: HEADING = EXPRESSION, a row for each different text but None
    cell      HEADING = FORMAT : EXPRESSION; ...: a column of means over a row of `by`; what is None or divides by zero is
              left out. Names of columns have `_` for what is neither letter nor digit
    across    every cell once for each value of this column, which its heading names
    format    the format that the command is asked for; without it csv where there is `by`, and markdown
    until     of other output, shown as code: the text at which it ends
    as        text: shown as the document's own

A row of results/tables/README.md names a file and its command: the tables of its output that have the columns of the first
one. Nothing is written unless every command succeeds. lab-run must be built (make build), or LAB_RUN name another one.
"""
import argparse
import collections
import csv
import functools
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAB = os.environ.get("LAB_RUN", os.path.join(HOME, ".build/release/lab-run"))
LAB = os.path.abspath(shutil.which(LAB) or LAB)
PAGES = ["README.md", "docs/results.md", "docs/definitions.md", "docs/strategies.md",
         "docs/architecture.md", "docs/traces.md"]
# A row a file: its name as a link, what it has, its command.
INDEX = "results/tables/README.md"
ENTRY = re.compile(r"^\| \[(\S+\.tsv)\]\(\S+\) \|.*\| `([^`]+)` \|$", re.M)
# Pictures: what `lab-run plot` is given. gnuplot's own files differ from one version to the next, and are not compared.
PICTURES = [
    "screen -s none -s preheat2x -s windowed-lead -s budget-priority --trace looker-ios-60 --delivery opportunistic",
    "compare -s none -s fixed-window -s preheat2x -s lru -s windowed-lead -s budget-priority --trace all "
    "--delivery opportunistic"]
BLOCK = re.compile(
    r"(?P<mark><!-- table\n(?P<options>(?:(?!-->).)*?)-->\n\n)"
    r"(?P<command>(?:    [^\n]*\n)+)\n(?P<body>(?:(?!<!-- table\n).)*?)\n?<!-- table end -->", re.S)
TABLE = re.compile(r"(?:^\|.*\n)+", re.M)
ABOVE = {"screen": re.compile(r" on (\S+) screens?[,:]"), "device": re.compile(r"traces on (\S+)\*\*$", re.M),
         "trace": re.compile(r"^\*\*([\w-]+): [0-9.]+ s,", re.M)}
OPTIONS = ("columns", "note", "by", "cell", "across", "until", "as", "format")


def read(path):
    with open(os.path.join(HOME, path), encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """A file of the checkout, whole or not at all; one that holds the text is left alone, so that a build goes on from it."""
    path = os.path.join(HOME, path)
    if os.path.exists(path) and read(path) == text:
        return
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def parser_of(text):
    """A parser of arguments whose help is the first comment of a script."""
    return argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)


def tracked(*patterns):
    """The files of the checkout that git knows, all or those of some patterns."""
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=HOME, check=True, capture_output=True, text=True).stdout
    return [path for path in listed.split("\0") if os.path.isfile(os.path.join(HOME, path))]


@functools.cache
def run(command, text=None):
    """What a command prints, given `text` to read; each runs once. Where it fails, the script ends with its message."""
    if "lab-run" in command and not os.access(LAB, os.X_OK):
        sys.exit("there is no %s: make build, or name another one in LAB_RUN" % LAB)
    with tempfile.TemporaryDirectory() as out:
        words = command
        if command.startswith(("lab-run sweep ", "lab-run -s ")) and "--out" not in command:
            words += " --quiet --out %s/rows.tsv" % out
        places = os.pathsep.join([os.path.dirname(LAB), os.environ.get("PATH", "")])
        ran = subprocess.run(words, shell=True, input=text, capture_output=True, text=True, cwd=HOME,
                             env=dict(os.environ, PATH=places, LAB_RUN=LAB, CACHELAB_HOME=HOME))
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (command, ran.stderr))
    return ran.stdout


def markdown(head, rules, rows):
    """A table; the rule of a column of numbers is ---:"""
    return "".join("| " + " | ".join(row) + " |\n" for row in [head, rules, *rows])


def parsed(command, text, page):
    """A command on one line, and the options of its mark, lists of what their lines say."""
    options = {}
    for option in text.strip().split("\n") if text.strip() else []:
        name, colon, value = (part.strip() for part in option.partition(":"))
        if not colon or name not in OPTIONS:
            sys.exit("%s: %r in the mark of %s: it has %s" % (page, option, command, ", ".join(OPTIONS)))
        values = [value] if name in ("by", "cell", "note") else [word.strip() for word in value.split(";")]
        options.setdefault(name, []).extend(values)
    return " ".join(command.replace("\\\n", " ").split()), options


def asked(command, kind):
    """A command that is asked for a format, where it has one to choose."""
    choosing = command.startswith(("lab-run sweep ", "lab-run -s ", "lab-run list ")) and "--format" not in command
    return command + " --format " + kind if choosing else command


def split(words):
    """What stands on both sides of =, or what stands there without one."""
    return [tuple(part.strip() for part in word.split(" = ", 1)) for word in words]


def cells(row):
    """The cells of a row as they are read: a lone * of a strategy's name is none of Markdown's."""
    return [re.sub(r"\\([*_#~])", r"\1", cell.strip()) for cell in row.strip("|").split("|")]


def chosen(text, columns, command):
    """One table of those that a command prints, the columns in this order."""
    found, rules, above, end = [], {}, {}, 0
    for match in TABLE.finditer(text):
        for name, words in ABOVE.items():
            above.update((name, value) for value in words.findall(text[end:match.start()]))
        end = match.end()
        head, rule, *rows = map(cells, match.group().splitlines())
        rules = dict(zip(head, rule)) | rules
        found += [above | dict(zip(head, row)) for row in rows]
    names = split(columns)
    rows = [[row[name[-1]] for name in names] for row in found if all(name[-1] in row for name in names)]
    if not rows:
        sys.exit("%s: no table has all of the columns %s" % (command, "; ".join(name[-1] for name in names)))
    return markdown([name[0] for name in names], [rules.get(name[-1], "---") for name in names], rows)


def value(text):
    """A number where it is one."""
    try:
        return float(text)
    except ValueError:
        return text or None


def facts(text):
    """The rows of CSV or JSON."""
    found = sum(json.loads(text).values(), []) if text.startswith("{") else csv.DictReader(io.StringIO(text))
    return [{re.sub(r"\W+", "_", key).strip("_"): value(text) for key, text in row.items()} for row in found]


def mean(expression, rows):
    """The mean of an expression over rows, or None."""
    code, values = compile(expression, expression, "eval"), []
    for row in rows:
        try:
            values.append(eval(code, {}, row))
        except (ZeroDivisionError, TypeError):
            pass
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def folded(spec, rows):
    """One cell over these rows: FORMAT : EXPRESSION; ..."""
    form, _, expressions = spec.partition(" : ")
    figures = [mean(expression.strip(), rows) for expression in expressions.split("; ")]
    return "-" if None in figures else form.strip().format(*figures)


def pivot(text, options):
    rows = facts(text)
    keys, specs = split(options["by"]), split(options.get("cell", []))
    across = options.get("across", [None])[0]
    columns = [(heading.format(**{across: which}) if across else heading, spec, which)
               for which in (dict.fromkeys(row[across] for row in rows) if across else [None]) for heading, spec in specs]
    groups = {}
    for row in rows:
        name = tuple(eval(code, {}, row) for _, code in keys)
        if None not in name:
            groups.setdefault(name, []).append(row)
    return markdown(
        [heading for heading, _ in keys] + [heading for heading, _, _ in columns],
        ["---"] * len(keys) + ["---:"] * len(columns),
        [list(name) + [folded(spec, [row for row in own if across is None or row[across] == which])
                       for _, spec, which in columns] for name, own in groups.items()])


def body(command, options):
    text = run(asked(command, options.get("format", ["csv" if "by" in options else "markdown"])[0]))
    if options.get("as") == ["text"]:
        return text
    if "by" in options:
        return pivot(text, options)
    if "columns" not in options:
        text = text.split(options["until"][0])[0] if "until" in options else text
        return "".join("    %s\n" % row if row else "\n" for row in text.rstrip().split("\n"))
    notes = [re.search(note, text)[0] for note in options.get("note", [])]
    return chosen(text, options["columns"], command) + "".join("\n%s\n" % note for note in notes)


def separated(command):
    """The tables of a command's output as one file of tab-separated values."""
    text = run(asked(command, "markdown"))
    head = cells(TABLE.search(text).group().split("\n", 1)[0])
    above = [name for name, words in ABOVE.items() if name not in head and len(set(words.findall(text))) > 1]
    table = chosen(text, above + head, command).splitlines()
    return "".join("\t".join(cell.strip(" `*") for cell in row.strip("|").split("|")) + "\n" for row in [table[0], *table[2:]])


def pictures(endings):
    """The plots' files by name. Without gnuplot `lab-run plot` ends in an error, and has written what is compared."""
    with tempfile.TemporaryDirectory() as out:
        for picture in PICTURES:
            for dark in ("", " --dark"):
                run("lab-run plot %s --out %s%s || ! command -v gnuplot >/dev/null" % (picture, out, dark))
        # One picture of each kind is shown.
        return {"plots/" + name: read(os.path.join(out, name)) for name in sorted(os.listdir(out))
                if os.path.exists(os.path.join(HOME, "plots", name)) and name.endswith(endings)}


def main():
    parser = parser_of(__doc__)
    parser.add_argument("--check", action="store_true", help="say what is stale, write nothing")
    parser.add_argument("words", nargs="*", metavar="WORD")
    flags = parser.parse_args()
    counts, files = collections.Counter(), {}

    def begun(title):
        """Whether it is asked for; it is made now."""
        wanted = not flags.words or any(word in title for word in flags.words)
        if wanted and not flags.check:
            print(title, flush=True)
        return wanted

    def judged(title, there, made):
        """What was made, beside what is there."""
        counts["up to date" if made == there else "stale"] += 1
        if flags.check and made != there:
            print("stale: " + title, flush=True)
        return made

    def renewed(block):
        command, options = parsed(block.group("command"), block.group("options"), page)
        title = "%s: %s" % (page, command)
        if not begun(title):
            return block.group()
        made = judged(title, block.group("body"), body(command, options))
        return "%s%s\n%s\n<!-- table end -->" % (block.group("mark"), block.group("command"), made)

    # Tables beside the pictures are made from the pictures' files.
    if begun("plots"):
        for path, text in pictures((".gp", ".tsv") if flags.check else "").items():
            judged(path, read(path), text)
            if not flags.check:
                write(path, text)
    for page in PAGES:
        files[page] = BLOCK.sub(renewed, read(page))
    for name, command in ENTRY.findall(read(INDEX)):
        path = os.path.join(os.path.dirname(INDEX), name)
        if begun("%s: %s" % (path, command)):
            files[path] = judged(path, read(path) if os.path.exists(os.path.join(HOME, path)) else "", separated(command))
    if flags.check:
        print(", ".join("%d are %s" % (count, what) for what, count in counts.items()), flush=True)
        sys.exit(counts["stale"] and "run scripts/tables.py with a lab-run built from this checkout, and commit what it writes")
    for path, text in files.items():
        write(path, text)


if __name__ == "__main__":
    main()
