#!/usr/bin/env python3
"""Draws the ledger of docs/trust.md, and makes the dark twin of each of its figures.

    lab-run --strategy preheat2x --trace flicks --decode none --events run.jsonl
    python3 plots/method.py run.jsonl

method-instant.svg and method-job.svg are drawn by hand: change them, then run this. method-ledger.svg is the ledger of the
event file around its peak; its data go to method-ledger.tsv, from which it is drawn where no event file is named. The
colours are those of the classes below. Standard library alone.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LIGHT = {"ground": "#FFFFFF", "box": "#F6F8FA", "displayed": "#0072B2", "kept": "#A6D3F2", "flight": "#E69F00",
         "text": "#1F2328", "weak": "#59636E", "on-displayed": "#FFFFFF", "on-kept": "#1F2328", "on-flight": "#1F2328",
         "tip": "#8C959F"}
DARK = LIGHT | {"ground": "#0D1117", "box": "#161B22", "displayed": "#1F7FBF", "text": "#F0F6FC", "weak": "#9198A1",
                "tip": "#6E7681"}


def style(colours):
    fills = " ".join(".%s{fill:%s}" % colour for colour in colours.items())
    return "<style>%s .line{fill:none;stroke:%s} .edge{stroke:%s}</style>" % (fills, colours["tip"], colours["tip"])


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def write(name, text):
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
        file.write(text)


def box(x, y, width, height, fill):
    return f'<rect class="{fill} edge" x="{x}" y="{y}" width="{width}" height="{height}" rx="6"/>'


def text(x, y, words, colour="text", **how):
    how = "".join(' %s="%s"' % (key.replace("_", "-"), value) for key, value in how.items())
    return f'<text class="{colour}" x="{x}" y="{y}"{how}>{words}</text>'


def ledger_of(path, lower, upper):
    """Rows of time (s), displayed, kept and in flight (bytes) between two times, one after each change."""
    states, sums, waiting, rows = {}, {"displayed": 0, "kept": 0, "flight": 0}, set(), []

    def move(key, state, count=None):
        old, size = states.pop(key, (None, count))
        if old:
            sums[old] -= size
        if state:
            states[key] = (state, size)
            sums[state] += size

    with open(path, encoding="utf-8") as file:
        for event in map(json.loads, file):
            what, item = event.get("e"), event.get("item")
            if what == "begin":
                move(item, "flight", event["bytes"])
            elif what == "end":
                move(item, ("displayed" if item in waiting else "kept") if event["kept"] else None)
                waiting.discard(item)
            elif what == "request" and event["outcome"] == "hit":
                move(item, "displayed")
            elif what == "request":
                waiting.add(item)
            elif what == "release":
                waiting.discard(item)
                if states.get(item, (None,))[0] == "displayed":
                    move(item, "kept")
            elif what == "drop":
                move(item, None)
            else:
                continue
            row = (event["t"] / 1e9, sums["displayed"], sums["kept"], sums["flight"])
            if row[0] < lower:
                rows = [(lower,) + row[1:]]
            elif row[0] <= upper:
                rows.append(row)
    return rows


def ledger(rows):
    left, right, top, bottom = 60, 980, 80, 380
    first, last, most = rows[0][0], 13.0, 40e6

    def x(time):
        return left + (time - first) / (last - first) * (right - left)

    def y(count):
        return bottom - count / most * (bottom - top)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 440" width="1000" height="440" font-family="sans-serif" '
        'font-size="14">',
        "<title>The ledger around its peak: displayed, kept and in flight</title>", style(LIGHT),
        '<rect class="ground" width="1000" height="440"/>',
        text(20, 30, "The ledger around its peak: preheat2x on flicks", font_size=17, font_weight="bold")]
    at = 20
    for colour, words in (("displayed", "displayed"), ("kept", "kept"), ("flight", "in flight")):
        parts += [box(at + 40, 46, 16, 16, colour), text(at + 64, 59, words)]
        at += 58 + 7 * len(words)
    for tick in range(0, 50, 10):
        parts.append(f'<path class="line" d="M{left},{y(tick * 1e6)} H{right}" stroke-width="0.5"/>')
        parts.append(text(left - 8, y(tick * 1e6) + 5, tick, "weak", text_anchor="end", font_size=13))
    for tick in range(124, 131):
        parts.append(text(x(tick / 10), bottom + 20, f"{tick / 10:.1f}", "weak", text_anchor="middle", font_size=13))
    parts.append(text(
        left, bottom + 46, "MB of bitmaps over seconds of the trace. At every moment the three add up to what is held; "
        "the peak is the most that they ever add up to.", "weak", font_size=13))
    for colour, columns in (("flight", (1, 2, 3)), ("kept", (1, 2)), ("displayed", (1,))):
        path = [f"M{x(first):.1f},{y(0):.1f}"]
        for row, after in zip(rows, rows[1:] + [(last,)]):
            height = y(sum(row[column] for column in columns))
            path.append(f"L{x(row[0]):.1f},{height:.1f} L{x(after[0]):.1f},{height:.1f}")
        path.append(f"L{x(last):.1f},{y(0):.1f} z")
        parts.append(f'<path class="{colour}" d="{" ".join(path)}"/>')
    peak = max(rows, key=lambda row: (sum(row[1:]), -row[0]))
    place = (x(peak[0]), y(sum(peak[1:])))
    parts.append(f'<circle class="text" cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="4"/>')
    parts.append(text(place[0] - 10, place[1] - 14, "peak: %.2f displayed + %.2f kept + %.2f in flight = %.2f MB" % (
        *(part / 1e6 for part in peak[1:]), sum(peak[1:]) / 1e6), text_anchor="end" if place[0] > 500 else "start"))
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    if len(sys.argv) > 1:
        write("method-ledger.tsv", "time s\tdisplayed B\tkept B\tin flight B\n" + "".join(
            "%.9f\t%d\t%d\t%d\n" % row for row in ledger_of(sys.argv[1], 12.4, 13.0)))
    rows = [line.split("\t") for line in read("method-ledger.tsv").splitlines()[1:]]
    write("method-ledger.svg", ledger([(float(row[0]), *map(int, row[1:])) for row in rows]))
    for name in ("instant", "job", "ledger"):
        dark, styles = re.subn("<style>.*</style>", lambda _: style(DARK), read("method-%s.svg" % name))
        if styles != 1:
            sys.exit("method-%s.svg has %d styles on a line of their own, not one" % (name, styles))
        write("method-%s-dark.svg" % name, dark)


main()
