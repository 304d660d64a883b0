#!/usr/bin/env python3
"""The table of PHOTOS.md: waits and blank of strategies by delivery mode and share of photos in the cloud.

    scripts/delivery.py [--lab-run PATH] [--trace NAME ...] [--strategy TEXT ...] [--cloud TEXT ...]

A sweep each, without decoding, some seconds for all; lab-run must be built (make build), or LAB_RUN name another one.
"""
import argparse
import csv
import io
import os
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TITLES = ["trace", "strategy", "cloud %", "image p95", "blank ratio", "degraded p95", "final p95",
          "blank ratio, opportunistic", "fast p95", "blank ratio, fast", "downloads", "unwanted"]


def sweep(flags, delivery, cloud):
    """Rows, strategies changing fastest."""
    with tempfile.TemporaryDirectory() as folder:
        words = [flags.lab_run, "sweep", "--format", "csv", "--quiet", "--out", folder + "/rows.tsv"]
        words += ["--delivery", delivery, "--cloud", cloud]
        words += [word for trace in flags.trace for word in ("--trace", trace)]
        words += [word for strategy in flags.strategy for word in ("--strategy", strategy)]
        ran = subprocess.run(words, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(words), ran.stderr))
    return list(csv.DictReader(io.StringIO(ran.stdout)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--lab-run", default=os.environ.get("LAB_RUN", os.path.join(HOME, ".build/release/lab-run")))
    parser.add_argument("--trace", action="append")
    parser.add_argument("--strategy", action="append")
    parser.add_argument("--cloud", action="append")
    flags = parser.parse_args()
    flags.trace = flags.trace or ["fastscroll", "ios-fastscroll"]
    flags.strategy = flags.strategy or ["none", "preheat2x"]
    clouds = flags.cloud or ["0", "30", "100"]
    found = {cloud: zip(*[sweep(flags, mode, cloud) for mode in ("highquality", "opportunistic", "fast")])
             for cloud in clouds}
    print("| " + " | ".join(TITLES) + " |")
    print("|---|---|" + "---:|" * (len(TITLES) - 2))
    p95 = lambda row, name: "%.1f" % (int(row[name + "-p95"]) / 1e6)
    blank = lambda row: "%.4f" % float(row["blank-ratio"])
    for cells in zip(*found.values()):
        for cloud, (usual, soft, fast) in zip(clouds, cells):
            counts = ["0", "0"] if cloud.split(":")[0] == "0" else [
                "{:,}".format(int(usual[name])) for name in ("downloads", "unwanted-downloads")]
            print("| " + " | ".join(
                [usual["trace"], usual["strategy"], cloud, p95(usual, "time-to-image"), blank(usual),
                 p95(soft, "time-to-first-image"), p95(soft, "time-to-image"), blank(soft),
                 p95(fast, "time-to-image"), blank(fast)] + counts) + " |")


main()
