#!/usr/bin/env python3
"""Sets a strategy beside preheat2x: every shipped trace, three devices, a screen, at budgets taken from preheat2x's peak.

    scripts/champion.py [--screen 390x844@3] [--strategy budget-priority] [--traces zoom,my/zoom.scrolltrace] [--cells] [--bounds] [--settings reach=2,tau=1/2]

Prints a Markdown table, a row a strategy and budget; --cells adds a row a cell (trace and device). A cell is no worse
when warm hit rate, mean warm time to image and warm blank ratio are no worse than preheat2x's and, where the budget is
its peak or less, the peak is no higher. Gaps closed are shares of the way from none to a clairvoyant with preheat2x's
peak (and, the third, from preheat2x to it), means over the cells that have such a gap; --bounds prints, cell by cell, what
none, preheat2x, the strategy at preheat2x's peak and the clairvoyant come to, and the bound that no strategy passes.
With --coarse [SETTINGS] the strategy has a coarse tier and the table says what that is about: a cell is no worse when the
full image is there as often, no more of it is blank, and the peak is no higher. lab-run must be built (swift build -c
release --product lab-run), or LAB_RUN name another one; nothing is decoded.
"""
import argparse
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAB = os.environ.get("LAB_RUN", HOME + "/.build/release/lab-run")
DEVICES = ["decode-4ms", "decode-12ms", "decode-30ms"]
BASE, WINDOW, SEER = "preheat2x", "fixed-window:screens=0.4", "clairvoyant"


def run(screen, device, trace, strategies, out):
    """Rows of lab-run's CSV, a strategy each, over one trace: a name, or a path."""
    command = [LAB, "--decode", "none", "--format", "csv", "--quiet", "--out", out,
               "--device", device]
    if screen != "390x844@3":
        size, scale = screen.split("@")
        command += ["--viewport", size, "--scale", scale]
    command += ["-t", trace]
    for strategy in strategies:
        command += ["-s", strategy]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "CACHELAB_HOME": HOME})
    if ran.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command), ran.stderr))
    return list(csv.DictReader(io.StringIO(ran.stdout)))


def trace_words(given):
    """The traces by the words that find them again; a name alone would find the shipped one in place of a file's."""
    words = []
    for word in given.split(","):
        if word != "all":
            words.append(word)
            continue
        text = subprocess.run([LAB, "list", "traces", "--format", "json"], capture_output=True, text=True, check=True,
                              env={**os.environ, "CACHELAB_HOME": HOME}).stdout
        words += [each["name"] for each in json.loads(text)["traces"]]
    return list(dict.fromkeys(words))


def trace_names(words):
    """What the words are called in tables: the file's name, or the whole word where two share that."""
    names = [os.path.basename(word).removesuffix(".scrolltrace") for word in words]
    return {word: name if names.count(name) == 1 else word for word, name in zip(words, names)}


def takes_budget(strategy):
    text = subprocess.run([LAB, "list", "strategies", "--format", "json"],
                          capture_output=True, text=True, check=True).stdout
    known = {each["id"]: each for each in json.loads(text)["strategies"]}
    return strategy in known and any(each["key"] == "budget" for each in known[strategy]["parameters"])


class Cell:
    """What a run of a cell came to: shares, milliseconds, megabytes."""

    def __init__(self, row, trace):
        self.trace, self.device = trace, row["device"]
        self.hit, self.blank = float(row["warm-hit-rate"]), float(row["warm-blank-ratio"])
        self.wait = float(row["warm-time-to-image-mean"]) / 1e6
        self.p95 = float(row["warm-time-to-image-p95"]) / 1e6
        self.peak, self.mean = int(row["peak-bitmap-bytes"]), float(row["mean-bitmap-bytes"])
        share = lambda name: float(row[name]) if row[name] else None
        # Of hits and of blank: from none, from preheat2x.
        self.closed = [share("gap-%s-from-%s" % pair) for pair in
                       [("hits", "none"), ("blank", "none"), ("hits", "preheat2x"), ("blank", "preheat2x")]]
        self.marks = {name: (float(row[name + "-warm-hit-rate"]), float(row[name + "-warm-blank-ratio"]))
                      for name in ["none", "preheat2x", "clairvoyant", "bound"]}
        self.decodes, self.overdrafts = int(row["decodes"]), int(row["overdrafts"])
        self.cold_blank = float(row["blank-ratio"])
        # Of a coarse tier; without one the first image is the full one.
        self.thumbnails, self.soft = int(row.get("coarse-decodes") or 0), float(row.get("warm-soft-ratio") or 0)
        self.first = float(row.get("warm-time-to-first-image-mean") or self.wait * 1e6) / 1e6
        self.first_p95 = float(row.get("warm-time-to-first-image-p95") or self.p95 * 1e6) / 1e6

    def lost(self, base, peak):
        """Letters of the axes on which it is worse than `base`: Hit, Time, Blank, Peak."""
        return "".join([
            "H" * (self.hit < base.hit), "T" * (self.wait > base.wait), "B" * (self.blank > base.blank),
            "P" * (peak is not None and self.peak > peak)])


    def coarse_lost(self, base, peak):
        """The same for a coarse tier: full Hits, Blank, Peak."""
        return "".join(each for each in self.lost(base, peak) if each != "T")


