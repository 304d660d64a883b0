#!/usr/bin/env python3
"""Traces that judge a strategy which drives Photos, made from seeds that were written down before any was looked at.

    scripts/unseen-windows.py DIR          makes them there
    scripts/unseen-windows.py --list       names them

Shipped traces sorted by name at even positions (0, 2, 4, ...) are for choosing parameters, those at odd ones judge, and
so do these. A parameter that is chosen by looking at them needs other seeds.
"""
import argparse
import os
import subprocess
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAB = os.environ.get("LAB_RUN", HOME + "/.build/release/lab-run")
STYLES = ["browse", "hunt", "fast"]
MODELS = ["ios", "ios-fast", "android", "chromium"]
SEEDS = range(9001, 9013)


def traces():
    """Each style with each model once, the first six at 60 Hz, the others at 120 Hz, all of 30 s."""
    for place, seed in enumerate(SEEDS):
        style, model = STYLES[place % 3], MODELS[place % 4]
        yield seed, style, model, (60, 120)[place // 6]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--list", action="store_true", help="name them and make none")
    parser.add_argument("folder", nargs="?", metavar="DIR")
    flags = parser.parse_args()
    if not flags.list and flags.folder is None:
        parser.error("name a folder")
    for seed, style, model, rate in traces():
        name = "unseen-%d-%s-%s-%d" % (seed, style, model, rate)
        print(name)
        if flags.list:
            continue
        os.makedirs(flags.folder, exist_ok=True)
        command = [LAB, "trace", "synth", "--human", style, "--model", model, "--hz", str(rate), "--seed", str(seed)]
        command += ["--seconds", "30", "--out", os.path.join(flags.folder, name + ".scrolltrace")]
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
            sys.exit(" ".join(command))


main()
