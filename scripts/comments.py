#!/usr/bin/env python3
"""Checks the English of comments in Sources: what of Swift's API Design Guidelines a script can see.

    scripts/comments.py

A doc comment is a fragment that says what its declaration does, returns or is ("Returns ...", "Creates ...", "The bytes
that ..."), so it begins with none of WORDS; and no comment or message has one of PHRASES, for which a noun is clearer.

Exit codes: 0 nothing found, 1 something, by file and line.
"""
import re

from tables import complain, parser_of, read, tracked

WORDS = re.compile(r"(What|Whether|Nil|So|Why|Where|Whoever|How)\b")
PHRASES = re.compile(r"\b(whoever|nobody|somebody|as it should be)\b", re.I)


def findings(path):
    begins = True
    for number, line in enumerate(read(path).splitlines(), 1):
        text = line.strip()
        words = text[3:].strip() if text.startswith("///") else ""
        if begins and WORDS.match(words):
            yield number, "a doc comment begins with '%s': say what the declaration does, returns or is" % words.split()[0]
        begins = not text.startswith("///")
        if found := PHRASES.search(text):
            yield number, "'%s': say who or what" % found.group(0)


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    complain(["%s:%d: %s" % (path, number, what) for path in tracked("Sources/*.swift") for number, what in findings(path)])
