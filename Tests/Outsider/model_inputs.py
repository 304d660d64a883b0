"""What the reference model reads: numbers, the library's list, geometry, another screen, traces. Integers and Fractions
only.
"""
import csv
import json
import re
import sys
from decimal import Decimal
from fractions import Fraction

SCALES = {"all": (1, 2, 3, 4, 5, 6, 7, 8), "fast": (1, 2, 3, 4, 8), "pow2": (1, 2, 4, 8)}


def fail(message):
    print("model.py: " + message, file=sys.stderr)
    sys.exit(1)



def rational(text):
    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        fail("not a rational number: %r" % text)


def exact(value):
    """A JSON number (int or Decimal) as a Fraction."""
    return Fraction(value)


def nearest(x):
    """Nearest integer, ties away from zero."""
    return int(x + Fraction(1, 2)) if x >= 0 else -int(-x + Fraction(1, 2))


def milli(value):
    return nearest(exact(value) * 1000)


def byte_count(text):
    units = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}
    m = re.fullmatch(r"\s*([0-9./]+)\s*([A-Za-z]*)\s*", text)
    if not m or m.group(2).lower() not in units:
        fail("not a byte count: %r" % text)
    return int(rational(m.group(1)) * units[m.group(2).lower()])


# ---------------------------------------------------------------- library

class Asset:
    __slots__ = ("w", "h", "encoded", "thumbnail", "thumbnail_size", "decodes")


def load_library(path, limit):
    with open(path, newline="", encoding="utf-8") as f:
        rows = list(csv.reader(f))
    head = [c.strip().lower().replace("_", " ") for c in rows[0]]
    names = ("item", "width", "height", "encoded bytes", "thumbnail bytes", "decodes")
    col = {name: head.index(name) for name in names}
    sides = [head.index(name) for name in ("thumbnail width", "thumbnail height") if name in head]
    byitem = {}
    for r in rows[1:]:
        if not r:
            continue
        a = Asset()
        a.w, a.h = int(r[col["width"]]), int(r[col["height"]])
        a.encoded, a.thumbnail = int(r[col["encoded bytes"]]), int(r[col["thumbnail bytes"]])
        a.thumbnail_size = tuple(int(r[c]) for c in sides)
        a.decodes = r[col["decodes"]].strip().lower() in ("yes", "true", "1")
        byitem[int(r[col["item"]])] = a
    n = len(byitem)
    if sorted(byitem) != list(range(n)):
        fail("the items of the library are not 0..<%d" % n)
    return [byitem[i] for i in range(n if limit is None else min(n, limit))]


