#!/usr/bin/env python3
"""Compares what the engine of a page counts with what lab-run counts, digest by digest.

    engine_test.py LAB_RUN NAME COMMAND...

COMMAND runs an engine that takes lines and answers each, such as `node engine.mjs lab.wasm library.csv`; NAME is what it
is called. Every shipped trace, every strategy that could ship and the oracles, with full images and with thumbnails first;
and a trace on other devices. Exit codes: 0 all digests are equal, 1 some differ.
"""

import csv
import io
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TRACES = os.path.join(HERE, "..", "..", "traces")
USUAL, OTHERS = "decode-12ms", ["decode-4ms", "decode-20ms:workers=3", "instant"]


def native(program, trace, device, strategies):
    """Digests of the native lab, in the order of the strategies."""
    chosen = [word for strategy in strategies for word in ("--strategy", strategy)]
    line = [program, *chosen, "--trace", trace, "--device", device, "--decode", "none", "--format", "csv"]
    found = subprocess.run(line, capture_output=True, text=True)
    if found.returncode:
        sys.exit(f"{' '.join(line)}: {found.stderr}")
    return [row["digest"] for row in csv.DictReader(io.StringIO(found.stdout))]


def main():
    program, name, *command = sys.argv[1:]
    listed = json.loads(subprocess.run([program, "list", "--format", "json"], capture_output=True, text=True,
                                       check=True).stdout)
    ids = [policy["id"] for policy in listed["strategies"] + listed["oracles"]]
    every = [text for strategy in ids for text in (strategy, strategy + "+opportunistic")]
    jobs = [(trace["name"], USUAL, every) for trace in listed["traces"]]
    jobs += [("zoom", device, ["none", "preheat2x", "lru:budget=20MB", "budget-priority"]) for device in OTHERS]
    lines, asked = [], []
    for trace, device, strategies in jobs:
        lines.append(f"trace\t{trace}\t{os.path.join(TRACES, trace)}.scrolltrace")
        asked.append(None)
        for strategy in strategies:
            lines.append(f"ask\trun\t{strategy}\t{device}")
            asked.append((trace, device, strategy))
    run = subprocess.run(command, input="".join(line + "\n" for line in lines), capture_output=True, text=True)
    said = run.stdout.splitlines()
    if run.returncode or len(said) != len(lines):
        sys.exit(f"{name}: exit code {run.returncode} after {len(said)} of {len(lines)} answers: {run.stderr}")
    groups, ms, requests, same, differ = {}, 0.0, 0, 0, []
    for key, line in zip(asked, said):
        took, answer = line.split("\t", 1)
        answer = json.loads(answer)
        if key is None:
            if "error" in answer:
                sys.exit(f"{name}: {answer['error']}")
            continue
        trace, device, strategy = key
        if "error" in answer:
            # What a page refuses lab-run refuses too.
            refused = subprocess.run([program, "--strategy", strategy, "--trace", trace, "--decode", "none"],
                                     capture_output=True, text=True)
            if refused.returncode:
                same += 1
            else:
                differ.append((key, answer["error"], "counts it"))
            continue
        ms += float(took)
        requests += answer["metrics"]["requests"]
        groups.setdefault((trace, device), []).append((strategy, answer["digest"]))
    for (trace, device), found in groups.items():
        digests = native(program, trace, device, [strategy for strategy, _ in found])
        for (strategy, digest), other in zip(found, digests, strict=True):
            if digest == other:
                same += 1
            else:
                differ.append(((trace, device, strategy), digest, other))
    for key, mine, other in differ[:20]:
        print(f"{key}: {name} {mine}, lab-run {other}")
    print(f"{name}: {same} of {sum(map(bool, asked))} replays are the same, {len(differ)} differ; "
          f"{requests / ms * 1000:,.0f} requests a second")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
