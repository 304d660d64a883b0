#!/usr/bin/env python3
"""Compares what the engine of a page counts with what lab-run counts, digest by digest.

    engine_test.py LAB_RUN NAME COMMAND...

COMMAND runs an engine that takes lines and answers each, such as `node engine.mjs lab.wasm library.pack`; NAME is what it
is called. Every shipped trace, every strategy that could ship and the oracles, with both settings of --cells; and a
trace with what else a page sets. Exit codes: 0 all digests are equal, 1 some differ.
"""

import csv
import io
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TRACES = os.path.join(HERE, "..", "..", "traces")
CELLS = [["--cells", cells] for cells in ("cancel", "keep")]
# One trace with what else a page sets.
OTHERS = [
    ["--device", "decode-20ms:workers=3"], ["--device", "instant"], ["--viewport", "820x1180", "--scale", "2"],
    ["--columns", "7"], ["--fit", "crop"], ["--delivery", "opportunistic"],
    ["--delivery", "fast"], ["--cloud", "30:latency=80ms"],
    ["--access", "limited:500"], ["--screen", "iphone-17"],
]


def native(program, trace, words, strategies):
    """Digests of the native lab, a strategy each; None where it refuses."""
    chosen = [word for strategy in strategies for word in ("--strategy", strategy)]
    line = [program, *chosen, "--trace", trace, "--decode", "none", "--format", "csv", *words]
    found = subprocess.run(line, capture_output=True, text=True)
    if found.returncode:
        sys.exit(f"{' '.join(line)}: {found.stderr}")
    return {row["strategy"]: row["digest"] for row in csv.DictReader(io.StringIO(found.stdout))}


def main():
    program, name, *command = sys.argv[1:]
    listed = json.loads(subprocess.run([program, "list", "--format", "json"], capture_output=True, text=True,
                                       check=True).stdout)
    all_strategies = [policy["id"] for policy in listed["strategies"] + listed["oracles"]]
    jobs = [(trace["name"], CELLS, all_strategies) for trace in listed["traces"]]
    jobs.append(("zoom", OTHERS, ["none", "preheat2x", "lru:budget=20MB", "budget-priority"]))
    lines, asked = [], []
    for trace, sets, strategies in jobs:
        lines.append(f"trace\t{trace}\t{os.path.join(TRACES, trace)}.scrolltrace")
        asked.append(None)
        for words in sets:
            lines.append("\t".join(["ask", "set", *words]))
            asked.append(None)
            for strategy in strategies:
                lines.append(f"ask\trun\t{strategy}")
                asked.append((trace, tuple(words), strategy))
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
        trace, words, strategy = key
        if "error" in answer:
            # What a page refuses lab-run refuses too, in the same words.
            refused = subprocess.run([program, "--strategy", strategy, "--trace", trace, "--decode", "none", *words],
                                     capture_output=True, text=True)
            if refused.returncode and answer["error"] in refused.stderr:
                same += 1
            else:
                differ.append((key, answer["error"], refused.stderr))
            continue
        ms += float(took)
        requests += answer["metrics"]["requests"]
        groups.setdefault((trace, words), []).append((strategy, answer["digest"]))
    for (trace, words), found in groups.items():
        # A strategy may be written otherwise in the table: rows come in the order in which they are asked for.
        digests = native(program, trace, words, [strategy for strategy, _ in found])
        for (strategy, digest), other in zip(found, digests.values(), strict=True):
            if digest == other:
                same += 1
            else:
                differ.append(((trace, words, strategy), digest, other))
    for key, mine, other in differ[:20]:
        print(f"{key}: {name} {mine}, lab-run {other}")
    print(f"{name}: {same} of {sum(map(bool, asked))} replays are the same, {len(differ)} differ; "
          f"{requests / ms * 1000:,.0f} requests a second")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
