#!/usr/bin/env python3
"""Draws the figures of METHODOLOGY.md, light and dark: method-instant.svg, method-job.svg and method-ledger.svg.

    lab-run --strategy preheat2x --trace flicks --decode none --events run.jsonl
    python3 plots/method.py run.jsonl

The first two are drawn by hand: every place is a number below. The third is the ledger of the event file around its
peak; its data go to method-ledger.tsv, from which it is drawn where no event file is named. Standard library alone.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PALETTES = {
    "": {"ground": "#FFFFFF", "text": "#1F2328", "weak": "#59636E", "line": "#8C959F", "box": "#F6F8FA",
         "displayed": "#0072B2", "kept": "#A6D3F2", "flight": "#E69F00", "on-displayed": "#FFFFFF", "on-kept": "#1F2328",
         "on-flight": "#1F2328"},
    "-dark": {"ground": "#0D1117", "text": "#F0F6FC", "weak": "#9198A1", "line": "#6E7681", "box": "#161B22",
              "displayed": "#1F7FBF", "kept": "#A6D3F2", "flight": "#E69F00", "on-displayed": "#FFFFFF",
              "on-kept": "#1F2328", "on-flight": "#1F2328"},
}


class Drawing:
    def __init__(self, width, height, colours, title):
        self.colours = colours
        self.size = (width, height)
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="14">',
            f"<title>{title}</title>",
            '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto-start-reverse"><path d="M0,0 L10,5 L0,10 z" fill="{colours["line"]}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="{colours["ground"]}"/>',
        ]

    def box(self, x, y, width, height, fill="box"):
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{self.colours[fill]}" '
            f'stroke="{self.colours["line"]}"/>')

    def text(self, x, y, words, colour="text", anchor="start", bold=False, size=14):
        weight = ' font-weight="bold"' if bold else ""
        for number, line in enumerate(words.split("\n")):
            self.parts.append(
                f'<text x="{x}" y="{y + number * (size + 5)}" fill="{self.colours[colour]}" text-anchor="{anchor}" '
                f'font-size="{size}"{weight}>{line}</text>')

    def arrow(self, path, both=False, dashed=False):
        start = ' marker-start="url(#tip)"' if both else ""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<path d="{path}" fill="none" stroke="{self.colours["line"]}" stroke-width="1.6"{dash} '
            f'marker-end="url(#tip)"{start}/>')

    def save(self, name):
        with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
            file.write("\n".join(self.parts + ["</svg>"]) + "\n")


def instant(suffix, colours):
    d = Drawing(1000, 330, colours, "The order of events at one instant of virtual time")
    d.text(20, 30, "What happens at one instant t, in this order", bold=True, size=17)
    steps = [
        (20, "1  Ends", "Decodes that end at t,\nthe one that began first\nbefore the others.\nA cell that waits gets\nits image.",
         "Then downloads that end."),
        (262, "2  Changes", "Lines of the trace with\nthis time, in their order:\nlayout, photos that come\nor go, memory warnings.", ""),
        (504, "3  Frame", "The strategy's plan:\nstarts and stops.\nCells that left let go of\ntheir image. Cells that\ncame ask for theirs:",
         "hit, late or miss."),
        (746, "4  Work", "Idle workers take jobs\nfrom the queue: requests\nof cells first, then\nprefetches. A strategy\nthat ranks chooses itself.", ""),
    ]
    for x, head, words, last in steps:
        d.box(x, 52, 222, 178)
        d.text(x + 14, 78, head, bold=True, size=16)
        d.text(x + 14, 104, words)
        if last:
            d.text(x + 14, 104 + 19 * (words.count("\n") + 1), last)
    for x in (242, 484, 726):
        d.arrow(f"M{x + 1},141 L{x + 19},141")
    d.arrow("M857,231 L857,272 L131,272 L131,232", dashed=True)
    d.text(494, 264, "again while something ends at t itself: a decode without cost", "weak", "middle")
    d.text(20, 300, "Steps 2 and 3 happen only where the trace has something at t. Then the clock jumps to the next end of a "
           "decode or the next line of the trace.\nBetween two instants nothing happens.", "weak", size=13)
    d.save(f"method-instant{suffix}.svg")


def job(suffix, colours):
    d = Drawing(1000, 420, colours, "A job's life, from its creation until its bitmap is gone")
    d.text(20, 30, "A job's life, and where its bytes are counted", bold=True, size=17)
    d.box(20, 110, 130, 92)
    d.text(85, 150, "nothing", anchor="middle", bold=True)
    d.text(85, 172, "no job, no bitmap", "weak", "middle", size=13)
    d.box(270, 110, 130, 92)
    d.text(335, 142, "queued", anchor="middle", bold=True)
    d.text(335, 164, "requests before", "weak", "middle", size=13)
    d.text(335, 182, "prefetches", "weak", "middle", size=13)
    d.box(500, 110, 130, 92, "flight")
    d.text(565, 150, "decoding", "on-flight", "middle", bold=True)
    d.text(565, 172, "in flight", "on-flight", "middle", size=13)
    d.box(740, 60, 150, 72, "displayed")
    d.text(815, 92, "displayed", "on-displayed", "middle", bold=True)
    d.text(815, 114, "a cell shows it", "on-displayed", "middle", size=13)
    d.box(740, 196, 150, 72, "kept")
    d.text(815, 228, "kept", "on-kept", "middle", bold=True)
    d.text(815, 250, "held, on no cell", "on-kept", "middle", size=13)

    d.arrow("M151,140 L269,140")
    d.text(210, 112, "a start or", "weak", "middle", size=13)
    d.text(210, 130, "a request", "weak", "middle", size=13)
    d.arrow("M269,178 L151,178")
    d.text(210, 198, "cancelled,", "weak", "middle", size=13)
    d.text(210, 216, "refused", "weak", "middle", size=13)
    d.arrow("M401,156 L499,156")
    d.text(450, 146, "a worker", "weak", "middle", size=13)
    d.text(450, 176, "is idle", "weak", "middle", size=13)
    d.arrow("M631,136 L739,104")
    d.text(680, 96, "a cell waits", "weak", "middle", size=13)
    d.arrow("M631,176 L739,222")
    d.text(664, 222, "still wanted", "weak", "middle", size=13)
    d.arrow("M790,195 L790,133")
    d.arrow("M840,133 L840,195")
    d.text(782, 168, "a hit", "weak", "end", size=13)
    d.text(850, 168, "its cell leaves", "weak", size=13)
    d.arrow("M565,203 L565,308 L100,308 L100,203")
    d.text(335, 300, "the decode ended, and nobody wants its bitmap any more", "weak", "middle", size=13)
    d.arrow("M815,269 L815,350 L60,350 L60,203")
    d.text(437, 342, "dropped: unwanted (no cell, no start), evicted (room was needed), removed (photo gone), "
           "memory warning", "weak", "middle", size=13)
    x = 20
    for colour, words in (("flight", "in flight"), ("kept", "kept"), ("displayed", "displayed")):
        d.box(x, 380, 16, 16, colour)
        d.text(x + 24, 393, words)
        x += 58 + 7 * len(words)
    d.text(x, 393, "together are the ledger. Bytes count from the begin of the decode, not from its end.", "weak")
    d.save(f"method-job{suffix}.svg")


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


def ledger(suffix, colours, rows):
    d = Drawing(1000, 440, colours, "The ledger around its peak: displayed, kept and in flight")
    d.text(20, 30, "The ledger around its peak: preheat2x on flicks", bold=True, size=17)
    left, right, top, bottom = 60, 980, 80, 380
    first, last, most = rows[0][0], 13.0, 40e6

    def x(time):
        return left + (time - first) / (last - first) * (right - left)

    def y(count):
        return bottom - count / most * (bottom - top)

    at = 20
    for colour, words in (("displayed", "displayed"), ("kept", "kept"), ("flight", "in flight")):
        d.box(at + 40, 46, 16, 16, colour)
        d.text(at + 64, 59, words)
        at += 58 + 7 * len(words)
    for tick in range(0, 50, 10):
        d.parts.append(f'<path d="M{left},{y(tick * 1e6)} H{right}" stroke="{colours["line"]}" stroke-width="0.5"/>')
        d.text(left - 8, y(tick * 1e6) + 5, str(tick), "weak", "end", size=13)
    for tick in range(124, 131):
        d.text(x(tick / 10), bottom + 20, f"{tick / 10:.1f}", "weak", "middle", size=13)
    d.text(left, bottom + 46, "MB of bitmaps over seconds of the trace. At every moment the three add up to what is held; "
           "the peak is the most that they ever add up to.", "weak", size=13)
    for colour, parts in (("flight", (1, 2, 3)), ("kept", (1, 2)), ("displayed", (1,))):
        path = [f"M{x(first):.1f},{y(0):.1f}"]
        for row, after in zip(rows, rows[1:] + [(last,)]):
            height = y(sum(row[part] for part in parts))
            path.append(f"L{x(row[0]):.1f},{height:.1f} L{x(after[0]):.1f},{height:.1f}")
        path.append(f"L{x(last):.1f},{y(0):.1f} z")
        d.parts.append(f'<path d="{" ".join(path)}" fill="{colours[colour]}"/>')
    peak = max(rows, key=lambda row: (sum(row[1:]), -row[0]))
    place = (x(peak[0]), y(sum(peak[1:])))
    d.parts.append(f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="4" fill="{colours["text"]}"/>')
    d.text(place[0] - 10, place[1] - 14, "peak: %.2f displayed + %.2f kept + %.2f in flight = %.2f MB" % (
        *(part / 1e6 for part in peak[1:]), sum(peak[1:]) / 1e6), anchor="end" if place[0] > 500 else "start")
    d.save(f"method-ledger{suffix}.svg")


def main():
    data = os.path.join(HERE, "method-ledger.tsv")
    if len(sys.argv) > 1:
        with open(data, "w", encoding="utf-8") as file:
            file.write("time s\tdisplayed B\tkept B\tin flight B\n")
            for row in ledger_of(sys.argv[1], 12.4, 13.0):
                file.write("%.9f\t%d\t%d\t%d\n" % row)
    with open(data, encoding="utf-8") as file:
        rows = [(float(row[0]), *map(int, row[1:])) for row in (line.split("\t") for line in list(file)[1:])]
    for suffix, colours in PALETTES.items():
        instant(suffix, colours)
        job(suffix, colours)
        ledger(suffix, colours, rows)


main()
