#!/usr/bin/env python3
"""Checks the English of comments in Sources: what of Swift's API Design Guidelines a script can see.

    scripts/comments.py

A doc comment is a fragment that says what its declaration does, returns or is ("Returns ...", "Creates ...", "The bytes
that ..."), so it begins with none of WORDS; and no comment or message has one of PHRASES, for which a noun is clearer.

Exit codes: 0 nothing found, 1 something, by file and line.
"""
import argparse
import os
import re
import subprocess
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORDS = re.compile(r"(What|Whether|Nil|So|Why|Where|Whoever|How)\b")
PHRASES = re.compile(r"\b(whoever|nobody|somebody|as it should be)\b", re.I)


def findings(path):
    with open(os.path.join(HOME, path), encoding="utf-8") as file:
        lines = file.read().splitlines()
    begins = True
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text.startswith("///"):
            begins = True
        else:
            words = text[3:].strip()
            if begins and WORDS.match(words):
                yield number, "a doc comment begins with '%s': say what the declaration does, returns or is" % words.split()[0]
            begins = False
        found = PHRASES.search(text)
        if found:
            yield number, "'%s': say who or what" % found.group(0)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    listed = subprocess.run(["git", "ls-files", "Sources/*.swift"], cwd=HOME, check=True, capture_output=True, text=True).stdout
    found = ["%s:%d: %s" % (path, number, what) for path in listed.splitlines()
             for number, what in findings(path)]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
