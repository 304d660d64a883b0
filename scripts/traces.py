#!/usr/bin/env python3
"""Writes what traces/README.md says of each trace, from the traces themselves: scripts/traces.py [--check]

Between the marks `<!-- traces: begin -->` and `<!-- traces: end -->` goes the table of the twenty, between those of
`people` that of the eight, between those of `hits` what each strategy hits on each of the twenty, and to traces/pictures/ a curve for each trace. Facts come from `lab-run trace info`, hits
from the goldens; what a trace is hard on is written here. --check changes nothing and exits with 1 where something is not as it would be written.
"""

import json
import os
import sys

import block
import lab

HOME = block.HOME
GOLDENS = HOME + "/Tests/CacheLabTests/ReplayTests/Goldens/replay.tsv"

# What each is hard on, and the command that made those that lab-run made.
HARD = {
    "browse": "little: slow flings with rests between them, some upwards. What was decoded and never shown stands out",
    "flicks": "starts: from rest to several screens a second within a few frames; then each fling runs out",
    "fastscroll": "the queue: bursts of more cells than two workers decode, always downwards, to the last row. Nothing "
                  "kept is wanted again",
    "hunt": "guessing the direction: 23 turns and fast ways between them, within 28 screens. Rows that just left come "
            "back, which rewards keeping them",
    "scroll-to-top": "letting go: 1,900 items fly by in a second and a half, and only those where it stops are worth a "
                     "decode",
    "scrub": "any prediction: drags and jumps across the whole library, each to rows that share nothing with those before",
    "ios-browse": "the cost of a frame: long slow coasting, many frames in which little changes",
    "ios-flicks": "throughput at medium speed: each fling runs down to its last point",
    "ios-fastscroll": "throughput: bursts that carry momentum and stay below 9 screens/s, where preparing ahead can still "
                      "win",
    "ios-hunt": "the same turns as `hunt` at lower speed, within 11 screens, so that most of the way is seen again",
    "ios-overscroll": "the edge: offsets up to 161 pt above the first row and the bounce back, which is no scrolling into "
                      "the library",
    "open-photo": "mixed sizes: two visits to cells as large as the screen, then back to the grid where it was left",
    "zoom": "target sizes: after each change of columns what is resident has another size than is asked for",
    "rotation": "a new screen: the phone is turned twice, so that as many columns more come in as it gets wider, then a "
                "zoom to three columns",
    "interrupted": "memory warnings in mid-scroll, and coming back from the background to rows that were dropped",
    "library-changes": "change: photos come in and go above, among and below what is on screen, at rest and in mid-fling",
    "limited-access": "limited access: 500 photos, then 900, 2,000 and 300; the grid ends above what was on screen",
    "tablet": "many small moves over a screen of 84 cells: 800 x 1280 pt at scale 2, 6 columns, 90 Hz",
    "ten-minutes": "patience: ten minutes of looking around, turns and long rests; what is kept has time to pay",
    "promotion": "frames of 8.3 ms: hard flings that carry momentum, a plan every frame",
}
PEOPLE = {"reader-android-60": (3110, 300), "reader-android-120": (3115, 300), "reader-ios-60": (3117, 300),
          "reader-ios-120": (3124, 240), "looker-android-60": (3127, 300), "looker-android-120": (3130, 240),
          "looker-ios-60": (3132, 240), "looker-ios-120": (3137, 180)}
MADE = {
    "rotation": "--script traces/scripts/rotation.txt",
    "interrupted": "--script traces/scripts/interrupted.txt --model android",
    "library-changes": "--script traces/scripts/library-changes.txt --assets 3700",
    "limited-access": "--script traces/scripts/limited-access.txt",
    "tablet": "--human browse --seed 21 --seconds 40 --model android --hz 90 --viewport 800x1280 --scale 2 --columns 6",
    "ten-minutes": "--human browse --seed 22 --seconds 600",
    "promotion": "--human fast --seed 23 --seconds 30 --hz 120",
}


for _name, (_seed, _seconds) in PEOPLE.items():
    _human, _model, _hz = _name.split("-")
    MADE[_name] = (f"--human {_human} --model {_model}" + (" --hz 120" if _hz == "120" else "")
                   + f" --seed {_seed} --seconds {_seconds}")


def samples(name):
    """Times and offsets, in screens of the layout in force."""
    rows, height = [], None
    with open(f"{HOME}/traces/{name}.scrolltrace") as file:
        for line in file:
            if line.startswith("{"):
                header = json.loads(line)
                height = header["viewport"][1]
            elif line.startswith("["):
                entry = json.loads(line)
                if isinstance(entry[1], str):
                    if entry[1] == "layout":
                        height = entry[2].get("viewport", [0, height])[1]
                    if entry[1] == "end" and rows:
                        rows.append((entry[0], rows[-1][1]))
                else:
                    rows.append((entry[0], entry[1] / height))
    return rows


