#!/usr/bin/env python3
"""Makes the traces that nobody looked at before a strategy's parameters were chosen (traces/UNSEEN.md).

    scripts/unseen.py twenty FOLDER     for budget-priority, which hears the finger: twenty.sweep, and one for each kind
    scripts/unseen.py windows FOLDER    the twelve for windowed-lead, which only starts and stops: windows.sweep
    scripts/unseen.py people FOLDER     80 lookers and 80 readers: looker.sweep, reader.sweep

Each sweep is sweeps/choosing.sweep with these traces.

Gestures, physics, frames a second and seed of each stand here, and were committed before the first of them was made. The
same bytes on every machine, from lab-run trace synth. A parameter that is chosen by looking at them needs other seeds.
FOLDER is below the checkout, such as .build/unseen.
"""
import os
import random
import re
import sys

from tables import HOME, read, run, write

SECONDS = 30
# Kind of gestures, model of physics, frames a second; the seed is 19,000 and the number of the line, from 1 on.
TRACES = [
    ("browse", "ios", 120), ("hunt", "ios", 120), ("fast", "ios", 120),
    ("browse", "ios", 60), ("hunt", "ios", 60), ("fast", "ios", 60),
    ("browse", "android", 60), ("hunt", "android", 60), ("fast", "android", 60),
    ("browse", "chromium", 60), ("hunt", "chromium", 60), ("fast", "chromium", 60),
    ("seek", "ios", 60), ("seek", "ios", 120), ("seek", "android", 60), ("seek", "chromium", 60),
    ("layouts", "ios", 60), ("layouts", "ios", 120), ("layouts", "android", 60), ("layouts", "flutter", 60),
]
# For windowed-lead, from the seed 9001 on: each kind with each model once, the first six at 60 Hz, the others at 120.
WINDOWS = [(("browse", "hunt", "fast")[place % 3], ("ios", "ios-fast", "android", "chromium")[place % 4],
            (60, 120)[place // 6]) for place in range(12)]
# Five minutes each, iOS and Android in turn, 60 and 120 Hz.
JUDGES = [*range(901, 917), *range(1301, 1365)]


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


def synth(path, model, hz, seconds, how, text=None):
    if not os.path.exists(os.path.join(HOME, path)):
        run("lab-run trace synth --model %s --hz %d --seconds %d %s -o %s" % (model, hz, seconds, how, path), text)
    return path


def twenty(folder):
    """Paths by kind of gestures, and all."""
    found = {}
    for number, (kind, model, hz) in enumerate(TRACES, 1):
        seed, path = 19000 + number, "%s/unseen-%02d-%s-%s-%d.scrolltrace" % (folder, number, kind, model, hz)
        script = {"seek": seek, "layouts": layouts}.get(kind)
        if script:
            synth(path, model, hz, SECONDS, "--script -", "\n".join(script(random.Random(seed))) + "\n")
        else:
            synth(path, model, hz, SECONDS, "--human %s --seed %d" % (kind, seed))
        found.setdefault(kind, []).append(path)
    return found | {"twenty": sum(found.values(), [])}


def windows(folder):
    return {"windows": [
        synth("%s/unseen-%d-%s-%s-%d.scrolltrace" % (folder, seed, kind, model, hz), model, hz, SECONDS,
              "--human %s --seed %d" % (kind, seed)) for seed, (kind, model, hz) in enumerate(WINDOWS, 9001)]}


def people(folder):
    return {style: [
        synth("%s/%s-%d.scrolltrace" % (folder, style, seed), "android" if seed % 2 else "ios", 120 if seed // 2 % 2 else 60,
              300, "--human %s --seed %d" % (style, seed)) for seed in JUDGES] for style in ("looker", "reader")}


if __name__ == "__main__":
    sets = {make.__name__: make for make in (twenty, windows, people)}
    if len(sys.argv) != 3 or sys.argv[1] not in sets:
        sys.exit(__doc__)
    folder = sys.argv[2]
    os.makedirs(os.path.join(HOME, folder), exist_ok=True)
    for name, paths in sets[sys.argv[1]](folder).items():
        lines = "".join("trace %s\n" % path for path in paths)
        write("%s/%s.sweep" % (folder, name), re.sub("^trace .*\n", lines, read("sweeps/choosing.sweep"), flags=re.M))
