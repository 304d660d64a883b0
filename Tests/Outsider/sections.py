#!/usr/bin/env python3
"""Replays scrolls over grids with sections, drawn from seeds, by the lab and by both programs here. Exit code 1 when any
number differs, or an event of those that the model writes.

    python3 Tests/Outsider/sections.py --lab-run .build/release/lab-run --seeds 0-59
"""
import argparse
import contextlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile

import model
import recompute
from sections_drawn import drawn

STRATEGIES = (
    "none", "fixed-window", "fixed-window:screens=1/3", "preheat2x", "preheat2x:height=3,delta=1/5", "lru",
    "lru:budget=3/4screens", "lru:budget=2MB,match=at-least", "preheat2x+lru:budget=5/3screens",
    "fixed-window+lru:budget=1MB", "none+opportunistic", "lru:budget=2screens+opportunistic",
    "preheat2x+opportunistic", "preheat2x+lru:budget=3/2screens+opportunistic",
)
# What the model does not replay is added up from its events alone.
COUNTED = ("windowed-lead", "budget-priority", "budget-priority:budget=1screens+opportunistic", "skewport", "uikit-prefetch")
SCREENS = (
    (), (), (), ("--viewport", "375x667", "--scale", "2"), ("--viewport", "430x932", "--scale", "3", "--columns", "3"),
    ("--columns", "5"))
# As lab-run takes them.
SCREEN_WORDS = {SCREENS[3]: "375x667@2", SCREENS[4]: "430x932@3:3", SCREENS[5]: "recorded:5"}
OTHERS = ((), (), ("--cells", "keep"), ("--cloud", "30:bandwidth=100kB"), ("--delivery", "fast"), ("--fit", "crop"))


def quiet(call, *arguments):
    """Exit code and output of one of the programs."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            code = call(*arguments)
        except SystemExit as exit:
            code = exit.code
    return code, said.getvalue()


def listing(lab_run, library, folder, known={}):  # noqa: B006
    """The list of a library, made once."""
    if library not in known:
        known[library] = os.path.join(folder, "list-%s.csv" % library[-1])
        command = [lab_run, "library", "list", "--format", "csv", *library]
        with open(known[library], "w", encoding="utf-8") as file:
            subprocess.run(command, check=True, stdout=file)
    return known[library]


def first_difference(ours, theirs):
    """The first line in which two event files differ, but for what only the lab says of them."""
    with open(ours, encoding="utf-8") as file:
        mine = [json.loads(line) for line in file][1:]
    with open(theirs, encoding="utf-8") as file:
        lab = [json.loads(line) for line in file][1:]
    for number, pair in enumerate(zip(mine, lab), start=2):
        if pair[0] != pair[1]:
            return "line %d: model %s, lab %s" % (number, *map(json.dumps, pair))
    return None if len(mine) == len(lab) else "model %d lines, lab %d" % (len(mine), len(lab))


def compare(lab_run, seed, folder):
    """What differs in the replays of one trace."""
    draw, trace = random.Random(-1 - seed), os.path.join(folder, "drawn-%d.scrolltrace" % seed)
    screen = draw.choice(SCREENS)
    asked = ("--screen", SCREEN_WORDS[screen]) if screen else ()
    limited = draw.randrange(6) == 0
    with open(trace, "w", encoding="utf-8") as file:
        file.write(drawn(seed, changes=not limited))
    if limited:
        access = ("--access", "limited:%d" % draw.randint(1, 200))
        screen, asked = screen + access, asked + access
    library = ("--library", "tiny", "--assets", str(draw.choice((4000, 4000, 300, 60))))
    listed = listing(lab_run, library, folder)
    for strategy in draw.sample(STRATEGIES, 4) + [draw.choice(COUNTED)]:
        other = draw.choice(OTHERS)
        if "fast" in other and ("coarse" in strategy or "opportunistic" in strategy):
            other = ()
        options = [*screen, *other]
        events, out = os.path.join(folder, "lab.jsonl"), os.path.join(folder, "out")
        name = "%s %s %s" % (trace, strategy, " ".join((*library, *options)))
        command = [lab_run, "-s", strategy, "-t", trace, "--decode", "none", "--quiet", "--events", events, "-o", out,
                   "--format", "json"]
        ran = subprocess.run(command + [*library, *asked, *other], capture_output=True, text=True)
        if ran.returncode:
            yield name, "lab-run: " + ran.stderr.strip()
            continue
        record = os.path.join(folder, "record.json")
        with open(record, "w", encoding="utf-8") as file:
            file.write(ran.stdout)
        sources = ["--trace", trace, "--library", listed, "--check", record]
        # A record does not say whether the width was told or is the trace's, which turns.
        if "--columns" not in screen or "--viewport" in screen:
            code, said = quiet(recompute.main, [*sources, "--events", events])
            yield name, "recompute: " + said.strip() if code else None
        if strategy in COUNTED:
            continue
        sources += ["--strategy", strategy, *library[2:], *options]
        # With thumbnails the model writes no events.
        ours = [] if "coarse" in strategy or "opportunistic" in strategy else [os.path.join(folder, "model.jsonl")]
        code, said = quiet(model.main, sources + ["--events"] * len(ours) + ours)
        found = "model: " + said.strip() if code else None
        yield name, found or first_difference(*ours, events) if ours else found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lab-run", required=True, help="the program")
    parser.add_argument("--seeds", default="0-59", help="first and last (0-59)")
    parser.add_argument("--keep", help="a folder for the traces; else none stay")
    arguments = parser.parse_args()
    first, last = map(int, arguments.seeds.split("-"))
    count = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(first, last + 1):
            for name, found in compare(arguments.lab_run, seed, arguments.keep or scratch):
                count += 1
                if found:
                    failed += 1
                    print("%s: %s" % (name, found))
    print("%d comparisons, %s unequal" % (count, failed or "none"))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
