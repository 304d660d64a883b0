#!/usr/bin/env python3
"""Reference model of CacheLab's replay in virtual time (--decode none), written from the definitions alone.

It takes a trace, the library's list and a strategy, and prints the metrics; --check compares them with a record.
Integers and Fractions only. `--reading NAME=VALUE` flips what the definitions leave open, so that a difference with
another implementation can be attributed.
"""
import argparse
import json
import os
import sys

from model_cloud import parse_cloud
from model_coarse import OpportunisticTier
from model_inputs import Screen, Trace, fail, load_library, rational
from model_replay import DEVICES, READINGS, WORKERS, Replay
from model_strategies import parse_strategy
from recompute import differences


def ratio(a, b):
    return {"numerator": a, "denominator": b}


def times(requests, end, first=False):
    """Until the full image, or until the first of either tier."""
    image = lambda r: r.shown if not first or r.first is None else r.first
    return sorted((image(r) if image(r) is not None else end if r.left is None else r.left) - r.t for r in requests)


def noticed(requests, end, first=False):
    return ratio(sum(time > 100_000_000 for time in times(requests, end, first)), len(requests))


def waits(requests, end, first=False):
    sorted_times = times(requests, end, first)
    n = len(sorted_times)
    rank = lambda p: sorted_times[-(-p * n // 100) - 1] if n else 0
    return {"sum": sum(sorted_times), "count": n, "p50": rank(50), "p95": rank(95), "p99": rank(99),
            "max": sorted_times[-1] if n else 0}


def areas(replay):
    """Per request (cold?, visible, blank, soft) area x time, by walking the frames of each stay."""
    frames, end = replay.frames, replay.trace.end
    until = [f.t for f in frames[1:]] + [end]
    out = []
    for r in replay.requests:
        left = end if r.left is None else r.left
        shown = left if r.shown is None else min(r.shown, left)
        first = shown if r.first is None else min(r.first, shown)
        visible = blank = soft = 0
        cold = r.frame == 0  # until it leaves, or photos come or go
        k = r.frame
        while k < len(frames) and frames[k].t < left:
            f = frames[k]
            if cold and f.changes > frames[r.frame].changes:
                out.append((True, visible, blank, soft))
                cold, visible, blank, soft = False, 0, 0, 0
            h = f.g.area(r.item if f.places is None else f.places[r.item], f.y)
            visible += h * (min(until[k], left) - f.t)
            blank += h * max(0, min(until[k], first) - f.t)
            soft += h * max(0, min(until[k], shown) - max(f.t, first))
            k += 1
        out.append((cold, visible, blank, soft))
    return out


def worst_second(replay):
    bins = {}
    for r in replay.requests:
        k = (r.t - replay.trace.start) // 10**9
        bins[k] = bins.get(k, 0) + replay.facts(r.item, r.size)[1]
    return max(bins.values(), default=0)


def metrics(rp):
    n, end, start = rp.n, rp.trace.end, rp.trace.start
    rq, warm = rp.requests, [r for r in rp.requests if r.frame > 0]
    hits = [r for r in rq if r.outcome == "hit"]
    size = lambda r: rp.facts(r.item, r.size)[0]
    area = areas(rp)
    fates = {}
    for j in rp.preheat_jobs:
        fates[j.fate or "pending"] = fates.get(j.fate or "pending", 0) + 1
    kinds = ("useful", "late", "same-frame", "cancelled", "wasted", "pending")
    ledger = {k: fates.pop(k, 0) for k in kinds}
    ledger["created"] = len(rp.preheat_jobs)
    assert not fates and ledger["created"] == sum(ledger[k] for k in kinds), "the preheat ledger does not close"
    thumbs = [j.bytes for j in rp.coarse.thumbs.values() if j.state == "held"] if rp.coarse else []
    assert rp.live == sum(thumbs) + sum(b.bytes for h in rp.resident.values() for b in h.values()) + sum(
        j.bytes for j in rp.running)
    return {
        **(rp.cloud.metrics() if rp.cloud else {}),
        **(rp.coarse.metrics(rp, waits, noticed, ratio, area) if rp.coarse else {}),
        "requests": len(rq), "hits": len(hits),
        "late": sum(r.outcome == "late" for r in rq), "misses": sum(r.outcome == "miss" for r in rq),
        "hit-rate": ratio(len(hits), len(rq)),
        "byte-hit-rate": ratio(sum(map(size, hits)), sum(map(size, rq))),
        "peak-bitmap-bytes": rp.peak_bytes, "peak-breakdown": rp.peak,
        "mean-bitmap-bytes": ratio(rp.integral, end - start),
        "time-to-image": waits(rq, end),
        "never-shown": sum(r.shown is None for r in rq),
        "blank-ratio": ratio(sum(a[2] for a in area), sum(a[1] for a in area)),
        "decodes": n["decodes"], "redecodes": n["redecodes"], "wasted-decodes": ledger["wasted"],
        "decodes-per-request": ratio(n["decodes"] - (rp.coarse.decodes if rp.coarse else 0), len(rq)),
        "decode-time": ratio(rp.worker_time * 60, end - start),
        "preheat-accuracy": ratio(rp.shown_preheats, rp.preheats),
        "preheat-coverage": ratio(rp.shown_preheats, len(rq)),
        "abandoned-decodes": n["abandoned"], "cancelled": n["cancelled"], "evictions": n["evictions"],
        "overdrafts": n["overdrafts"], "refused": n["refused"],
        "load": ratio(sum(rp.facts(r.item, r.size)[1] for r in rq), WORKERS * (end - start)),
        "load-worst-second": ratio(worst_second(rp), WORKERS * 10**9),
        "warm-hit-rate": ratio(sum(r.outcome == "hit" for r in warm), len(warm)),
        "warm-blank-ratio": ratio(
            sum(a[2] for a in area if not a[0]), sum(a[1] for a in area if not a[0])),
        "warm-time-to-image": waits(warm, end), "noticed-waits": noticed(warm, end),
        "preheat-ledger": ledger,
    }


# ---------------------------------------------------------------- command line

def point(text):
    return int(rational(text) * 1000)


def arguments(argv):
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--trace", required=True)
    p.add_argument("--library", required=True)
    p.add_argument("--strategy", required=True)
    p.add_argument("--device", default="decode-12ms", choices=sorted(DEVICES))
    p.add_argument("--cells", default="cancel", choices=("cancel", "keep"))
    p.add_argument("--viewport")
    p.add_argument("--scale")
    p.add_argument("--columns", type=int)
    p.add_argument("--assets", type=int)
    p.add_argument("--access", default="all", help="all or limited:N")
    p.add_argument("--fit", default="fill", choices=("fill", "crop"))
    p.add_argument("--thumbnail-divisor", type=int, default=8,
                   help="a side by the thumbnail's, where the list has no sizes")
    p.add_argument("--delivery", default="highquality", choices=("highquality", "opportunistic", "fast"))
    p.add_argument("--cloud", default="0", help="PERCENT[:latency=150ms,bandwidth=2.5MB,downloads=4,seed=1]")
    p.add_argument("--events")
    p.add_argument("--check", help="a record to compare with")
    p.add_argument("--reading", action="append", default=[], metavar="NAME=VALUE",
                   help="another reading of the definitions: layout=first end-begin=no refused=stay layout-line=after "
                        "layout-stop=no unkept-drop=yes")
    return p.parse_args(argv)


def first_line(a, trace):
    return {"events": 1, "trace": os.path.basename(a.trace), "strategy": a.strategy, "device": a.device,
            "cells": a.cells, "fit": a.fit, "assets": a.assets, "viewport": a.viewport, "scale": a.scale,
            "columns": a.columns, "workers": WORKERS, "end": trace.end}


def main(argv):
    a = arguments(argv)
    readings = dict(READINGS)
    for r in a.reading:
        name, _, value = r.partition("=")
        if name not in readings:
            fail("unknown reading " + name)
        readings[name] = value
    library = load_library(a.library, a.assets)
    trace = Trace(a.trace, int(a.access.partition(":")[2]) if a.access != "all" else None, len(library))
    viewport = tuple(point(v) for v in a.viewport.lower().split("x")) if a.viewport else None
    screen = Screen(viewport, rational(a.scale) if a.scale else None, a.columns, len(library), trace)
    lines = []
    write = lines.append if a.events else lambda line: None
    write(first_line(a, trace))
    parts = a.strategy.split("+") + (["opportunistic"] if a.delivery == "opportunistic" else [])
    strategy = "+".join(part for part in parts if part != "opportunistic") or "none"
    tier = OpportunisticTier(a.thumbnail_divisor) if "opportunistic" in parts else None
    if tier and a.events:
        fail("--events writes one tier only: leave it out, or leave out +opportunistic")
    rp = Replay(trace, library, screen, parse_strategy(strategy), tier, a.device, a.cells, write, readings,
                a.delivery == "fast", parse_cloud(a.cloud), a.fit)
    rp.run()
    if a.events:
        with open(a.events, "w", encoding="utf-8") as f:
            encode = json.JSONEncoder(separators=(",", ":")).encode
            f.writelines(encode(line) + "\n" for line in lines)
    if rp.n["clamped"]:
        print("clamped frames: %d" % rp.n["clamped"], file=sys.stderr)
    if not a.check:
        print(json.dumps(metrics(rp), sort_keys=True, indent=1))
        return 0
    with open(a.check, encoding="utf-8") as f:
        found = list(differences(metrics(rp), json.load(f)["deterministic"]["metrics"]))
    print("\n".join(found) or "the model agrees with the record")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
