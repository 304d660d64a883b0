#!/usr/bin/env python3
"""Makes the traces that nobody looked at before a strategy's parameters were chosen (traces/UNSEEN.md).

    scripts/unseen.py twenty FOLDER     for budget-priority, which hears the finger: twenty.sweep, and one for each kind
    scripts/unseen.py windows FOLDER    the twelve for windowed-lead, which only starts and stops: windows.sweep
    scripts/unseen.py people FOLDER     80 lookers and 80 readers: looker.sweep, reader.sweep

Each sweep is sweeps/choosing.sweep with these traces. The twenty are those of the page's table, which was committed
before the first of them was made, as were the others here. The same bytes on every machine, from lab-run trace synth. A
parameter that is chosen by looking at them needs other seeds. FOLDER is below the checkout, such as .build/unseen.
"""
import os
import random
import re
import sys

from tables import HOME, read, run, write

# A row: number, kind of gestures, model of physics, frames a second, seed.
ROW = re.compile(r"^\| (\d+) \| (\w+) \| ([\w-]+) \| (\d+) \| (\d+) \|$", re.M)


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
    if which == "twenty":
        kinds = ("browse", "hunt", "fast", "seek", "layouts")
        for number, kind, model, hz, seed in sorted(ROW.findall(read("traces/UNSEEN.md")), key=lambda row: kinds.index(row[1])):
            yield "unseen-%02d-%s-%s-%s" % (int(number), kind, model, hz), kind, model, int(hz), int(seed), 30
    for place in range(12 if which == "windows" else 0):
        # Each kind with each model once, the first six at 60 Hz, the others at 120.
        kind, model, hz = ("browse", "hunt", "fast")[place % 3], ("ios", "ios-fast", "android", "chromium")[place % 4], (60, 120)[place // 6]
        yield "unseen-%d-%s-%s-%d" % (9001 + place, kind, model, hz), kind, model, hz, 9001 + place, 30
    for style in ("looker", "reader") if which == "people" else ():
        for seed in [*range(901, 917), *range(1301, 1365)]:
            yield "%s-%d" % (style, seed), style, ("ios", "android")[seed % 2], (60, 120)[seed // 2 % 2], seed, 300


def main(which, folder):
    os.makedirs(os.path.join(HOME, folder), exist_ok=True)
    sets = {} if which == "people" else {which: []}
    for name, kind, model, hz, seed, seconds in traces(which):
        path, draw = "%s/%s.scrolltrace" % (folder, name), {"seek": seek, "layouts": layouts}.get(kind)
        how = "--script -" if draw else "--human %s --seed %d" % (kind, seed)
        if not os.path.exists(os.path.join(HOME, path)):
            run("lab-run trace synth --model %s --hz %d --seconds %d %s -o %s" % (model, hz, seconds, how, path),
                "\n".join(draw(random.Random(seed))) + "\n" if draw else None)
        for each in [which] * (which != "people") + [kind] * (which != "windows"):
            sets.setdefault(each, []).append("trace %s\n" % path)
    for name, lines in sets.items():
        write("%s/%s.sweep" % (folder, name), re.sub("^trace .*\n", "".join(lines), read("sweeps/choosing.sweep"), flags=re.M))


if len(sys.argv) != 3 or sys.argv[1] not in ("twenty", "windows", "people"):
    sys.exit(__doc__)
main(*sys.argv[1:])
