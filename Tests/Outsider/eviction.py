#!/usr/bin/env python3
"""Compares `lab-run requests` with models of its own, and with libCacheSim where that is installed.

The models below follow the papers' definitions and share nothing with the lab. Exit code 1 when any number differs.

    python3 Tests/Outsider/eviction.py --lab-run .build/release/lab-run
    pip install libcachesim; python3 Tests/Outsider/eviction.py --lab-run .build/release/lab-run --libcachesim
"""

import argparse
import itertools
import json
import os
import random
import struct
import subprocess
import sys
import tempfile

from eviction_models import MODELS

POLICIES = ["lru", "lru-by-size", "clock", "sieve", "s3-fifo", "arc"]
TRACES = ["hunt", "scrub", "zoom", "ios-fastscroll", "open-photo"]


def zipf(count, keys, exponent, seed, unit):
    """Requests by a Zipf law; with bytes, sizes of about 25 kB."""
    rng = random.Random(seed)
    weights = list(itertools.accumulate(1 / (rank + 1) ** exponent for rank in range(keys)))
    names = list(range(keys))
    rng.shuffle(names)
    sizes = [1 if unit else max(1, int(rng.lognormvariate(10, 0.6))) for _ in range(keys)]
    picks = rng.choices(range(keys), cum_weights=weights, k=count)
    return [(names[pick], sizes[names[pick]]) for pick in picks]


def write_oracle_general(path, requests):
    following = {}
    records = []
    for index in range(len(requests) - 1, -1, -1):
        key, size = requests[index]
        records.append(struct.pack("<IQIq", index, key, size, following.get(key, -1)))
        following[key] = index + 1
    with open(path, "wb") as file:
        file.writelines(reversed(records))


def read_csv(path):
    """Requests of an export; words become numbers in order of appearance."""
    numbers = {}
    requests = []
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            key, size = line.rstrip("\n").rsplit(",", 1)
            requests.append((numbers.setdefault(key, len(numbers)), int(size)))
    return requests


def lab(program, path, budget):
    """Misses and missed bytes of each policy, by the lab."""
    command = [program, "requests", path, "--budget", f"{budget}B", "--format", "json"]
    for policy in POLICIES:
        command += ["--eviction", policy]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["results"]
    return {row["policy"].split(":")[0]: (row["misses"], row["missed_bytes"]) for row in rows}


def simulate(cache, requests):
    missed = [size for key, size in requests if not cache.get(key, size)]
    return len(missed), sum(missed)


def libcachesim(policy, budget, requests):
    import libcachesim as outside

    kind = {"lru": "LRU", "lru-by-size": "LRU", "clock": "Clock", "sieve": "Sieve", "s3-fifo": "S3FIFO", "arc": "ARC"}
    cache = getattr(outside, kind[policy])(budget)
    request = outside.Request()
    misses = missed = 0
    for time, (key, size) in enumerate(requests):
        request.obj_id, request.obj_size, request.clock_time = key, size, time
        if not cache.get(request):
            misses += 1
            missed += size
    return misses, missed


def streams(arguments, folder):
    """Name, file, requests and whether all count 1."""
    for unit in (True, False):
        for seed, keys, exponent in ((7, 3000, 0.8), (8, 20000, 0.9), (9, 1000, 0.5)):
            requests = zipf(arguments.requests, keys, exponent, seed, unit)
            path = os.path.join(folder, f"zipf-{seed}-{unit}.oracleGeneral")
            write_oracle_general(path, requests)
            yield f"zipf {exponent} over {keys}", path, requests, unit
        for trace in TRACES:
            path = os.path.join(folder, f"{trace}.csv")
            command = [arguments.lab_run, "trace", "convert", trace, "-o", path, "--library", arguments.library]
            subprocess.run(command, check=True, capture_output=True)
            if unit:
                with open(path, encoding="utf-8") as file:
                    head, *lines = file.read().splitlines()
                with open(path, "w", encoding="utf-8") as file:
                    file.writelines(line + "\n" for line in [head] + [line.rsplit(",", 1)[0] + ",1" for line in lines])
            yield trace, path, read_csv(path), unit


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lab-run", required=True, help="the program")
    parser.add_argument("--libcachesim", action="store_true", help="compare with libCacheSim too")
    parser.add_argument("--library", default="default", help="whose bitmaps the traces ask for (default)")
    parser.add_argument("--requests", type=int, default=60000, help="requests of a made stream (60000)")
    arguments = parser.parse_args()
    left_out = 0
    compared = {policy: [0, 0] for policy in POLICIES}
    with tempfile.TemporaryDirectory() as folder:
        for name, path, requests, unit in streams(arguments, folder):
            total = sum(dict(requests).values())
            for share in (50, 20, 5, 2):
                budget = max(10, total // share)
                found = lab(arguments.lab_run, path, budget)
                for policy in POLICIES:
                    others = {"model": simulate(MODELS[policy](budget), requests)}
                    # It keeps no entry that is larger than the small queue of s3-fifo; the lab has one rule for all.
                    refuses = policy == "s3-fifo" and max(size for _, size in requests) >= budget // 10
                    left_out += arguments.libcachesim and refuses
                    if arguments.libcachesim and not refuses:
                        others["libCacheSim"] = libcachesim(policy, budget, requests)
                    for other, expected in others.items():
                        compared[policy][0] += 1
                        if found[policy] != expected:
                            compared[policy][1] += 1
                            print(f"{name}, {'unit' if unit else 'byte'} sizes, budget {budget}, {policy}: "
                                  f"lab {found[policy]}, {other} {expected}")
    for policy, (count, unequal) in compared.items():
        print(f"{policy}: {count} comparisons, {unequal or 'none'} unequal")
    if left_out:
        print(f"s3-fifo: {left_out} not compared with libCacheSim, which keeps no entry of a tenth of the budget")
    sys.exit(1 if any(unequal for _, unequal in compared.values()) else 0)


if __name__ == "__main__":
    main()
