#!/usr/bin/env python3
"""What the finger is worth to budget-priority, and under which conditions it holds: the tables of RESULTS.md.

    scripts/signals.py sets        none, phase and all, on the traces that chose, that judge, and that nobody had seen
    scripts/signals.py kinds       the unseen traces by kind of gestures
    scripts/signals.py cells TRACE...   cells of shipped traces: without signals and with them
    scripts/signals.py screens     the unseen traces on three screens
    scripts/signals.py robust      the unseen traces under other workers, rates, costs and the cloud; changing content

All at preheat2x's peak in the same cell, on decode-4ms, decode-12ms and decode-30ms. The unseen traces are made anew
(scripts/unseen.py).
"""
import json
import os
import sys
import tempfile

import lab
import unseen

SIGNALS = ("none", "phase", "all")
OURS, BEST = "budget-priority:budget=peak(preheat2x)", "clairvoyant:budget=peak(preheat2x)"


def held(traces, *more, best=True, sweep="choosing"):
    """The champion's and preheat2x's rows of lab-run sweep --against preheat2x."""
    strategies = ["none", "preheat2x", OURS] + [BEST] * best
    found = lab.against("preheat2x", lab.sweep(sweep), *lab.each("-s", strategies), *lab.each("-t", traces), *more)
    return found[OURS], found["preheat2x"]


def worse(row):
    good, all_cells = map(int, row["cases no worse"].split(" of "))
    return "%d of %d" % (all_cells - good, all_cells)


def gaps(row):
    return "%s, %s" % (row["hit gap"], row["blank gap"])


def by_signals(traces, *more):
    return [gaps(held(traces, "--signals", signals, *more)[0]) for signals in SIGNALS]


def sets(folder, fresh):
    rows = []
    for signals in SIGNALS:
        found = [held(traces, "--signals", signals, sweep=sweep)[0]
                 for sweep, traces in (("choosing", []), ("judging", []), ("choosing", fresh))]
        rows.append([signals] + [gaps(row) for row in found] + [", ".join(worse(row) for row in found)])
    lab.show(["signals", "chose", "judges", "unseen", "cases worse, each"], rows)


def kinds(folder, fresh):
    rows = []
    for kind in ("browse", "hunt", "fast", "seek", "layouts"):
        traces = [path for path in fresh if "-%s-" % kind in path]
        rows.append([kind, str(len(traces))] + by_signals(traces))
    lab.show(["unseen", "traces", *SIGNALS], rows)


def cells(traces):
    rows = [[trace, device] + by_signals([trace], "--device", device)
            for trace in traces for device in lab.settings("choosing", "device")]
    lab.show(["trace", "device", *SIGNALS], rows)


def screens(folder, fresh):
    rows = []
    for screen in ("390x844@3", "375x667@2", "1024x1366@2"):
        none, _ = held(fresh, "--screen", screen, "--signals", "none")
        ours, _ = held(fresh, "--screen", screen)
        rows.append([screen, gaps(none), gaps(ours), worse(none), worse(ours)])
    lab.show(["screen", "none", "all", "worse, none", "worse, all"], rows)


def devices(folder, workers=2, percent=100):
    """Options for the declared devices with so many workers and so much of their costs, written as files."""
    paths = []
    for known in lab.listing("devices")["devices"]:
        if known["name"] not in lab.settings("choosing", "device"):
            continue
        profile = {key: value * percent // 100 for key, value in known.items() if key not in ("name", "workers")}
        profile |= {"schema": 1, "name": "%s-%d-%d" % (known["name"], workers, percent), "workers": workers}
        paths.append(os.path.join(folder, profile["name"] + ".json"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            json.dump(profile, file)
    return lab.each("--device", paths)


def resampled(folder, paths, hz):
    made = [os.path.join(folder, "%d-%s" % (hz, os.path.basename(path))) for path in paths]
    for path, new in zip(paths, made):
        lab.run("trace", "resample", path, "--hz", str(hz), "-o", new)
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
        ours, window = held(traces, *more, best=best)
        rows.append([name, "%s / %s" % (window["hit"], ours["hit"]),
                     "%s / %s" % (window["blank %"], ours["blank %"]), gaps(ours) if best else "-", worse(ours)])
    lab.show(["preheat2x / budget-priority", "hits", "blank %", "gaps closed", "cases worse"], rows)


def main():
    tables = {"sets": sets, "kinds": kinds, "screens": screens, "robust": robust}
    if sys.argv[1:2] == ["cells"]:
        cells(sys.argv[2:])
    elif len(sys.argv) == 2 and sys.argv[1] in tables:
        with tempfile.TemporaryDirectory() as folder:
            tables[sys.argv[1]](folder, unseen.make(os.path.join(folder, "unseen")))
    else:
        sys.exit(__doc__)


main()
