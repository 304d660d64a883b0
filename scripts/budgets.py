#!/usr/bin/env python3
"""What more memory buys, a row a budget, over the shipped traces, six widths of phones and three decode costs.

    scripts/budgets.py tuning|other|retention [--budget TEXT ...]

tuning     budget-priority beside preheat2x, on the half of the traces on which the default budget was chosen: every second
           one by name. Images ready and blank area are means over the widths on decode-12ms, without the first frame. Cases
           above preheat2x's peak, and the most that one is above it, are over all decode costs
other      the other half of the traces
retention  fixed-window+lru on all traces: preheats that the budget refused

Counted in virtual time, some seconds; lab-run must be built (make build), or LAB_RUN name another one.
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
HALF = ["browse", "flicks", "interrupted", "ios-fastscroll", "ios-hunt", "library-changes", "open-photo", "rotation",
        "scrub", "ten-minutes"]
OTHER = ["fastscroll", "hunt", "ios-browse", "ios-flicks", "ios-overscroll", "limited-access", "promotion",
         "scroll-to-top", "tablet", "zoom"]
RETENTION = ["3screens", "13/4screens", "7/2screens"]
BUDGETS = ["30MB", "3/2screens", "8/5screens", "5/3screens", "17/10screens", "7/4screens", "2screens"]
SCREENS = ["375x667@2", "390x844@3", "393x852@3", "402x874@3", "430x932@3", "440x956@3"]
DEVICES = ["decode-4ms", "decode-12ms", "decode-30ms"]


def sweep(strategies, traces):
    with tempfile.TemporaryDirectory() as folder:
        words = [LAB, "sweep", "--fit", "fill"] + strategies
        for name, values in (("-t", traces), ("--device", DEVICES), ("--screen", SCREENS)):
            words += [word for value in values for word in (name, value)]
        words += ["--format", "csv", "--quiet", "--out", folder + "/rows.tsv"]
        ran = subprocess.run(words, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(words), ran.stderr))
    return list(csv.DictReader(io.StringIO(ran.stdout)))


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def ahead(budgets, traces):
    rows = sweep(["-s", "preheat2x", "--vary", "budget-priority:budget=" + ",".join(budgets)], traces)
    case = lambda row: (row["trace"], row["screen"], row["device"])
    beside = {case(row): int(row["peak-bitmap-bytes"]) for row in rows if row["strategy"] == "preheat2x"}
    print("| strategy | images ready | worst width / best | blank area | cases above | most |")
    print("|---|---:|---:|---:|---:|---:|")
    for strategy in dict.fromkeys(row["strategy"] for row in rows):
        own = [row for row in rows if row["strategy"] == strategy]
        usual = [row for row in own if row["device"] == "decode-12ms"]
        widths = [mean(float(row["warm-hit-rate"]) for row in usual if row["screen"] == screen) for screen in SCREENS]
        ratios = [int(row["peak-bitmap-bytes"]) / beside[case(row)] for row in own]
        print("| %s | %.1f %% | %.3f | %.2f %% | %d of %d | %.2f |" % (
            strategy, 100 * mean(widths), min(widths) / max(widths),
            100 * mean(float(row["warm-blank-ratio"]) for row in usual),
            sum(ratio > 1 for ratio in ratios), len(ratios), max(ratios)))


def retention(budgets):
    print("| budget | refused preheats | cases with one | images ready |\n|---|---:|---:|---:|")
    for budget in budgets:
        rows = sweep(["-s", "fixed-window+lru:budget=" + budget], HALF + OTHER)
        refused = [int(row["refused"]) for row in rows]
        print("| %s | %s | %d of %d | %.1f %% |" % (
            budget, "{:,}".format(sum(refused)), sum(count > 0 for count in refused), len(refused),
            100 * mean(float(row["warm-hit-rate"]) for row in rows)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("table", choices=["tuning", "other", "retention"])
    parser.add_argument("--budget", action="append")
    flags = parser.parse_args()
    if flags.table == "retention":
        retention(flags.budget or RETENTION)
    else:
        ahead(flags.budget or BUDGETS, HALF if flags.table == "tuning" else OTHER)


main()
