#!/usr/bin/env python3
"""How far a strategy is from the best possible: beside preheat2x, a clairvoyant and a proved bound, a row a trace.

    scripts/bounds.py hits|blank [--strategy budget-priority] [--trace NAME ...] [--device NAME ...]

All have the memory that preheat2x peaked at on that trace and device; the first frame is left out. The gap is the way from
none to the clairvoyant: `gap closed` is the strategy's share of it, `to the bound` its share of the way to the bound, `-`
where there is none. lab-run must be built (make
build), or LAB_RUN name another one; nothing is decoded.
"""
import argparse
import csv
import io
import os
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAB = os.environ.get("LAB_RUN", HOME + "/.build/release/lab-run")
DEVICES = ["decode-4ms", "decode-12ms", "decode-30ms"]
TRACES = ["browse", "fastscroll", "flicks", "hunt", "ios-browse", "ios-fastscroll", "ios-flicks", "ios-hunt",
          "ios-overscroll", "open-photo", "scroll-to-top", "scrub", "zoom"]
METRICS = {"hits": ("warm-hit-rate", "gap-hits-from-none", "%.1f %%"),
           "blank": ("warm-blank-ratio", "gap-blank-from-none", "%.2f %%")}
MARKS = ["preheat2x", "", "clairvoyant", "bound"]


def rows(strategy, traces, device, out):
    command = [LAB, "--decode", "none", "--yardsticks", "tight", "--format", "csv", "--quiet", "--out", out, "--device", device]
    command += ["-s", strategy + ":budget=peak(preheat2x)"] + [word for trace in traces for word in ("-t", trace)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), ran.stderr))
    return list(csv.DictReader(io.StringIO(ran.stdout)))


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("metric", choices=METRICS)
    parser.add_argument("--strategy", default="budget-priority")
    parser.add_argument("--trace", action="append")
    parser.add_argument("--device", action="append")
    flags = parser.parse_args()
    metric, gap, form = METRICS[flags.metric]
    print("| trace and device | preheat2x | %s | clairvoyant | bound | gap closed | to the bound |\n|---|---:|---:|---:|---:|---:|---:|" %
          flags.strategy)

    def line(title, values):
        cells = [form % (100 * value) for value in values[:-2]]
        print("| %s |" % " | ".join([title] + cells + ["-" if value is None else "%.3f" % value for value in values[-2:]]))

    found = []
    means = []
    with tempfile.TemporaryDirectory() as out:
        for device in flags.device or DEVICES:
            own = []
            for row in rows(flags.strategy, flags.trace or TRACES, device, out):
                values = [float(row[(name and name + "-") + metric]) for name in MARKS]
                least, most = float(row["none-" + metric]), values[-1]
                whole = None if abs(most - least) < 1e-12 else (values[1] - least) / (most - least)
                own.append(values + [float(row[gap]) if row[gap] else None, whole])
                line("%s, %s" % (row["trace"], device), own[-1])
            means.append(("mean, " + device, [mean(column) for column in zip(*own)]))
            found += own
    for title, values in means:
        line(title, values)
    if len(means) > 1:
        line("mean", [mean(column) for column in zip(*found)])


main()
