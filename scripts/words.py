#!/usr/bin/env python3
"""Checks the words of documents and of comments in Sources.

Every link between documents leads to a file, and to a heading of it. A doc comment is a fragment that says what its
declaration does, returns or is ("Returns ...", "Creates ...", "The bytes that ..."), by Swift's API Design Guidelines, so it
begins with none of WORDS; and no comment or message has one of PHRASES, for which a noun is clearer.

Exit codes: 0 nothing found, 1 something, by file and line.
"""
import functools
import os
import re
import sys

from tables import HOME, parser_of, read, tracked

LINK = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|srcset|href)=\"([^\"]+)\"")


@functools.cache
def anchors(path):
    """The names by which the headings of a document are linked to, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.*)$", re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def complaints(document):
    """Each link of a document that leads nowhere; links to other sites are not tried."""
    text = read(document)
    for match in LINK.finditer(text):
        link = match[1] or match[2]
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(document), name)) if name else document
        line = text.count("\n", 0, match.start()) + 1
        if not os.path.exists(os.path.join(HOME, path)):
            yield "%s:%d: %s: there is no %s" % (document, line, link, path)
        elif anchor and path.endswith(".md") and anchor not in anchors(path):
            yield "%s:%d: %s: %s has no such heading" % (document, line, link, path)


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
    found = [complaint for document in tracked("*.md") for complaint in complaints(document)]
    found += ["%s:%d: %s" % (path, number, what) for path in tracked("Sources/*.swift") for number, what in findings(path)]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))