def picture(name):
    """The offset over time, downwards, at most two points a pixel."""
    width, height = 240, 48
    rows = samples(name)
    end = max(rows[-1][0], 1)
    low, high = min(y for _, y in rows), max(y for _, y in rows)
    span = max(high - low, 1)
    points, last, x_before = [], None, None
    for time, y in rows:
        x, y = round(2 + time / end * (width - 4)), round(2 + (y - low) / span * (height - 4), 1)
        if last is not None and x > x_before + 1:
            points.append(f"{x},{last}")
        if x != x_before or abs(y - last) > 2:
            points.append(f"{x},{y}")
        last, x_before = y, x
    points.append(f"{width - 2},{last}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
            f'<polyline fill="none" stroke="#3b82f6" stroke-width="1.5" stroke-linejoin="round" '
            f'points="{" ".join(points)}"/></svg>\n')


def table(infos):
    lines = ["| trace | | kind | Hz | seconds | samples | peak, screens/s | way, screens | turns | jumps | layouts | "
             "cells seen | hard on |", "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"]
    for info in infos:
        name = info["name"]
        header = json.loads(open(f"{HOME}/traces/{name}.scrolltrace").readline())
        lines.append(
            f"| `{name}` | ![](pictures/{name}.svg) | {header['source']['kind']} | {header['refresh_hz']} | "
            f"{info['seconds']:.1f} | {info['samples']:,} | {info['peak-screens-per-second']:.1f} | "
            f"{info['distance-screens']:.1f} | {info['reversals']} | {info['jumps']} | {info['layout-changes']} | "
            f"{info['cells-seen']:,} | {HARD[name]} |")
    return lines


def people(infos):
    lines = ["| trace | | Hz | seconds | samples | peak, screens/s | way, screens | moves, % | turns | cells seen |",
             "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for info in infos:
        name = info["name"]
        header = json.loads(open(f"{HOME}/traces/{name}.scrolltrace").readline())
        lines.append(
            f"| `{name}` | ![](pictures/{name}.svg) | {header['refresh_hz']} | {info['seconds']:.0f} | "
            f"{info['samples']:,} | {info['peak-screens-per-second']:.1f} | {info['distance-screens']:.1f} | "
            f"{100 * info['moving-share']:.0f} | {info['reversals']} | {info['cells-seen']:,} |")
    return lines


def matrix(names):
    """Requests that each strategy answers at once, and how many pairs of strategies differ in it."""
    hits = {}
    for line in open(GOLDENS).read().splitlines()[1:]:
        trace, strategy, cells, count = line.split("\t")[:4]
        if cells == "cancel":
            hits.setdefault(trace, {})[strategy] = int(count)
    strategies = list(next(iter(hits.values())))
    pairs = [(a, b) for i, a in enumerate(strategies) for b in strategies[i + 1:]]
    lines = ["| trace | " + " | ".join(f"`{s}`" for s in strategies) + f" | pairs told apart, of {len(pairs)} |",
             "|---|" + "--:|" * (len(strategies) + 1)]
    for name in names:
        found = hits[name]
        apart = sum(found[a] != found[b] for a, b in pairs)
        lines.append(f"| `{name}` | " + " | ".join(f"{found[s]:,}" for s in strategies) + f" | {apart} |")
    return lines


def made(names):
    return [f"    lab-run trace synth {MADE[name]} --title '{title(name)}' -o traces/{name}.scrolltrace"
            for name in names if name in MADE]


def title(name):
    return json.loads(open(f"{HOME}/traces/{name}.scrolltrace").readline())["title"]


def main():
    infos = json.loads(lab.run("trace", "info", "stress", "--format", "json"))
    eight = json.loads(lab.run("trace", "info", "people", "--format", "json"))
    names, shown = [info["name"] for info in infos], [info["name"] for info in infos + eight]
    missing = [name for name in names if name not in HARD]
    if missing:
        sys.exit(f"traces.py: say in HARD what {', '.join(missing)} is hard on")
    text = "\n".join(table(infos) + ["", "These commands made the traces of kind `synthetic`:", ""] + made(names))
    path = HOME + "/traces/README.md"
    page = block.put(block.read(path), "traces", text, "traces/README.md")
    text = "\n".join(people(eight) + ["", "These commands made them:", ""] + made([i["name"] for i in eight]))
    page = block.put(page, "people", text, "traces/README.md")
    files = {path: block.put(page, "hits", "\n".join(matrix(names)), "traces/README.md")}
    files |= {f"{HOME}/traces/pictures/{name}.svg": picture(name) for name in shown}
    stale = [p for p, t in files.items() if not os.path.exists(p) or open(p).read() != t]
    if "--check" in sys.argv:
        if stale:
            sys.exit("traces.py: not as scripts/traces.py writes it: " + ", ".join(stale))
        return
    os.makedirs(HOME + "/traces/pictures", exist_ok=True)
    for p in stale:
        block.replace(p, files[p])
        print(p)


if __name__ == "__main__":
    main()
