#!/usr/bin/env python3
"""Checks that every link between documents leads to a file, and to a heading of it.

    scripts/links.py     exit code 1 where a link is broken
"""
import functools
import os
import re

from tables import HOME, complain, parser_of, read, tracked

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


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    complain([complaint for document in tracked("*.md") for complaint in complaints(document)])
