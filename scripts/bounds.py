#!/usr/bin/env python3
"""The table of bounds in METHODOLOGY.md: a strategy at preheat2x's peak beside what the traces allow, a row a cell.

    scripts/bounds.py [--strategy budget-priority] TRACE ...

Each cell: warm hit % / warm blank %. lab-run must be built (make build), or LAB_RUN name another one; nothing is decoded.
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
MARKS = ["none", "preheat2x", "", "clairvoyant", "bound"]
GAPS = ["gap-hits-from-none", "gap-blank-from-none", "gap-hits-from-preheat2x"]


def rows(strategy, traces, device, out):
    command = [LAB, "--decode", "none", "--format", "csv", "--quiet", "--out", out, "--device", device]
    command += ["-s", strategy + ":budget=peak(preheat2x)"] + [word for trace in traces for word in ("-t", trace)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), ran.stderr))
    return list(csv.DictReader(io.StringIO(ran.stdout)))


def mark(row, name):
    """Shares of hits and of blank of a yardstick, or of the strategy itself."""
    return tuple(float(row[(name and name + "-") + metric]) for metric in ("warm-hit-rate", "warm-blank-ratio"))


def line(title, marks, gaps):
    cells = ["%.1f / %.2f" % (hits * 100, blank * 100) for hits, blank in marks]
    print("| %s |" % " | ".join([title] + cells + ["-" if gap is None else "%.3f" % gap for gap in gaps]))


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--strategy", default="budget-priority")
    parser.add_argument("trace", nargs="+")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as out:
        found = [row for device in DEVICES for row in rows(flags.strategy, flags.trace, device, out)]
    print("| cell | none | preheat2x | %s | clairvoyant | bound | hit gap closed | blank gap closed | preheat2x's hit gap "
          "closed |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|" % flags.strategy)
    gaps = [[float(row[name]) if row[name] else None for name in GAPS] for row in found]
    marks = [[mark(row, name) for name in MARKS] for row in found]
    for row, own, closed in zip(found, marks, gaps):
        line("%s %s" % (row["trace"], row["device"].removeprefix("decode-")), own, closed)
    means = [tuple(mean(own[place][axis] for own in marks) for axis in (0, 1)) for place in range(len(MARKS))]
    line("mean", means, [mean(column) for column in zip(*gaps)])


main()
