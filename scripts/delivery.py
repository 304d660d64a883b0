#!/usr/bin/env python3
"""The table of PHOTOS.md: waits and blank of strategies by delivery mode and share of photos in the cloud.

    scripts/delivery.py [--lab-run PATH] [--trace NAME ...] [--strategy TEXT ...] [--cloud TEXT ...]

Replays in virtual time without decoding, some seconds for all; lab-run must be built (make build).
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TITLES = ["trace", "strategy", "cloud %", "image p95", "blank ratio", "degraded p95", "final p95",
          "blank ratio, opportunistic", "fast p95", "blank ratio, fast", "downloads", "unwanted"]


def records(flags, delivery, cloud):
    """By trace and strategy as written: a trace is run by itself, for two files may have one name."""
    return {(trace, strategy): metrics for trace in flags.trace
            for strategy, metrics in one(flags, trace, delivery, cloud).items()}


def one(flags, trace, delivery, cloud):
    """By strategy as written."""
    with tempfile.TemporaryDirectory() as folder:
        words = [flags.lab_run, "--decode", "none", "--format", "json", "--quiet", "--out", folder]
        words += ["--delivery", delivery, "--cloud", cloud]
        words += ["--trace", trace]
        words += [word for strategy in flags.strategy for word in ("--strategy", strategy)]
        ran = subprocess.run(words, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(words), ran.stderr))
    found = json.loads(ran.stdout)
    named = {}
    for record in found if isinstance(found, list) else [found]:
        setting = record["configuration"]
        named[setting["strategy-short"].replace("+opportunistic", "")] = record["deterministic"]["metrics"]
    return named


def p95(metrics, name):
    return "%.1f" % (metrics[name]["p95"] / 1e6)


def blank(metrics):
    ratio = metrics["blank-ratio"]
    return "%.4f" % (ratio["numerator"] / ratio["denominator"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--lab-run", default=os.path.join(HOME, ".build/release/lab-run"))
    parser.add_argument("--trace", action="append")
    parser.add_argument("--strategy", action="append")
    parser.add_argument("--cloud", action="append")
    flags = parser.parse_args()
    flags.trace = flags.trace or ["fastscroll", "ios-fastscroll"]
    flags.strategy = flags.strategy or ["none", "preheat2x"]
    clouds = flags.cloud or ["0", "30", "100"]
    modes = ("highquality", "opportunistic", "fast")
    found = {(mode, cloud): records(flags, mode, cloud) for mode in modes for cloud in clouds}
    print("| " + " | ".join(TITLES) + " |")
    print("|---|---|" + "---:|" * (len(TITLES) - 2))
    for trace in flags.trace:
        for strategy in flags.strategy:
            for cloud in clouds:
                usual, soft, fast = (found[mode, cloud][trace, strategy] for mode in modes)
                counts = ["0", "0"] if cloud.split(":")[0] == "0" else [
                    "{:,}".format(usual[name]) for name in ("downloads", "unwanted-downloads")]
                cells = [trace, strategy, cloud, p95(usual, "time-to-image"), blank(usual),
                         p95(soft, "time-to-first-image"), p95(soft, "time-to-image"), blank(soft),
                         p95(fast, "time-to-image"), blank(fast)]
                print("| " + " | ".join(cells + counts) + " |")


main()
