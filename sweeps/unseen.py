#!/usr/bin/env python3
"""Makes the unseen traces of docs/unseen.md, on which no parameters were chosen.

    sweeps/unseen.py twenty FOLDER     for budget-priority, which hears the finger
    sweeps/unseen.py windows FOLDER    the twelve for windowed-lead, which only starts and stops
    sweeps/unseen.py people FOLDER     80 lookers and 80 readers

Beside them it writes sweeps/choosing.sweep with these traces instead of its own, as twenty.sweep and so on, and with those
of each kind of gestures, such as looker.sweep. The twenty and the twelve are those of unseen.tsv. The same bytes on
every machine, from lab-run trace synth. A parameter that is chosen by looking at them needs other seeds. FOLDER is below
the checkout, such as .build/unseen; each set has one of its own.
"""
import argparse
import collections
import csv
import os
import random
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scripts"))
from tables import HOME, read, run, write


def flings(draw, count, fastest):
    lines, way = [], draw.choice((1, 1, -1))
    for _ in range(count):
        lines.append("flick %d %d" % (way * draw.randint(500, fastest), draw.randint(44, 160)))
        lines.append("wait %d" % draw.randint(190, 650))
    return lines + ["rest %d" % draw.randint(100, 2500)]


def seek(draw):
    """Somebody who looks for a place: the scroll bar, taps on the status bar, and flings where they land."""
    lines = ["wait 600"]
    for _ in range(40):
        kind = draw.random()
        if kind < 0.5:
            lines += ["scrub %.3f %d" % (draw.random(), draw.randint(300, 1800)), "wait %d" % draw.randint(150, 2500)]
        elif kind < 0.65:
            lines += ["top", "wait %d" % draw.randint(200, 1500)]
        else:
            lines += flings(draw, draw.randint(1, 4), 4500)
    return lines


def layouts(draw):
    """Somebody who scrolls, changes the number of columns and turns the phone, at rest and in mid-fling."""
    lines = ["wait 600"]
    for _ in range(25):
        lines += flings(draw, draw.randint(1, 4), 3500)
        if draw.random() < 0.3:
            lines += ["flick %d" % draw.randint(800, 3500), "wait %d" % draw.randint(50, 600)]
        lines.append("rotate" if draw.random() < 0.3 else "columns %d" % draw.choice((3, 4, 4, 5, 6)))
        lines.append("wait %d" % draw.randint(200, 1200))
    return lines


def traces(which):
    """Name, kind, model, frames a second, seed and seconds of each."""
    if which == "people":
        return [("%s-%d" % (kind, seed), kind, ("ios", "android")[seed % 2], (60, 120)[seed // 2 % 2], seed, 300)
                for kind in ("looker", "reader") for seed in [*range(901, 917), *range(1301, 1365)]]
    rows = [(int(row["number"]), row["gestures"], row["physics"], int(row["hz"]), int(row["seed"]), 30)
            for row in csv.DictReader(read("sweeps/unseen.tsv").splitlines(), delimiter="\t") if row["set"] == which]
    if which == "twenty":
        rows.sort(key=lambda row: "browse hunt fast seek layouts".index(row[1]))
    return [("unseen-%02d-%s-%s-%d" % row[:4], *row[1:]) for row in rows]


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("set", choices=("twenty", "windows", "people"))
parser.add_argument("folder")
flags = parser.parse_args()
os.makedirs(os.path.join(HOME, flags.folder), exist_ok=True)
sweeps = collections.defaultdict(str)
for name, kind, model, hz, seed, seconds in traces(flags.set):
    path, draw = "%s/%s.scrolltrace" % (flags.folder, name), {"seek": seek, "layouts": layouts}.get(kind)
    how = "--script -" if draw else "--human %s --seed %d" % (kind, seed)
    if not os.path.exists(os.path.join(HOME, path)):
        run("lab-run trace synth --model %s --hz %d --seconds %d %s -o %s" % (model, hz, seconds, how, path),
            "\n".join(draw(random.Random(seed))) + "\n" if draw else None)
    sweeps[flags.set] += "trace %s\n" % path
    sweeps[kind] += "trace %s\n" % path
for name, lines in sweeps.items():
    write("%s/%s.sweep" % (flags.folder, name), re.sub("^trace .*\n", lines, read("sweeps/choosing.sweep"), flags=re.M))
