#!/usr/bin/env python3
"""Checks that every link between documents leads to a file, and to a heading of it.

    scripts/links.py     exit code 1 where a link is broken
"""
import argparse
import functools
import os
import re
import subprocess
import sys

from tables import HOME, read

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


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=HOME, check=True, capture_output=True, text=True).stdout
    found = [complaint for document in listed.split() if os.path.exists(os.path.join(HOME, document))
             for complaint in complaints(document)]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
