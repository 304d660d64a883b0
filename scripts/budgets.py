#!/usr/bin/env python3
"""What more memory buys, a row a budget, over the shipped traces, six widths of phones and three decode costs.

    scripts/budgets.py tuning|other|retention [--budget TEXT ...]

tuning     budget-priority beside preheat2x, on the half of the traces on which the default budget was chosen
           (traces/UNSEEN.md). Images ready and blank area are means over the widths on decode-12ms, without the first frame.
           Cases above preheat2x's peak, and the most that one is above it, are over all decode costs
other      the other half of the traces
retention  fixed-window+lru on all traces: preheats that the budget refused

Counted in virtual time, some seconds.
"""
import argparse

import lab

RETENTION = ["3screens", "13/4screens", "7/2screens"]
BUDGETS = ["30MB", "3/2screens", "8/5screens", "5/3screens", "17/10screens", "7/4screens", "2screens"]
DEVICES = ["decode-4ms", "decode-12ms", "decode-30ms"]
# The sweeps leave out traces whose photos come and go.
HALVES = {"tuning": lab.settings("choosing", "trace") + ["library-changes"],
          "other": lab.settings("judging", "trace") + ["limited-access"]}


def sweep(traces, *words):
    return lab.rows("sweep", lab.sweep("phones"), *lab.each("-t", traces), *lab.each("--device", DEVICES), *words)


def ahead(budgets, traces):
    rows = sweep(traces, "-s", "preheat2x", "--vary", "budget-priority:budget=" + ",".join(budgets))
    case = lambda row: (row["trace"], row["screen"], row["device"])
    beside = {case(row): int(row["peak-bitmap-bytes"]) for row in rows if row["strategy"] == "preheat2x"}
    screens = dict.fromkeys(row["screen"] for row in rows)
    table = []
    for strategy in dict.fromkeys(row["strategy"] for row in rows):
        own = [row for row in rows if row["strategy"] == strategy]
        usual = [row for row in own if row["device"] == "decode-12ms"]
        widths = [lab.mean(float(row["warm-hit-rate"]) for row in usual if row["screen"] == screen) for screen in screens]
        ratios = [int(row["peak-bitmap-bytes"]) / beside[case(row)] for row in own]
        table.append([
            strategy, "%.1f %%" % (100 * lab.mean(widths)), "%.3f" % (min(widths) / max(widths)),
            "%.2f %%" % (100 * lab.mean(float(row["warm-blank-ratio"]) for row in usual)),
            "%d of %d" % (sum(ratio > 1 for ratio in ratios), len(ratios)), "%.2f" % max(ratios)])
    lab.show(["strategy", "images ready", "worst width / best", "blank area", "cases above", "most"], table)


def retention(budgets):
    table = []
    for budget in budgets:
        rows = sweep(HALVES["tuning"] + HALVES["other"], "-s", "fixed-window+lru:budget=" + budget)
        refused = [int(row["refused"]) for row in rows]
        table.append([
            budget, "{:,}".format(sum(refused)), "%d of %d" % (sum(count > 0 for count in refused), len(refused)),
            "%.1f %%" % (100 * lab.mean(float(row["warm-hit-rate"]) for row in rows))])
    lab.show(["budget", "refused preheats", "cases with one", "images ready"], table)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=["tuning", "other", "retention"])
    parser.add_argument("--budget", action="append")
    flags = parser.parse_args()
    if flags.table == "retention":
        retention(flags.budget or RETENTION)
    else:
        ahead(flags.budget or BUDGETS, HALVES[flags.table])


main()
