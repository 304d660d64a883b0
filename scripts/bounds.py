#!/usr/bin/env python3
"""How far a strategy is from the best possible: beside preheat2x, a clairvoyant and a proved bound, a row a trace.

    scripts/bounds.py [--strategy budget-priority] [--trace NAME ...] [--device NAME ...]

Two tables, of hits and of blank. All have the memory that preheat2x peaked at on that trace and device; the first frame is
left out. The gap is the way from none to the clairvoyant: `gap closed` is the strategy's share of it, `to the bound` its
share of the way to the bound, `-` where there is none. Nothing is decoded; each device has a process of its own.
"""
import argparse
import os
from concurrent.futures import ThreadPoolExecutor

import lab

METRICS = [("hits", "warm-hit-rate", "gap-hits-from-none", "%.1f %%"),
           ("blank", "warm-blank-ratio", "gap-blank-from-none", "%.2f %%")]
MARKS = ["preheat2x-", "", "clairvoyant-", "bound-"]


def figures(row, metric, gap):
    """What the four leave or hit, the share of the gap, and the share of the way to the bound."""
    values = [float(row[mark + metric]) for mark in MARKS]
    least, most = float(row["none-" + metric]), values[-1]
    whole = None if abs(most - least) < 1e-12 else (values[1] - least) / (most - least)
    return values + [float(row[gap]) if row[gap] else None, whole]


def table(found, strategy, title, metric, gap, form):
    """`found` has the rows of each device."""
    def line(name, values):
        return [name] + [form % (100 * value) for value in values[:-2]] + [
            "-" if value is None else "%.3f" % value for value in values[-2:]]

    lines, means, whole = [], [], []
    for device, rows in found.items():
        own = [figures(row, metric, gap) for row in rows]
        lines += [line("%s, %s" % (row["trace"], device), values) for row, values in zip(rows, own)]
        means.append(line("mean, " + device, [lab.mean(column) for column in zip(*own)]))
        whole += own
    if len(found) > 1:
        means.append(line("mean", [lab.mean(column) for column in zip(*whole)]))
    lab.show([title, "preheat2x", strategy, "clairvoyant", "bound", "gap closed", "to the bound"], lines + means)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--strategy", default="budget-priority")
    parser.add_argument("--trace", action="append")
    parser.add_argument("--device", action="append")
    flags = parser.parse_args()
    devices = flags.device or lab.settings("against-preheat2x", "device")
    words = ["--decode", "none", "--yardsticks", "tight", "-s", flags.strategy + ":budget=peak(preheat2x)"]
    words += lab.each("-t", flags.trace or sorted(lab.settings("against-preheat2x", "trace")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(devices, pool.map(lambda device: lab.rows(*words, "--device", device), devices)))
    for number, metric in enumerate(METRICS):
        if number > 0:
            print()
        table(found, flags.strategy, *metric)


main()
