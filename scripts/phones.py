#!/usr/bin/env python3
"""Tables over phones: strategies at their defaults, six widths, every shipped trace.

    scripts/phones.py TABLE [OPTION ...]
    scripts/phones.py readme [--check]    puts `phones` and `photos` into README.md, or says whether they stand there

phones   images ready and peak of bitmap memory, a column a phone
ready    images ready, a row a phone
peak     peak of bitmap memory, a row a phone
photos   means over the phones, photos of 0.8 and of 12 megapixels, without and with thumbnails
fits     peak of bitmap memory of preheat2x by what a bitmap holds
memory   of a whole process, measured

Options go to `lab-run sweep`: --fit crop, --pixels yuv420. Sweeps are `lab-run sweep sweeps/phones.sweep`, counted in
virtual time; means are over traces.
"""
import contextlib
import io
import itertools
import json
import sys
import textwrap

import block
import lab

STRATEGIES = ["budget-priority", "fixed-window", "windowed-lead", "preheat2x", "lru", "none"]
FULL = ["--library", "full", "--device", "decode-12mp"]
THUMBNAILS = ["--delivery", "opportunistic"]
FITS = [("fill", "bgra"), ("fill", "yuv420"), ("crop", "bgra"), ("crop", "yuv420"), ("eighth", "bgra"), ("eighth", "yuv420")]


def sweep(options):
    """Rows of the sweep with these options; strategies without what --delivery writes behind them."""
    rows = lab.rows("sweep", lab.sweep("phones"), *options)
    for row in rows:
        row["strategy"] = row["strategy"].split("+")[0]
    return rows


def screens(rows):
    return list(dict.fromkeys(row["screen"] for row in rows))


def mean(rows, name, **where):
    return lab.mean(float(row[name]) for row in rows if all(row[key] == value for key, value in where.items()))


def phones(options):
    rows = sweep(options)
    table = []
    for strategy in STRATEGIES:
        cells = []
        for screen in screens(rows):
            where = {"strategy": strategy, "screen": screen}
            cells.append("%.0f; %.1f" % (
                100 * mean(rows, "warm-hit-rate", **where), mean(rows, "peak-bitmap-bytes", **where) / 1e6))
        table.append(["`%s`" % strategy] + cells)
    lab.show(["images ready, %; peak, MB"] + [screen.replace("x", " x ", 1) for screen in screens(rows)], table)


def names():
    """The phones as the sweep has them, in the order of `screens`."""
    return lab.settings("phones", "screen")


def by_phone(options, metric, form):
    """A row a phone, a column a strategy; `none` has nothing ready and holds what is on the screen."""
    rows = sweep(options)
    strategies = [strategy for strategy in STRATEGIES if strategy != "none"]
    lab.show(["phone"] + ["`%s`" % strategy for strategy in strategies], [
        ["%s, %s" % (name, screen.replace("x", " x ", 1))] + [
            form(mean(rows, metric, strategy=strategy, screen=screen)) for strategy in strategies]
        for name, screen in zip(names(), screens(rows))])


def ready(options):
    by_phone(options, "warm-hit-rate", lambda value: "%.0f %%" % (100 * value))


def peak(options):
    by_phone(options, "peak-bitmap-bytes", lambda value: "%.1f MB" % (value / 1e6))


def fits(options):
    found = [sweep(options + ["-s", "preheat2x", "--fit", fit, "--pixels", pixels]) for fit, pixels in FITS]
    kept = [place for place, name in enumerate(names()) if name != "iphone-16"]
    lab.show(["what a bitmap holds"] + [names()[place] for place in kept], [
        ["`--fit %s --pixels %s`" % (fit, pixels)] + [
            "%.1f MB" % (mean(rows, "peak-bitmap-bytes", screen=screens(rows)[place]) / 1e6) for place in kept]
        for (fit, pixels), rows in zip(FITS, found)])


def photos(options):
    kinds = [(sweep(options + size), sweep(options + size + THUMBNAILS)) for size in ([], FULL)]
    table = []
    for strategy in STRATEGIES:
        cells = []
        for plain, thumbnails in kinds:
            cells.append("%.0f %%" % (100 * mean(plain, "warm-hit-rate", strategy=strategy)))
            cells.append("%.1f %%" % (100 * mean(plain, "warm-blank-ratio", strategy=strategy)))
            cells.append("%.2f %%" % (100 * mean(thumbnails, "warm-blank-ratio", strategy=strategy)))
        table.append(["`%s`" % strategy] + cells)
    columns = [size + what for size in ("0.8 MP: ", "12 MP: ") for what in ("ready", "blank", "with thumbnails")]
    lab.show(["strategy"] + columns, table)
    print("\n" + flips(kinds))


def order(rows, name, sign, **where):
    return sorted(STRATEGIES, key=lambda strategy: sign * mean(rows, name, strategy=strategy, **where))


def flips(kinds):
    """Where two strategies change places, in words."""
    plain, thumbnails = [kind[0] for kind in kinds], [kind[1] for kind in kinds]
    columns = [
        ("images ready", "warm-hit-rate", -1, plain), ("blank area", "warm-blank-ratio", 1, plain),
        ("blank area with thumbnails", "warm-blank-ratio", 1, thumbnails)]
    same, sentences = [], []
    for words, name, sign, tables in columns:
        orders = [order(rows, name, sign, screen=screen) for rows in tables for screen in screens(rows)]
        pairs = ["`%s` with `%s`" % pair for pair in itertools.combinations(STRATEGIES, 2)
                 if len({names.index(pair[0]) < names.index(pair[1]) for names in orders}) == 2]
        if not pairs:
            same.append(words)
            continue
        sentences.append("By %s, these pairs change places on some phones or with other photos, and no others: %s." % (words, "; ".join(pairs)))
    if same:
        sentences.insert(0, "By %s, the order is the same on every phone and with both kinds of photos." % " and by ".join(same))
    return "\n".join(textwrap.fill(sentence, 120, break_on_hyphens=False) for sentence in sentences)


def memory(options):
    """VmHWM of `lab-run`, 3,924 photos, by screen and fit."""
    table = []
    for name in names():
        cells = []
        for fit in ["fill", "crop"]:
            record = json.loads(lab.kept(
                "--strategy", "preheat2x", "--trace", "fastscroll", "--assets", "3924", "--screen", name, "--fit", fit,
                "--format", "json", *options))
            cells.append("%.0f MB" % (record["measured"]["peak-rss"] / 1e6))
        table.append([name] + cells)
    lab.show(["phone", "`--fit fill`", "`--fit crop`"], table)


def readme(options):
    for table in (phones, photos):
        made = io.StringIO()
        with contextlib.redirect_stdout(made):
            table([])
        block.update("README.md", table.__name__, made.getvalue(), check=options == ["--check"])


if __name__ == "__main__":
    tables = {table.__name__: table for table in (phones, ready, peak, photos, fits, memory, readme)}
    if len(sys.argv) < 2 or sys.argv[1] not in tables:
        sys.exit("name a table: " + ", ".join(tables))
    tables[sys.argv[1]](sys.argv[2:])
