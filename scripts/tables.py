#!/usr/bin/env python3
"""Makes the tables in METHODOLOGY.md and PHOTOS.md anew: each stands below a comment with the command that prints it.

    scripts/tables.py [--list] [WORD ...]

A table begins with <!-- table: COMMAND --> and ends with <!-- table end -->. With <!-- table NAME: COMMAND --> it has only
the rows that begin with NAME. WORDs choose the tables whose comment holds one of them. lab-run must be built (make build);
all tables take some minutes. Nothing is written unless every command succeeds.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

from block import HOME, read, replace

PAGES = [os.path.join(HOME, name) for name in ("METHODOLOGY.md", "PHOTOS.md")]
LAB = os.environ.get("LAB_RUN", os.path.join(HOME, ".build/release/lab-run"))
BLOCK = re.compile(r"(<!-- table(?: (?P<rows>[^:\n]+))?: (?P<command>[^\n]+?) -->\n\n).*?(\n<!-- table end -->)", re.S)


def table(command, rows):
    """The first Markdown table that a command prints."""
    words = shlex.split(command)
    with tempfile.TemporaryDirectory() as out:
        if words[0] == "lab-run":
            words = [LAB] + words[1:] + ["--quiet", "--out", out + "/rows.tsv"]
        ran = subprocess.run(words, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (command, ran.stderr))
    lines = re.search(r"(?:^\|.*\n)+", ran.stdout, re.M)
    if not lines:
        sys.exit("%s printed no table" % command)
    lines = lines.group().splitlines()
    return "\n".join(lines[:2] + [line for line in lines[2:] if rows is None or line.startswith("| " + rows)]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--list", action="store_true", help="name the commands and run none")
    parser.add_argument("words", nargs="*", metavar="WORD")
    flags = parser.parse_args()

    def renewed(block):
        title = block.group(1).strip()
        if flags.words and not any(word in title for word in flags.words):
            return block.group()
        print(title[5:-4], flush=True)
        if flags.list:
            return block.group()
        return block.group(1) + table(block.group("command"), block.group("rows")) + block.group(4)

    pages = []
    for path in PAGES:
        page = read(path)
        pages.append((path, page, BLOCK.sub(renewed, page)))
    for path, page, new in pages:
        replace(path, new)


main()
