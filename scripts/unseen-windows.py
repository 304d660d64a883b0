#!/usr/bin/env python3
"""Traces that judge a strategy which drives Photos, made from seeds that were written down before any was looked at.

    scripts/unseen-windows.py DIR                     makes them there
    scripts/unseen-windows.py --list                  names them
    scripts/unseen-windows.py --judge STRATEGY        three columns: what it was chosen on, what it was not, and these

Shipped traces sorted by name at even positions (0, 2, 4, ...) are for choosing parameters, those at odd ones judge, and
so do these. A parameter that is chosen by looking at them needs other seeds.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAB = os.environ.get("LAB_RUN", HOME + "/.build/release/lab-run")
STYLES = ["browse", "hunt", "fast"]
MODELS = ["ios", "ios-fast", "android", "chromium"]
SEEDS = range(9001, 9013)
SCREENS = ["390x844@3", "375x667@2", "1024x1366@2"]
# Photos come and go in them, which a yardstick that knows the trace does not take.
CHANGING = ["library-changes", "limited-access"]


def traces():
    """Each style with each model once, the first six at 60 Hz, the others at 120 Hz, all of 30 s."""
    for place, seed in enumerate(SEEDS):
        style, model = STYLES[place % 3], MODELS[place % 4]
        yield seed, style, model, (60, 120)[place // 6]


def make(folder):
    for seed, style, model, rate in traces():
        name = "unseen-%d-%s-%s-%d" % (seed, style, model, rate)
        os.makedirs(folder, exist_ok=True)
        command = [LAB, "trace", "synth", "--human", style, "--model", model, "--hz", str(rate), "--seed", str(seed)]
        command += ["--seconds", "30", "--out", os.path.join(folder, name + ".scrolltrace")]
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
            sys.exit(" ".join(command))


def figures(strategy, chosen, screen, out):
    """Cells no worse than preheat2x and shares of the gaps, of the strategy and of the yardstick for starts and stops."""
    yardstick = "foreseen-window:budget=peak(preheat2x)"
    command = [LAB, "sweep", "sweeps/against-preheat2x.sweep", "--against", "preheat2x", "--format", "markdown", "--quiet"]
    for name in ["none", "preheat2x", strategy, yardstick, "clairvoyant:budget=peak(preheat2x),rounds=300"]:
        command += ["-s", name]
    for trace in chosen:
        command += ["-t", trace]
    command += ["--screen", screen, "--out", out]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=HOME)
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), ran.stderr))
    table = re.search(r"(?:^\|.*\n)+", ran.stdout, re.M).group().splitlines()
    cells = {words[0]: words[1:] for words in ([cell.strip() for cell in line.strip("|").split("|")] for line in table)}
    return cells[strategy], cells[yardstick]


def judge(strategy):
    names = sorted(os.path.basename(path)[: -len(".scrolltrace")] for path in glob.glob(HOME + "/traces/*.scrolltrace"))
    halves = [[name for name in names[place::2] if name not in CHANGING] for place in (0, 1)]
    print("| traces | screen | cells no worse | hit gap | blank gap | yardstick's hit gap | yardstick's blank gap | "
          "share of its hits | share of its blank |\n|---|---|%s" % ("---:|" * 7))
    with tempfile.TemporaryDirectory() as folder:
        make(folder + "/unseen")
        unseen = sorted(glob.glob(folder + "/unseen/*.scrolltrace"))
        for screen in SCREENS:
            for title, chosen in [("chosen on", halves[0]), ("judge", halves[1]), ("unseen", unseen)]:
                own, best = figures(strategy, chosen, screen, folder + "/rows.tsv")
                gaps = [float(value) for row in (own, best) for value in row[11:13]]
                shares = [gaps[0] / gaps[2], gaps[1] / gaps[3]]
                print("| %s | %s | %s | %s |" % (
                    title, screen, own[0], " | ".join("%.3f" % value for value in gaps + shares)), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--list", action="store_true", help="name them and make none")
    parser.add_argument("--judge", metavar="STRATEGY", help="hold one against preheat2x and the yardstick")
    parser.add_argument("folder", nargs="?", metavar="DIR")
    flags = parser.parse_args()
    if flags.list:
        for trace in traces():
            print("unseen-%d-%s-%s-%d" % trace)
    elif flags.judge:
        judge(flags.judge)
    elif flags.folder:
        make(flags.folder)
    else:
        parser.error("name a folder")


main()
