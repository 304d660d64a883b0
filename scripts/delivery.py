#!/usr/bin/env python3
"""The table of PHOTOS.md: waits and blank of strategies by delivery mode and share of photos in the cloud.

    scripts/delivery.py [--trace NAME ...] [--strategy TEXT ...] [--cloud TEXT ...]

A sweep each, without decoding, some seconds for all.
"""
import argparse

import lab

TITLES = ["trace", "strategy", "cloud %", "image p95", "blank ratio", "degraded p95", "final p95",
          "blank ratio, opportunistic", "fast p95", "blank ratio, fast", "downloads", "unwanted"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--trace", action="append")
    parser.add_argument("--strategy", action="append")
    parser.add_argument("--cloud", action="append")
    flags = parser.parse_args()
    words = lab.each("-t", flags.trace or ["fastscroll", "ios-fastscroll"])
    words += lab.each("-s", flags.strategy or ["none", "preheat2x"])
    clouds = flags.cloud or ["0", "30", "100"]
    # Of each share the rows in each mode, strategies changing fastest.
    found = [zip(*[lab.rows("sweep", "--delivery", mode, "--cloud", cloud, *words)
                   for mode in ("highquality", "opportunistic", "fast")]) for cloud in clouds]
    p95 = lambda row, name: "%.1f" % (int(row[name + "-p95"]) / 1e6)
    blank = lambda row: "%.4f" % float(row["blank-ratio"])
    table = []
    for cells in zip(*found):
        for cloud, (usual, soft, fast) in zip(clouds, cells):
            counts = ["0", "0"] if cloud.split(":")[0] == "0" else [
                "{:,}".format(int(usual[name])) for name in ("downloads", "unwanted-downloads")]
            table.append(
                [usual["trace"], usual["strategy"], cloud, p95(usual, "time-to-image"), blank(usual),
                 p95(soft, "time-to-first-image"), p95(soft, "time-to-image"), blank(soft),
                 p95(fast, "time-to-image"), blank(fast)] + counts)
    lab.show(TITLES, table, 2)


main()