def scaled_size(asset, target, eighths):
    for m in eighths:
        w, h = -(-asset.w * m // 8), -(-asset.h * m // 8)
        if w >= target[0] and h >= target[1]:
            return w, h
    return asset.w, asset.h


def sizes(asset, target, fit, eighths):
    """(size as decoded, size as held) of a photo for a cell."""
    if fit == "eighth":
        decoded = scaled_size(asset, target, eighths)
        return decoded, decoded
    ratio = min(Fraction(1), max(Fraction(target[0], asset.w), Fraction(target[1], asset.h)))
    whole = tuple(max(int(side * ratio + Fraction(1, 2)), min(side, cell))
                  for side, cell in ((asset.w, target[0]), (asset.h, target[1])))
    held = whole if fit == "fill" else tuple(map(min, whole, target))
    return scaled_size(asset, whole, eighths), held


def bitmap_bytes(size, pixels):
    w, h = size
    if pixels == "bgra":
        return w * h * 4
    row = lambda width: -(-width // 16) * 16
    return row(w) * h + 2 * row(-(-w // 2)) * -(-h // 2)


# ---------------------------------------------------------------- geometry

class Geometry:
    """One layout in force, all in thousandths of a point."""

    def __init__(self, height, count, columns, cell, spacing, inset, content, scale):
        self.H, self.count, self.columns = height, count, columns
        self.cw, self.ch = cell
        self.sx, self.sy = spacing
        self.inset = inset
        self.top, self.bottom = inset[0], inset[2]
        self.pitch = self.ch + self.sy
        self.content = content
        self.rows = -(-count // columns)
        self.target = (ceil_px(self.cw, scale), ceil_px(self.ch, scale))

    def last_offset(self):
        return max(0, self.content - self.H)

    def items(self, lo_y, hi_y):
        """Half-open range of the items overlapping [lo_y, hi_y) by a positive height."""
        if hi_y <= lo_y:
            return 0, 0
        lo = (lo_y - self.top - self.ch) // self.pitch + 1          # first row with maxY > lo_y
        hi = -((self.top - hi_y) // self.pitch)                     # first row with minY >= hi_y
        lo = min(max(lo, 0), self.rows)
        hi = min(max(hi, lo), self.rows)
        return min(lo * self.columns, self.count), min(hi * self.columns, self.count)

    def overlap(self, item, y):
        top = self.top + item // self.columns * self.pitch
        return max(0, min(top + self.ch, y + self.H) - max(top, y))


def ceil_px(thousandths, scale):
    x = Fraction(thousandths, 1000) * scale
    return -(-x.numerator // x.denominator)


class Screen:
    """The flags of another screen, and the cut to the library; turns a layout of the trace into the layout replayed."""

    def __init__(self, viewport, scale, columns, assets, header, header_scale):
        same = lambda flag, own: flag is None or flag == own
        self.other = not (same(viewport, header["viewport"]) and same(scale, header_scale)
                          and same(columns, header["columns"]))
        self.viewport = viewport
        self.scale = scale if scale is not None else header_scale
        self.columns = columns
        self.assets = assets
        self.header_columns = None

    def geometry(self, raw):
        count = min(raw["count"], self.assets)
        columns, cell = raw["columns"], raw["cell"]
        if self.header_columns is None:
            self.header_columns = columns
        w, h = raw["viewport"]
        sx = raw["spacing"][0]
        if self.other:
            if self.viewport:
                w, h = self.viewport
            if self.columns is not None and columns == self.header_columns:
                columns = self.columns
            side = Fraction(w - (columns - 1) * sx, columns)
            px = int(side / 1000 * self.scale)
            width = int(Fraction(px * 1000) / self.scale)
            if cell[0] == cell[1]:
                cell = (width, width)
            else:
                ph = int(Fraction(px * cell[1], cell[0]))
                cell = (width, int(Fraction(ph * 1000) / self.scale))
        content = raw["content"][1]
        if self.other or count < raw["count"]:
            rows = -(-count // columns)
            gap = raw["spacing"][1]
            content = raw["inset"][0] + raw["inset"][2] + max(0, rows * (cell[1] + gap) - gap)
        if cell[0] <= 0 or cell[1] <= 0:
            fail("a layout fits no cell")
        g = Geometry(h, count, columns, cell, raw["spacing"], raw["inset"], content, self.scale)
        g.clamps = self.other or count < raw["count"]
        g.raw_pitch = raw["cell"][1] + raw["spacing"][1]
        return g

    def offset(self, g, y):
        """(offset replayed, was it clamped)"""
        if not g.clamps:
            return y, False
        p = y * g.pitch
        y = p // g.raw_pitch if p >= 0 else -(-p // g.raw_pitch)
        last = g.last_offset()
        return (last, True) if y > last else (y, False)


# ---------------------------------------------------------------- trace

CHANGES = ("insert", "remove", "access")


class Trace:
    """steps: list of (t ns, kind, payload) in replay order; kind is layout, content (payload: layout and photos by
    place), warning or frame (payload: raw offset)."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            lines = [json.loads(row, parse_float=Decimal) for row in f if row.strip() and not row.startswith("#")]
        header = lines[0]
        if not isinstance(header, dict) or header.get("scrolltrace") != 1:
            fail("%s: not a version-1 trace" % path)
        self.scale = exact(header.get("scale", 1))
        layout = self.merge({}, header)
        self.first_layout = layout
        timed = []
        self.end = None
        for line in lines[1:]:
            t = nearest(exact(line[0]) * 1000000)
            if isinstance(line[1], str):
                if line[1] == "end" and self.end is None:
                    self.end = t
                timed.append((t, 0, line[1], line[2] if len(line) > 2 else {}))
            else:
                timed.append((t, 1, "frame", milli(line[1])))
        timed.sort(key=lambda e: (e[0], e[1]))                       # events before a sample of the same time
        samples = [e for e in timed if e[2] == "frame"]
        if not samples:
            fail("%s: no sample" % path)
        self.start = samples[0][0]
        if self.end is None:
            self.end = samples[-1][0]
        self.steps, photos, self.new = [], None, layout["count"]
        y = samples[0][3]
        for k, (t, _, kind, body) in enumerate(timed):
            if t > self.end:
                break
            if kind == "frame":
                y = body
                self.steps.append((t, "frame", y))
            elif kind == "layout":
                layout = self.merge(layout, body)
                self.steps.append((t, "layout", layout))
                if photos is not None:
                    layout["count"] = len(photos)
                else:
                    self.new = max(self.new, layout["count"])
                y = self.frame_of_its_own(timed[k + 1:], t, y, layout)
            elif kind in CHANGES and "items" in body:
                photos = self.changed(list(range(layout["count"])) if photos is None else photos, kind, body["items"])
                rows = [-(-count // layout["columns"]) for count in (layout["count"], len(photos))]
                # What is beside the grid stays.
                grown = (rows[1] - rows[0]) * (layout["cell"][1] + layout["spacing"][1])
                layout = dict(layout, count=len(photos))
                layout["content"] = (layout["content"][0], max(0, layout["content"][1] + grown))
                layout = self.merge(layout, {"content": body["content"]} if "content" in body else {})
                self.steps.append((t, "content", (layout, photos)))
                y = self.frame_of_its_own(timed[k + 1:], t, y, layout)
            elif kind in ("memory-warning", "background"):
                self.steps.append((t, "warning", None))

    def frame_of_its_own(self, later, t, y, layout):
        """A change without a sample at its time is a frame all the same."""
        if not [e for e in later if e[0] == t and e[2] in ("frame", "layout") + CHANGES]:
            y = max(0, min(y, layout["content"][1] - layout["viewport"][1]))
            self.steps.append((t, "frame", y))
        return y

    def changed(self, photos, kind, items):
        """The photos by place after a change; those that come in have the next numbers."""
        named = [i for e in items for i in (range(e[0], e[1]) if isinstance(e, list) else [e])]
        if kind == "access":
            self.new = max([self.new] + [i + 1 for i in named])
            return named
        photos = list(photos)
        if kind == "remove":
            return [p for place, p in enumerate(photos) if place not in set(named)]
        for place in named:
            photos.insert(place, self.new)
            self.new += 1
        return photos

    def merge(self, old, new):
        """A layout replaces what it names; the rest stays."""
        layout = dict(old)
        for key in ("viewport", "content"):
            if key in new:
                layout[key] = (milli(new[key][0]), milli(new[key][1]))
        grid = new.get("grid")
        if grid:
            layout["count"], layout["columns"] = int(grid["count"]), int(grid["columns"])
            layout["cell"] = (milli(grid["cell"][0]), milli(grid["cell"][1]))
            layout["spacing"] = tuple(milli(v) for v in grid.get("spacing", (0, 0)))
            layout["inset"] = tuple(milli(v) for v in grid.get("inset", (0, 0, 0, 0)))
        elif "columns" not in layout:
            w, h = layout["content"]
            side = (w - 3 * 2000) // 4
            layout.update(count=4 * max(1, (h + 2000) // (side + 2000)), columns=4, cell=(side, side),
                          spacing=(2000, 2000), inset=(0, 0, 0, 0))
        return layout
