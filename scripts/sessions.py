#!/usr/bin/env python3
"""The table of METHODOLOGY.md: how far the lab is from what an app saw, with the Photos model as the phone.

    scripts/sessions.py

Each phone records sessions of six traces with four strategies. The lab replays them on the default device, on the device
that was fitted to that very session, and on the one that was fitted to another scroll of the same phone (`flicks` with
`budget-priority`). lab-run and lab-photos must be built (make build; make photos), or LAB_PHOTOS name another one.
"""
import json
import os
import subprocess
import sys
import tempfile

import lab
from block import HOME

PHOTOS = os.environ.get("LAB_PHOTOS", os.path.join(HOME, ".build/photos/release/lab-photos"))
TRACES = ["browse", "hunt", "fastscroll", "ios-fastscroll", "zoom", "scrub"]
STRATEGIES = ["budget-priority", "preheat2x", "windowed-lead", "lru:budget=60MB"]
# Title, declared device, jitter in percent, requests that the app keeps open; decodes at once are always two.
PHONES = [
    ("as `decode-12ms`", "decode-12ms", 0, 2), ("as `decode-30ms`", "decode-30ms", 0, 2),
    ("as `decode-4ms`, jitter 40 %", "decode-4ms", 40, 2), ("as `decode-30ms`, jitter 40 %", "decode-30ms", 40, 2),
    ("as `decode-30ms`, jitter 40 %, 1 open", "decode-30ms", 40, 1),
    ("as `decode-30ms`, jitter 40 %, 4 open", "decode-30ms", 40, 4),
]
TITLES = ["the phone", "device found", "workers", "replayed on", "hit rate, pt: mean", "most", "blank, pt: mean", "most",
          "peak, %: most"]


def record(phone, trace, strategy, path):
    _, device, jitter, count = phone
    words = ["driver", "--trace", os.path.join(HOME, "traces", trace + ".scrolltrace"), "--strategy", strategy,
             "--open", str(count), "--device", device, "--jitter", str(jitter), "--session", path]
    ran = subprocess.run([PHOTOS, *words], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit("lab-photos %s\n%s" % (" ".join(words), ran.stderr))


def points(rows, metric):
    """Mean and most of how far the lab is off, in points; of bytes the share in percent."""
    off = [abs(row[metric]["difference"]) * 100 / (row[metric]["app"] if "bytes" in metric else 1) for row in rows]
    return "%.2f" % (sum(off) / len(off)), "%.2f" % max(off)


def main():
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for phone in PHONES:
            other, device = os.path.join(folder, "other.scrolltrace"), os.path.join(folder, "other.json")
            record(phone, "flicks", "budget-priority", other)
            lab.run("calibrate", "--from", other, "--out", device)
            found = json.load(open(device))
            devices = [("the default, `decode-12ms`", "decode-12ms"), ("fitted to the session itself", "fitted"),
                       ("fitted to another scroll", device)]
            results = {name: [] for name, _ in devices}
            for trace in TRACES:
                for strategy in STRATEGIES:
                    path = os.path.join(folder, "session.scrolltrace")
                    record(phone, trace, strategy, path)
                    words = [word for _, name in devices for word in ("--device", name)]
                    answer = json.loads(lab.run("session", path, "--format", "json", *words))[0]["devices"]
                    order = {reading["device"]: {row["metric"]: row for row in reading["metrics"]} for reading in answer}
                    for (name, _), key in zip(devices, ["decode-12ms", "fitted", "other"]):
                        results[name].append(order[key])
            for name, _ in devices:
                rows = results[name]
                table.append([
                    phone[0] if name == devices[0][0] else "",
                    "%.1f ms + %.0f ns a pixel" % (found["fixed-ns"] / 1e6, found["ps-per-pixel"] / 1e3)
                    if name == devices[2][0] else "", str(found["workers"]) if name == devices[2][0] else "", name,
                    *points(rows, "warm-hit-rate"), *points(rows, "warm-blank-ratio"),
                    points(rows, "peak-bitmap-bytes")[1]])
    lab.show(TITLES, table, 4)


if __name__ == "__main__":
    main()
