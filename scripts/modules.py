#!/usr/bin/env python3
"""Prints the picture of the modules in ARCHITECTURE.md, from Package.swift, which the build keeps true.

An arrow goes from a module to one that it imports; what a module also reaches by a longer way is left out.
"""
import json
import re
import subprocess
import sys

from tables import HOME


def manifest():
    made = subprocess.run(["swift", "package", "dump-package"], cwd=HOME, capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(made.stderr)
    return json.loads(made.stdout)


def arrows(package):
    """Each module that is no test, with the modules and packages that it depends on."""
    found = {}
    for target in package["targets"]:
        # Tools that lab-run does not need stand in the table alone.
        if target["type"] == "test" or target["type"] == "executable" and target["name"] != "lab-run":
            continue
        names = set()
        for dependency in target["dependencies"]:
            names.add((dependency.get("byName") or dependency.get("target") or dependency.get("product"))[0])
        found[target["name"]] = names
    return found


def reach(found, name):
    """All that a module reaches, itself left out."""
    seen, rest = set(), [name]
    while rest:
        for below in found.get(rest.pop(), ()):
            if below not in seen:
                seen.add(below)
                rest.append(below)
    return seen


def picture(found):
    lines = ["```mermaid", "graph BT"]
    mark = lambda name: re.sub(r"\W", "_", name)
    for name in sorted(found):
        lines.append('  %s["%s"]' % (mark(name), name))
    for name in sorted({below for names in found.values() for below in names} - set(found)):
        lines.append('  %s(["%s"])' % (mark(name), name))
    for name in sorted(found):
        longer = set().union(*[reach(found, below) for below in found[name]])
        for below in sorted(found[name] - longer):
            lines.append("  %s --> %s" % (mark(below), mark(name)))
    return "\n".join(lines + ["```"])


print(picture(arrows(manifest())))
