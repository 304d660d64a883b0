#!/usr/bin/env python3
"""Recomputes every deterministic metric of a CacheLab run as an outsider would: from the trace, the event file and the
library's list, never from the replay's own counters.

    recompute.py --trace T.scrolltrace --library LIST.csv --events E.jsonl [--check RECORD.json]

The configuration comes from the first line of the events. Without --check the metrics are printed as JSON. With it they
are compared with the record that the same run wrote: each difference is printed, a metric of the record that is not
recomputed here is one too, and any difference makes the exit code 1. The record's digest is recomputed as well. Both
--events and --check repeat, for several runs over one trace and one library.
"""
import argparse
import hashlib
import json
import sys

from recompute_account import Account
from recompute_inputs import Configuration, Library, sha256_of, trace_of


def recompute(trace_path, library_path, events_path):
    """The metrics of one run, and what in its events contradicts itself."""
    with open(events_path, encoding="utf-8") as file:
        # One array is parsed three times as fast as its lines.
        events = json.loads("[%s]" % ",".join(text for text in file if text.strip()))
    if not events or events[0].get("events") != 1:
        sys.exit("%s is not an event file: its first line must begin with {\"events\":1" % events_path)
    configuration = Configuration(events[0])
    if configuration.trace_sha256 != sha256_of(trace_path):
        sys.exit("%s was written for another trace (sha256 %s)" % (events_path, configuration.trace_sha256))
    trace = trace_of(trace_path, configuration.access, configuration.assets)
    account = Account(trace, Library(library_path, configuration), configuration)
    for number, event in enumerate(events[1:], start=2):
        account.read(number, event)
    account.close()
    return account.metrics(), account.doubts


def differences(ours, theirs, name=""):
    """Where a metric differs. A record's means and divided values follow from its integers and are not compared."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(ours):
            yield from differences(ours[key], theirs.get(key), name + ("." if name else "") + key)
    elif ours != theirs:
        yield "%s: recomputed %s, record %s" % (name, ours, "absent" if theirs is None else theirs)


def digest(counts):
    lines = sorted("%s %d\n" % count for count in counts.items())
    return hashlib.sha256("".join(lines).encode()).hexdigest()


# Counts by the metric that they are, or the ratio that they are the sides of.
COUNTS = {"requests": "requests", "hits": "hits", "late": "late", "misses": "misses", "decodes": "decodes",
          "redecodes": "redecodes", "never-shown": "never-shown", "peak-bytes": "peak-bitmap-bytes",
          "cancelled": "cancelled", "evictions": "evictions", "overdrafts": "overdrafts", "refused": "refused"}
RATIOS = {"blank-ratio": ("blank-area", "blank-visible-area"), "noticed-waits": ("noticed-waits", "warm-requests"),
          "warm-hit-rate": ("warm-hits", "warm-requests"), "byte-hit-rate": ("hit-bytes", "requested-bytes"),
          "mean-bitmap-bytes": ("live-byte-time", "duration")}


def counted(metrics):
    """The counts that metrics tell, by their names."""
    counts = {name: metrics[metric] for name, metric in COUNTS.items()}
    for metric, names in RATIOS.items():
        counts.update(zip(names, (metrics[metric]["numerator"], metrics[metric]["denominator"])))
    return counts


def check(metrics, record_path):
    with open(record_path, encoding="utf-8") as file:
        block = json.load(file)["deterministic"]
    yield from differences(metrics, block["metrics"])
    there = {name for name, value in block["metrics"].items() if not isinstance(value, dict) or "absent" not in value}
    for name in sorted(there - set(metrics)):
        yield "%s: in the record, but not recomputed: add it to Account.metrics" % name
    yield from differences(counted(metrics), block["counts"], "counts")
    if digest(block["counts"]) != block["digest"]:
        yield "digest: recomputed %s, record %s" % (digest(block["counts"]), block["digest"])


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--trace", required=True)
    parser.add_argument("--library", required=True, help="what lab-run library list --format csv printed")
    parser.add_argument("--events", required=True, action="append", help="may repeat")
    parser.add_argument("--check", action="append", default=[], help="a record for each event file, in the same order")
    flags = parser.parse_args(argv)
    if flags.check and len(flags.check) != len(flags.events):
        parser.error("--check names a record for each event file, or none")
    failed = False
    for index, events in enumerate(flags.events):
        metrics, found = recompute(flags.trace, flags.library, events)
        found = ["the events contradict themselves, " + doubt for doubt in found[:20]]
        if flags.check:
            found += check(metrics, flags.check[index])
            if not found:
                print("%s: all %d metrics agree" % (events, len(metrics)))
        else:
            print(json.dumps(metrics, sort_keys=True, indent=1))
        for line in found:
            print("%s: %s" % (events, line), file=sys.stderr)
        failed = failed or bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
