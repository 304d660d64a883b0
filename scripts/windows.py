#!/usr/bin/env python3
"""What starts and stops alone can do: a strategy that drives Photos, as a share of what foreseen-window does.

    scripts/windows.py [STRATEGY]

windowed-lead unless another one is named, beside preheat2x on three screens and three devices: on the shipped traces that
choose parameters, on those that judge, and on those that nobody had seen (traces/UNSEEN.md). Gaps are in hits and in blank,
from none to the clairvoyant at the peak of preheat2x; foreseen-window knows the trace and has that peak too.
"""
import os
import sys
import tempfile

import lab
import unseen

SCREENS = ["390x844@3", "375x667@2", "1024x1366@2"]
YARDSTICK, BEST = (name + ":budget=peak(preheat2x)" for name in ("foreseen-window", "clairvoyant"))


def main():
    strategy = (sys.argv[1:] + ["windowed-lead"])[0]
    if strategy.startswith("-") or len(sys.argv) > 2:
        sys.exit(__doc__)
    table = []
    with tempfile.TemporaryDirectory() as folder:
        sets = [("chose", lab.settings("choosing", "trace")), ("judge", lab.settings("judging", "trace")),
                ("unseen", unseen.make(os.path.join(folder, "unseen"), windows=True))]
        for screen in SCREENS:
            for title, traces in sets:
                found = lab.against(
                    "preheat2x", lab.sweep("against-preheat2x"), *lab.each("-s", ["none", "preheat2x", strategy, YARDSTICK, BEST]),
                    *lab.each("-t", traces), "--screen", screen)
                own, best = ([float(found[name][gap]) for gap in ("hit gap", "blank gap")] for name in (strategy, YARDSTICK))
                pairs = [own, best, [mine / most for mine, most in zip(own, best)]]
                table.append([title, screen, found[strategy]["cases no worse"]] + ["%.3f, %.3f" % tuple(pair) for pair in pairs])
    lab.show(["traces", "screen", "cases no worse", "gaps closed: hits, blank", "by foreseen-window", "share of that"], table, 2)


main()