def measure(screen, strategy, settings, traces, out, coarse=None):
    """name -> list of (cell, cell of preheat2x, highest peak allowed)."""
    table, bases = {}, {}
    names_of = trace_names(traces)
    for device in DEVICES:
        for word in traces:
            for row in run(screen, device, word, [BASE, WINDOW], out):
                cell = Cell(row, names_of[word])
                if row["strategy"].startswith(BASE):
                    bases[word, device] = cell
                    table.setdefault(BASE, []).append((cell, cell, cell.peak))
                else:
                    table.setdefault(WINDOW, []).append((cell, bases[word, device], bases[word, device].peak))
    for strategy, settings, (trace, device), base in [
            (name, extra, cell, base) for name, extra in [(strategy, settings)] + ([(SEER, "")] if coarse is None else [])
            for cell, base in bases.items()]:
        if strategy == SEER:
            texts, limits = {"its peak": "%s:budget=%dB" % (SEER, base.peak)}, {"its peak": base.peak}
        elif takes_budget(strategy):
            budgets = {"its peak": base.peak, "30 MB": 30_000_000, "0.8 of it": base.peak * 8 // 10}
            texts = {name: "%s:budget=%dB%s" % (strategy, bytes, settings) for name, bytes in budgets.items()}
            if coarse is not None:
                texts = {name: text + coarse for name, text in texts.items() if name != "30 MB"}
            limits = {"its peak": base.peak, "30 MB": None, "0.8 of it": base.peak}
        else:
            texts = {"": strategy + (":" + settings[1:] if settings else "") + (coarse or "")}
            limits = {"": base.peak}
        names = list(texts)
        for name, row in zip(names, [run(screen, device, trace, [texts[name]], out)[0] for name in names]):
            title = ("%s%s, %s" % (strategy, coarse or "", name)).strip(", ")
            table.setdefault(title, []).append((Cell(row, names_of[trace]), base, limits[name]))
    return table


def ratio(cells, value):
    """Mean over cells of the ratio to preheat2x; cells in which both are 0 count as 1."""
    pairs = [(value(cell), value(base)) for cell, base, _ in cells]
    return sum(1 if base == 0 else ours / base for ours, base in pairs) / len(pairs)


def closed(cells, index):
    """Mean share of a gap closed over the cells that have one, as text."""
    shares = [cell.closed[index] for cell, _, _ in cells if cell.closed[index] is not None]
    return "%.3f" % (sum(shares) / len(shares)) if shares else "-"


def summary(name, cells):
    mean = lambda value: sum(value(cell) for cell, _, _ in cells) / len(cells)
    pooled = sum(cell.blank for cell, _, _ in cells) / sum(base.blank for _, base, _ in cells)
    good = sum(not cell.lost(base, peak) for cell, base, peak in cells)
    return "| %s | %d of %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.2f | %.2f | %d | %s | %s | %s |" % (
        name, good, len(cells), mean(lambda c: c.hit), ratio(cells, lambda c: c.blank), pooled,
        ratio(cells, lambda c: c.wait), ratio(cells, lambda c: c.p95), ratio(cells, lambda c: c.peak),
        ratio(cells, lambda c: c.mean), ratio(cells, lambda c: c.decodes), mean(lambda c: c.blank) * 100,
        sum(c.overdrafts for c, _, _ in cells), closed(cells, 0), closed(cells, 1), closed(cells, 2))


def show_bounds(table, strategy):
    """A row a cell: hit % and blank % of the yardsticks and of the strategy at preheat2x's peak."""
    print("| cell | none | preheat2x | %s | clairvoyant | bound | hit gap closed | blank gap closed | preheat2x's hit gap "
          "closed |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|" % strategy)
    name = next(each for each in table if each.startswith(strategy))
    text = lambda mark: "%.1f / %.2f" % (mark[0] * 100, mark[1] * 100)
    share = lambda value: "-" if value is None else "%.3f" % value
    means = [[] for _ in range(3)]
    for cell, _, _ in table[name]:
        for values, value in zip(means, cell.closed):
            values += [] if value is None else [value]
        marks = [cell.marks["none"], cell.marks["preheat2x"], (cell.hit, cell.blank), cell.marks["clairvoyant"],
                 cell.marks["bound"]]
        print("| %s %s | %s | %s |" % (cell.trace, cell.device[7:], " | ".join(text(mark) for mark in marks),
                                      " | ".join(share(value) for value in cell.closed[:3])))
    rows = [cell for cell, _, _ in table[name]]
    mean = lambda take: tuple(sum(take(cell)[axis] for cell in rows) / len(rows) for axis in (0, 1))
    marks = [mean(lambda c: c.marks["none"]), mean(lambda c: c.marks["preheat2x"]), mean(lambda c: (c.hit, c.blank)),
             mean(lambda c: c.marks["clairvoyant"]), mean(lambda c: c.marks["bound"])]
    print("| mean | %s | %s |" % (" | ".join(text(mark) for mark in marks),
                                  " | ".join("%.3f" % (sum(m) / len(m)) if m else "-" for m in means)))


COARSE_HEAD = ("| strategy | cells no worse | full hit | blank ratio | largest | with the first frame | soft % "
               "| first image mean ms | p95 ms | full image p95 ms | mean bytes | full decodes | thumbnails "
               "| overdrafts |\n|---|---|" + "---:|" * 12)


def coarse_summary(name, cells):
    """A row about both tiers. Cells in which preheat2x leaves nothing blank after the first frame have no ratio."""
    mean = lambda value: sum(value(cell) for cell, _, _ in cells) / len(cells)
    blank = [cell.blank / base.blank for cell, base, _ in cells if base.blank > 0]
    good = sum(not cell.coarse_lost(base, peak) for cell, base, peak in cells)
    full = lambda cell: cell.decodes - cell.thumbnails
    return ("| %s | %d of %d | %.3f | %.3f (%d cells) | %.3f | %.3f | %.2f | %.2f | %.1f | %.1f | %.3f | %.2f | %.2f "
            "| %d |") % (
        name, good, len(cells), mean(lambda c: c.hit), sum(blank) / len(blank), len(blank), max(blank),
        ratio(cells, lambda c: c.cold_blank), mean(lambda c: c.soft) * 100, mean(lambda c: c.first),
        mean(lambda c: c.first_p95), mean(lambda c: c.p95), ratio(cells, lambda c: c.mean), ratio(cells, full),
        sum(c.thumbnails / base.decodes for c, base, _ in cells) / len(cells), sum(c.overdrafts for c, _, _ in cells))


def print_coarse(table, with_cells):
    del table[WINDOW]
    print(COARSE_HEAD)
    for name, cells in table.items():
        print(coarse_summary(name, cells))
    if not with_cells:
        return
    names = list(table)
    print("\nEach: full hit %, blank %, soft %; worse on: full Hit, Blank, Peak\n")
    print("| cell | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    for group in zip(*table.values()):
        texts = ["%.1f %.3f %.1f %s" % (cell.hit * 100, cell.blank * 100, cell.soft * 100, cell.coarse_lost(base, peak))
                 for cell, base, peak in group]
        print("| %s %s | %s |" % (group[0][0].trace, group[0][0].device[7:], " | ".join(t.strip() for t in texts)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--screen", default="390x844@3")
    parser.add_argument("--strategy", default="budget-priority")
    parser.add_argument("--settings", default="", help="further parameters of the strategy, key=value,...")
    parser.add_argument("--traces", default="all", help="names or paths, separated by commas")
    parser.add_argument("--coarse", nargs="?", const="", help="with a coarse tier, of these parameters: key=value,...")
    parser.add_argument("--cells", action="store_true", help="a row a cell")
    parser.add_argument("--bounds", action="store_true", help="a row a cell, beside what the trace allows")
    flags = parser.parse_args()
    with tempfile.TemporaryDirectory() as out:
        table = measure(flags.screen, flags.strategy, "," + flags.settings if flags.settings else "",
                        trace_words(flags.traces), out,
                        None if flags.coarse is None else "+coarse" + (":" + flags.coarse if flags.coarse else ""))
    if flags.bounds:
        print("Screen %s. Each: warm hit %%, warm blank %%.\n" % flags.screen)
        return show_bounds(table, flags.strategy)
    print("Screen %s. Ratios are means over cells of the ratio to preheat2x.\n" % flags.screen)
    if flags.coarse is not None:
        return print_coarse(table, flags.cells)
    print("| strategy | cells no worse | hit | blank ratio | pooled blank | time | p95 | peak | mean bytes | decodes "
          "| blank % | overdrafts | hit gap | blank gap | preheat2x's hit gap |\n|---|---|" + "---:|" * 13)
    for name, cells in table.items():
        print(summary(name, cells))
    if not flags.cells:
        return
    names = list(table)
    print("\nEach: hit %, blank %, mean ms, peak MB; worse on: Hit, Time, Blank, Peak\n")
    print("| cell | " + " | ".join(names) + " |\n|---|" + "---|" * len(names))
    for group in zip(*table.values()):
        texts = ["%.1f %.2f %.1f %.1f %s" % (
            cell.hit * 100, cell.blank * 100, cell.wait, cell.peak / 1e6, cell.lost(base, peak))
            for cell, base, peak in group]
        print("| %s %s | %s |" % (group[0][0].trace, group[0][0].device[7:], " | ".join(t.strip() for t in texts)))


if __name__ == "__main__":
    main()
