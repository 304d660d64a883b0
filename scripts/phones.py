#!/usr/bin/env python3
"""The table of README.md over phones: strategies at their defaults, six widths, every shipped trace.

    scripts/phones.py [--fit eighth|fill|crop] [--pixels bgra|yuv420] | scripts/block.py README.md phones

Means over traces: images ready when their cell appears (after the first frame), and the mean peak of bitmap memory. Counted
in virtual time by `lab-run sweep sweeps/phones.sweep`. LAB_RUN names another lab-run.
"""
import csv
import os
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAB = os.environ.get("LAB_RUN", HOME + "/.build/release/lab-run")
STRATEGIES = ["budget-priority", "fixed-window", "windowed-lead", "preheat2x", "lru", "none"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "phones.tsv")
        ran = subprocess.run(
            [LAB, "sweep", HOME + "/sweeps/phones.sweep", "--quiet", "--out", path] + sys.argv[1:], capture_output=True,
            text=True)
        if ran.returncode:
            sys.exit(ran.stderr)
        with open(path, encoding="utf-8") as file:
            rows = list(csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"))
    screens = list(dict.fromkeys(row["screen"] for row in rows))
    print("| images ready, %; peak, MB | " + " | ".join(screen.replace("x", " x ", 1) for screen in screens) + " |")
    print("|---|" + "---:|" * len(screens))
    for strategy in STRATEGIES:
        cells = []
        for screen in screens:
            own = [row for row in rows if row["strategy"] == strategy and row["screen"] == screen]
            mean = lambda name: sum(float(row[name]) for row in own) / len(own)
            cells.append("%.0f; %.1f" % (100 * mean("warm-hit-rate"), mean("peak-bitmap-bytes") / 1e6))
        print("| `%s` | %s |" % (strategy, " | ".join(cells)))


if __name__ == "__main__":
    main()
