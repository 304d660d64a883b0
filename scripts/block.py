#!/usr/bin/env python3
"""Puts made text into a document, between the marks `<!-- NAME: begin -->` and `<!-- NAME: end -->`.

    scripts/block.py DOCUMENT NAME < TEXT
    scripts/block.py --check DOCUMENT NAME < TEXT    says whether it stands there already

The one writer of everything in our documents that is made: other scripts import `put` and `replace`.
"""
import os
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def put(page, name, text, document):
    """`page` with `text` between the marks of `name`."""
    begin, end = "<!-- %s: begin -->\n" % name, "<!-- %s: end -->\n" % name
    head, found, rest = page.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        sys.exit("%s has no marks %r and %r: put them back" % (document, begin.strip(), end.strip()))
    return head + begin + text.rstrip("\n") + "\n" + end + tail


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def replace(path, text):
    """Writes a file whole or not at all; nothing where it says that already."""
    if os.path.exists(path) and read(path) == text:
        return
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def update(document, name, text, check=False):
    """Puts a block into a document of this checkout; with `check`, only says whether it is there."""
    path = os.path.join(HOME, document)
    old = read(path)
    new = put(old, name, text, document)
    if check and new != old:
        sys.exit("%s: the block %s is not what its script makes: run the script" % (document, name))
    if not check:
        replace(path, new)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 2:
        sys.exit(__doc__)
    update(words[0], words[1], sys.stdin.read(), "--check" in sys.argv)
