#!/usr/bin/env python3
"""Puts what people's fingers do, and what modelled ones and the shipped traces do, into METHODOLOGY.md, and how strategies
do for other people into RESULTS.md: scripts/people.py

Counted by `lab-run trace info --fingers`. The modelled people have seeds from SEEDS on; their tables were found with the
seeds 1 to 200. --check changes nothing and exits with 1 where the document says something else.
"""
import json
import os
import sys
import tempfile

import block
import lab

SEEDS = range(1001, 1201)
# Name, style, physics, people.
MADE = [("reader, Android", "reader", "android", SEEDS), ("reader, iOS", "reader", "ios", SEEDS),
        ("looker, Android", "looker", "android", SEEDS), ("looker, iOS", "looker", "ios", SEEDS),
        ("`browse`", "browse", "ios", SEEDS[:20]), ("`hunt`", "hunt", "ios", SEEDS[:20]),
        ("`fast`", "fast", "ios", SEEDS[:20])]
PERCENTS = (10, 25, 50, 75, 90)
WHOLE = {"flings, at least 50 pt/s, %", "speed of flings, median, pt/s", "speed of flings, 90th percentile, pt/s",
         "seconds of a session, mean", "spread between people of flings, %"}
# People that no parameter was chosen on: five minutes each, iOS and Android in turn, 60 and 120 Hz.
JUDGES = [*range(901, 917), *range(1301, 1365)]


def fingers(*traces):
    return json.loads(lab.run("trace", "info", *traces, "--fingers", "--format", "json"))


def made(folder, style, model, seeds):
    place = os.path.join(folder, style + "-" + model)
    os.makedirs(place)
    for seed in seeds:
        lab.run("trace", "synth", "--human", style, "--model", model, "--seed", str(seed), "-o",
                "%s/%d.scrolltrace" % (place, seed))
    lab.run("trace", "pack", place, "-o", place + ".pack")
    return fingers(place + ".pack")


def cell(name, value):
    if value is None:
        return ""
    if name in WHOLE or name.endswith(("ms", "pt", "pt/s")):
        return "{:,.0f}".format(value)
    return ("%.2f" if name.startswith(("rank", "spread")) else "%.1f") % value


def table(folder):
    columns = [(name, made(folder, *words)) for name, *words in MADE]
    shipped = fingers("stress")
    studies = {"reader": shipped["reader"], "looker": shipped["looker"]}
    columns = ([("**reader, HMOG**", studies["reader"])] + [(n, f["these"]) for n, f in columns[:2]]
               + [("**looker, Serwadda**", studies["looker"])] + [(n, f["these"]) for n, f in columns[2:]]
               + [("the twenty", shipped["these"])])
    places = {percent: shipped["percents"].index(percent) for percent in PERCENTS}
    rows = []
    for name in ("contact, ms", "length, pt", "speed at lift-off, pt/s", "pause, ms"):
        for percent, place in places.items():
            rows.append(["%s: %d" % (name, percent)] + [cell(name, f[name][place]) for _, f in columns])
    distributions = [name for name in studies["looker"] if isinstance(studies["looker"][name], list)]
    facts = sorted({name for _, f in columns for name in f if name not in distributions})
    for name in facts:
        rows.append([name] + [cell(name, f.get(name)) for _, f in columns])
    head = ["| | " + " | ".join(name for name, _ in columns) + " |", "|---|" + "--:|" * len(columns)]
    return "\n".join(head + ["| " + " | ".join(row) + " |" for row in rows])


def judged(folder):
    """preheat2x and budget-priority, a row a kind of people and a device."""
    lines = ["| | `preheat2x`: decodes a request; ready, % | `budget-priority` | sessions with fewer hits or more blank area |",
             "|---|--:|--:|--:|"]
    for style in ("looker", "reader"):
        paths = []
        for seed in JUDGES:
            paths.append("%s/%s-%d.scrolltrace" % (folder, style, seed))
            lab.run("trace", "synth", "--human", style, "--model", "android" if seed % 2 else "ios", "--seed", str(seed),
                    "--hz", "120" if seed // 2 % 2 else "60", "--seconds", "300", "-o", paths[-1])
        for device in ("decode-12ms", "decode-30ms"):
            found = lab.rows("sweep", "-s", "preheat2x", "-s", "budget-priority", "--device", device, *lab.each("-t", paths))
            base, own = ([row for row in found if row["strategy"] == name] for name in ("preheat2x", "budget-priority"))
            worse = sum(float(mine["warm-hit-rate"]) < float(its["warm-hit-rate"])
                        or float(mine["warm-blank-ratio"]) > float(its["warm-blank-ratio"]) for mine, its in zip(own, base))
            lines.append("| %ss, `%s` | %s | %d of %d |" % (style, device, " | ".join(
                "%.2f; %.2f" % (lab.mean(float(row["decodes-per-request"]) for row in rows),
                                100 * lab.mean(float(row["warm-hit-rate"]) for row in rows))
                for rows in (base, own)), worse, len(own)))
    return "\n".join(lines)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        block.update("RESULTS.md", "judged", judged(folder), "--check" in sys.argv)
        block.update("METHODOLOGY.md", "people", table(folder), "--check" in sys.argv)
