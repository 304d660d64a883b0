#!/usr/bin/env python3
"""Puts what the code says of policies, metrics and devices into DEFINITIONS.md, between the marks of each block.

    scripts/policies.py [--check]

A policy's rule is the comment above its type, in Sources/Strategies/Policies: write it there. Its parameters, the metrics
and the devices are those of `lab-run list --format json`.
With --check nothing is written: exit code 1 says that a block is stale.
"""
import glob
import os
import re
import sys
import textwrap

import lab
from block import HOME, read, update

DOCUMENT = "DEFINITIONS.md"
FILES = [
    "Sources/StrategyKit/NoPreheating.swift", "Sources/StrategyKit/Opportunistic.swift",
    "Sources/Strategies/Policies/*.swift"]
HEADER = re.compile(r"((?:^///.*\n)+)public struct (\w+): ([^{]*)\{", re.M)
ROLES = {  # Of protocols: the heading that policies of this role stand below.
    "CacheStrategy": "Strategies that decode ahead", "RankingStrategy": "Strategies that decode ahead",
    "RetentionPolicy": "Retention policies", "CoarsePolicy": "Thumbnails that stand in"}
YARDSTICKS = "Yardsticks, which know the trace or have no budget"


def headers():
    """By id: the heading that the policy stands below, its file, its type and the paragraphs of its comment."""
    found = {}
    for path in sorted(path for files in FILES for path in glob.glob(os.path.join(HOME, files))):
        source = read(path)
        for header in HEADER.finditer(source):
            name = re.search(r'\bid: "([^"]+)"', source[header.end():])
            roles = [ROLES[role] for role in re.findall(r"\w+", header.group(3)) if role in ROLES]
            if not name or not roles:
                continue
            lines = [line[3:].strip() for line in header.group(1).splitlines()]
            paragraphs = [" ".join(part.split("\n")).strip() for part in "\n".join(lines).split("\n\n")]
            found[name.group(1)] = (roles[0], os.path.relpath(path, HOME), header.group(2), paragraphs)
    return found


def cell(text):
    return str(text).replace("|", "\\|")


def table(titles, aligns, rows):
    return "\n".join(map(lab.line, [titles, aligns] + [[cell(text) for text in row] for row in rows]))


def policy(entry, path, kind, paragraphs):
    """One policy: where it stands, what its comment says, its parameters."""
    parts = ["#### `%s`" % entry["id"]]
    parts += [textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) for text in paragraphs]
    if entry["parameters"]:
        rows = [("`%s`" % spec["key"], spec["default"], spec["range"], spec["summary"]) for spec in entry["parameters"]]
        parts.append(table(["parameter", "default", "range", "meaning"], ["---"] * 4, rows))
    parts.append("The code: [`%s`](%s)." % (kind, path))
    return "\n\n".join(parts)


def policies():
    known, strategies = headers(), lab.listing("strategies")
    groups = {}
    for entry in strategies["strategies"] + strategies["coarse"]:
        if entry["id"] not in known:
            sys.exit("%s has no comment above its type, or its file is not in Sources/Strategies/Policies" % entry["id"])
        groups.setdefault(known[entry["id"]][0], []).append(entry)
    groups[YARDSTICKS] = lab.listing("bounds")["bounds"]
    blocks = []
    for title, entries in groups.items():
        blocks.append("### " + title)
        blocks += [policy(entry, *known[entry["id"]][1:]) for entry in entries]
    return "\n\n".join(blocks)


def metrics():
    """A table of the counted metrics and one of the measured ones."""
    rows = {"deterministic": [], "measured": []}
    for metric in lab.listing("metrics")["metrics"]:
        rows[metric["kind"]].append(("`%s`" % metric["id"], metric["unit"], metric["better"], metric["summary"]))
    titles, aligns = ["metric", "unit", "better", "meaning"], ["---"] * 4
    return "Deterministic:\n\n%s\n\nMeasured:\n\n%s" % tuple(
        table(titles, aligns, rows[kind]) for kind in ("deterministic", "measured"))


def devices():
    rows = [("`%s`" % device["name"], device["workers"], "{:,}".format(device["fixed-ns"]),
             "{:,}".format(device["ps-per-byte"]), "{:,}".format(device["ps-per-pixel"]),
             "{:,}".format(device.get("ps-per-reduced-pixel", 0)))
            for device in lab.listing("devices")["devices"] if device["name"] != "host"]
    return table(["device", "workers", "fixed, ns", "ps a byte", "ps a pixel", "ps a reduced pixel"],
                 ["---"] + ["---:"] * 5, rows)


def main():
    words = sys.argv[1:]
    if words not in ([], ["--check"]):
        sys.exit(__doc__)
    for name, make in (("devices", devices), ("policies", policies), ("metrics", metrics)):
        update(DOCUMENT, name, make(), check=bool(words))


if __name__ == "__main__":
    main()
