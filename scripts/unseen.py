#!/usr/bin/env python3
"""Makes the traces that nobody looked at before a strategy's parameters were chosen (traces/UNSEEN.md).

    scripts/unseen.py FOLDER              the twenty for budget-priority, which hears the finger
    scripts/unseen.py --windows FOLDER    the twelve for windowed-lead, which only starts and stops

Gestures, physics, frames a second and seed of each stand here, and were committed before the first of them was made. The
same bytes on every machine, from lab-run trace synth. A parameter that is chosen by looking at them needs other seeds.
"""
import os
import random
import sys

import lab

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


def make(folder, windows=False):
    """Writes the traces that are not there yet; their paths."""
    os.makedirs(folder, exist_ok=True)
    paths = []
    for number, (kind, model, hz) in enumerate(WINDOWS if windows else TRACES, 1):
        seed = (9000 if windows else 19000) + number
        name = "unseen-%s-%s-%s-%d" % (seed if windows else "%02d" % number, kind, model, hz)
        path = os.path.join(folder, name + ".scrolltrace")
        paths.append(path)
        if os.path.exists(path):
            continue
        words = ["trace", "synth", "--model", model, "--hz", str(hz), "--seconds", str(SECONDS), "-o", path]
        script = {"seek": seek, "layouts": layouts}.get(kind)
        if script:
            lab.run(*words, "--script", "-", text="\n".join(script(random.Random(seed))) + "\n")
        else:
            lab.run(*words, "--human", kind, "--seed", str(seed))
    return paths


if __name__ == "__main__":
    folders = [word for word in sys.argv[1:] if word != "--windows"]
    if len(folders) != 1 or folders[0].startswith("-"):
        sys.exit(__doc__)
    print("\n".join(make(folders[0], "--windows" in sys.argv)))
