#!/usr/bin/env python3
"""What the finger is worth to budget-priority, and under which conditions it holds: the tables of RESULTS.md.

    scripts/signals.py sets        none, phase and all, on the traces that chose, that judge, and that nobody had seen
    scripts/signals.py kinds       the unseen traces by kind of gestures
    scripts/signals.py cells TRACE...   cells of shipped traces: without signals and with them
    scripts/signals.py screens     the unseen traces on three screens
    scripts/signals.py robust      the unseen traces under other workers, rates, costs and the cloud; changing content

All at preheat2x's peak in the same cell, on decode-4ms, decode-12ms and decode-30ms. The unseen traces are made anew
(scripts/unseen.py). lab-run must be built (make run).
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from block import HOME
import unseen

LAB = os.environ.get("LAB_RUN", os.path.join(HOME, ".build/release/lab-run"))
SWEEPS = [os.path.join(HOME, "sweeps", name + ".sweep") for name in ("choosing", "judging")]
OURS, BEST = "budget-priority:budget=peak(preheat2x)", "clairvoyant:budget=peak(preheat2x)"
DEVICES = {"decode-4ms": (166667, 16667, 5000, 2500), "decode-12ms": (500000, 50000, 15000, 7500),
           "decode-30ms": (1250000, 125000, 37500, 18750)}


def held(folder, traces, *more, best=True, sweep=SWEEPS[0]):
    """The champion's and preheat2x's rows of lab-run sweep --against preheat2x."""
    words = [LAB, "sweep", sweep, "--against", "preheat2x", "--quiet", "--format", "markdown",
             "--out", os.path.join(folder, "rows.tsv")]
    for strategy in ["none", "preheat2x", OURS] + ([BEST] if best else []):
        words += ["-s", strategy]
    for trace in traces:
        words += ["-t", trace]
    ran = subprocess.run(words + list(more), capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in
            re.search(r"(?:^\|.*\n)+", ran.stdout, re.M).group().splitlines()]
    rows = {row[0]: dict(zip(rows[0], row)) for row in rows[2:]}
    return rows[OURS], rows["preheat2x"]


def worse(row):
    good, all_cells = map(int, row["cells no worse"].split(" of "))
    return "%d of %d" % (all_cells - good, all_cells)


def gaps(row):
    return "%s, %s" % (row["hit gap"], row["blank gap"])


def show(head, rows):
    print("| " + " | ".join(head) + " |")
    print("| --- |" + " ---: |" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def sets(folder, fresh):
    rows = []
    for signals in ("none", "phase", "all"):
        row, lost = [signals], []
        for sweep, traces in ((SWEEPS[0], []), (SWEEPS[1], []), (SWEEPS[0], fresh)):
            ours, _ = held(folder, traces, "--signals", signals, sweep=sweep)
            row.append(gaps(ours))
            lost.append(worse(ours))
        rows.append(row + [", ".join(lost)])
    show(["signals", "chose", "judges", "unseen", "cells worse, each"], rows)


def kinds(folder, fresh):
    rows = []
    for kind in ("browse", "hunt", "fast", "seek", "layouts"):
        traces = [path for path in fresh if "-%s-" % kind in path]
        rows.append([kind, str(len(traces))] + [gaps(held(folder, traces, "--signals", signals)[0])
                                                for signals in ("none", "phase", "all")])
    show(["unseen", "traces", "none", "phase", "all"], rows)


def cells(folder, traces):
    rows = []
    for trace in traces:
        for device in DEVICES:
            rows.append([trace, device] + [gaps(held(folder, [trace], "--device", device, "--signals", signals)[0])
                                           for signals in ("none", "phase", "all")])
    show(["trace", "device", "none", "phase", "all"], rows)


def screens(folder, fresh):
    rows = []
    for screen in ("390x844@3", "375x667@2", "1024x1366@2"):
        none, _ = held(folder, fresh, "--screen", screen, "--signals", "none")
        ours, _ = held(folder, fresh, "--screen", screen)
        rows.append([screen, gaps(none), gaps(ours), worse(none), worse(ours)])
    show(["screen", "none", "all", "worse, none", "worse, all"], rows)


def device(folder, name, workers, percent):
    """A device file like a declared device, with so many workers and so much of its costs."""
    keys = ("fixed-ns", "ps-per-byte", "ps-per-pixel", "ps-per-reduced-pixel")
    values = {key: cost * percent // 100 for key, cost in zip(keys, DEVICES[name])}
    values.update({"schema": 1, "name": "%s-%d-%d" % (name, workers, percent), "workers": workers})
    path = os.path.join(folder, values["name"] + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(values, file)
    return path


def devices(folder, workers=2, percent=100):
    return [word for name in DEVICES for word in ("--device", device(folder, name, workers, percent))]


def resampled(folder, paths, hz):
    made = []
    for path in paths:
        made.append(os.path.join(folder, "%d-%s" % (hz, os.path.basename(path))))
        subprocess.run([LAB, "trace", "resample", path, "--hz", str(hz), "-o", made[-1]], check=True,
                       capture_output=True)
    return made


def robust(folder, fresh):
    changing = ["library-changes", "limited-access"]
    cases = [("two workers", fresh, [])]
    cases += [("%s workers" % word, fresh, devices(folder, count)) for word, count in (("three", 3), ("four", 4))]
    cases += [("%d Hz" % hz, resampled(folder, fresh, hz), []) for hz in (60, 120)]
    cases += [("costs %+d %%" % (percent - 100), fresh, devices(folder, 2, percent)) for percent in (70, 130)]
    cases += [("30 % in the cloud", fresh, ["--cloud", "30"]), ("changing content", changing, [])]
    rows = []
    for name, traces, more in cases:
        best = "--cloud" not in more and traces is not changing
        ours, window = held(folder, traces, *more, best=best)
        rows.append([name, "%s / %s" % (window["hit"], ours["hit"]),
                     "%s / %s" % (window["blank %"], ours["blank %"]), gaps(ours) if best else "-", worse(ours)])
    show(["preheat2x / budget-priority", "hits", "blank %", "gaps closed", "cells worse"], rows)


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in ("sets", "kinds", "cells", "screens", "robust"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "cells":
            cells(folder, sys.argv[2:])
        else:
            globals()[sys.argv[1]](folder, unseen.make(os.path.join(folder, "unseen")))


main()
