"""What the reference model reads: numbers, the library's list, geometry, another screen, traces. Integers and Fractions
only.
"""
import csv
import json
import re
import sys
from decimal import Decimal
from fractions import Fraction

from grid_model import Rows, Section, cut, listed, regrouped, sections_of, thousandths as milli, usual_of



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


def scaled_size(asset, target):
    for m in range(1, 9):
        w, h = -(-asset.w * m // 8), -(-asset.h * m // 8)
        if w >= target[0] and h >= target[1]:
            return w, h
    return asset.w, asset.h


def sizes(asset, target, fit):
    """(size as decoded, size as held) of a photo for a cell."""
    ratio = min(Fraction(1), max(Fraction(target[0], asset.w), Fraction(target[1], asset.h)))
    whole = tuple(max(int(side * ratio + Fraction(1, 2)), min(side, cell))
                  for side, cell in ((asset.w, target[0]), (asset.h, target[1])))
    held = whole if fit == "fill" else tuple(map(min, whole, target))
    return scaled_size(asset, whole), held


def bitmap_bytes(size):
    return size[0] * size[1] * 4


# ---------------------------------------------------------------- geometry

class Geometry:
    """One layout in force, all in thousandths of a point. `cell` is the usual one."""

    def __init__(self, height, sections, cell, inset, scale):
        self.H, self.width = height, cell[0]
        self.scale = scale
        self.count = sum(section.count for section in sections)
        self.rows = Rows(sections, inset)
        self.target = self.size(cell)
        self.targets = list(dict.fromkeys(self.size(section.cell) for section in sections if section.count)) \
            or [self.target]

    def size(self, cell):
        """A cell in pixels."""
        return ceil_px(cell[0], self.scale), ceil_px(cell[1], self.scale)

    def cell(self, place):
        return self.rows.cells[self.rows.of[place]]

    def target_at(self, place):
        """The target size of a place; None where the grid has no such place."""
        return self.size(self.cell(place)) if place is not None and place < self.count else None

    def last_offset(self):
        return max(0, self.rows.height - self.H)

    def items(self, lo_y, hi_y):
        """Half-open range of the items overlapping [lo_y, hi_y) by a positive height."""
        return self.rows.items(lo_y, hi_y)

    def area(self, place, y):
        """The height of a cell in view, weighed by its width."""
        height = self.rows.overlap(self.rows.of[place], y, y + self.H)
        return height * self.cell(place)[0] // self.width


def ceil_px(thousandths, scale):
    x = Fraction(thousandths, 1000) * scale
    return -(-x.numerator // x.denominator)


class Screen:
    """The flags of another screen, and the cut to the library; makes the layout replayed of one
    of the trace."""

    def __init__(self, viewport, scale, columns, assets, trace):
        self.other = viewport is not None or scale is not None or columns is not None
        self.viewport = viewport
        self.scale = scale if scale is not None else trace.scale
        self.columns, self.header_columns = columns, trace.first_layout["columns"]
        self.assets = assets
        layouts = [trace.first_layout] + [body for _, kind, body in trace.steps if kind in ("layout", "content")]
        # One grid that is not the recorded one, and offsets beyond the end are moved to it all over the trace.
        self.clamps = self.other or trace.limited or any(
            max(photos_of(layout), default=0) >= assets for layout in layouts)

    def one(self, layout):
        return [Section(layout["count"], layout["columns"], layout["spacing"], cell=layout["cell"])]

    def own_columns(self, columns):
        return self.columns if self.other and self.columns and columns == self.header_columns else columns

    def size(self, raw):
        """The viewport."""
        return self.viewport or raw["viewport"]

    def cell(self, section, raw):
        """The cell of a section on this screen: the usual one, or one that fills the width by its section's columns."""
        if not self.other:
            return section.cell
        usual, (width, height) = self.one(raw)[0], self.size(raw)
        like = usual if section.cell == usual.cell else section
        columns = self.own_columns(like.columns)
        pixels = int(Fraction(width - (columns - 1) * like.spacing[0], columns) / 1000 * self.scale)
        length = lambda pixels: int(Fraction(pixels * 1000) / self.scale)
        if like.cell[0] == like.cell[1]:
            return length(pixels), length(pixels)
        if like.cell[1] == raw["viewport"][1]:
            return length(pixels), height
        return length(pixels), length(int(Fraction(pixels * like.cell[1], like.cell[0])))

    def here(self, sections, raw):
        """Sections of a layout of the trace as they are on this screen."""
        return [section._replace(columns=self.own_columns(section.columns), cell=self.cell(section, raw))
                for section in sections]

    def geometry(self, raw):
        keeps = [photo < self.assets for photo in photos_of(raw)]
        usual = self.one(raw)[0]
        cell, height = self.cell(usual, raw), self.size(raw)[1]
        sections = self.here(raw["sections"], raw)
        if min(cell + sum((section.cell for section in sections), ())) <= 0:
            fail("a layout fits no cell")
        g = Geometry(height, cut(sections, keeps), cell, raw["inset"], self.scale)
        # Offsets grow with the pitch, and where the trace has sections with the content, whatever is shown of it.
        own, g.ratio = raw.get("own", raw["sections"]), (cell[1] + usual.spacing[1], usual.cell[1] + usual.spacing[1])
        is_plain = not own or own == [usual] and raw["usual"]._replace(count=usual.count) == usual
        if self.other and not is_plain:
            whole = lambda sections: Rows(sections, raw["inset"]).height
            g.ratio = whole(self.here(own, raw)), max(1, whole(own))
        return g

    def offset(self, g, y):
        """(offset replayed, was it clamped)"""
        if not self.clamps:
            return y, False
        p = y * g.ratio[0]
        y = p // g.ratio[1] if p >= 0 else -(-p // g.ratio[1])
        last = g.last_offset()
        return (last, True) if y > last else (y, False)


# ---------------------------------------------------------------- trace

CHANGES = ("insert", "remove", "access")


class Trace:
    """steps: list of (t ns, kind, payload) in replay order; kind is layout, content (payload: a layout, with the photos
    by place), warning, foreground or frame (payload: raw offset)."""

    def __init__(self, path, access=None, assets=0):
        with open(path, encoding="utf-8") as f:
            lines = [json.loads(row, parse_float=Decimal) for row in f if row.strip() and not row.startswith("#")]
        header = lines[0]
        if not isinstance(header, dict) or header.get("scrolltrace") not in (1, 2):
            fail("%s: not a trace of version 1 or 2" % path)
        self.version = header["scrolltrace"]
        self.scale = exact(header.get("scale", 1))
        layout = self.merge({"photos": None}, header)
        self.new = layout["count"]
        choice = chosen(min(layout["count"], assets), access)
        # A choice is the replay's, until the trace makes another one.
        choose = lambda layout: layout if choice is None else {
            **self.with_photos(layout, choice, {}), "own": layout["sections"]}
        self.first_layout, self.limited = choose(layout), choice is not None
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
        self.steps = []
        y = samples[0][3]
        for k, (t, _, kind, body) in enumerate(timed):
            if t > self.end:
                break
            if kind == "frame":
                y = body
                self.steps.append((t, "frame", y))
            elif kind == "layout":
                layout = self.merge(layout, body)
                if layout["photos"] is None:
                    self.new = max(self.new, layout["count"])
                self.steps.append((t, "layout", choose(layout)))
                y = self.frame_of_its_own(timed[k + 1:], t, y, layout)
            elif kind in CHANGES and "items" in body:
                layout = self.with_photos(layout, self.changed(photos_of(layout), kind, body["items"]), body)
                choice = None
                self.steps.append((t, "content", layout))
                y = self.frame_of_its_own(timed[k + 1:], t, y, layout)
            elif kind in ("memory-warning", "background"):
                self.steps.append((t, "warning", None))
            elif kind == "foreground":
                self.steps.append((t, "foreground", None))

    def frame_of_its_own(self, later, t, y, layout):
        """A change without a sample at its time is a frame all the same."""
        if not [e for e in later if e[0] == t and e[2] in ("frame", "layout") + CHANGES]:
            y = max(0, min(y, layout["content"][1] - layout["viewport"][1]))
            self.steps.append((t, "frame", y))
        return y

    def with_photos(self, layout, photos, body):
        """The layout with other photos, in the sections that the trace says or in their own; what is beside stays."""
        if self.version > 1 and "sections" in body:
            sections = listed(body["sections"], layout["grid"])
        else:
            sections = regrouped(layout["sections"], photos_of(layout), photos, layout["usual"])
        height = lambda sections: Rows(sections, layout["inset"]).height
        grown = height(sections) - height(layout["sections"])
        layout = dict(layout, count=len(photos), photos=photos, sections=sections)
        layout["content"] = (layout["content"][0], max(0, layout["content"][1] + grown))
        if "content" in body:
            layout["content"] = tuple(map(milli, body["content"]))
        return layout

    def changed(self, photos, kind, items):
        """The photos by place after a change; those that come in have the next numbers."""
        named = [i for e in items for i in (range(e[0], e[1]) if isinstance(e, list) else [e])]
        if kind == "access":
            self.new = max([self.new] + [i + 1 for i in named])
            return named
        photos = list(photos)
        if kind == "remove":
            gone = set(named)
            return [p for place, p in enumerate(photos) if place not in gone]
        for place in named:
            photos.insert(place, self.new)
            self.new += 1
        return photos

    def merge(self, old, new):
        """A layout replaces what it names; the rest stays."""
        layout, grid = dict(old), new.get("grid")
        for key in ("viewport", "content"):
            if key in new:
                layout[key] = (milli(new[key][0]), milli(new[key][1]))
        if not grid and "grid" not in layout:
            side = (layout["content"][0] - 3 * 2000) // 4
            rows = max(1, (layout["content"][1] + 2000) // (side + 2000))
            points = Fraction(side, 1000)
            grid = {"count": 4 * rows, "columns": 4, "cell": (points, points), "spacing": (2, 2)}
        if grid:
            usual = usual_of(grid, self.version)
            layout.update(
                grid=grid, usual=usual, count=usual.count, columns=usual.columns, spacing=usual.spacing,
                cell=usual.cell)
            layout["inset"] = tuple(milli(v) for v in grid.get("inset", (0, 0, 0, 0)))
            layout["sections"] = sections_of(grid, self.version)
        return layout


def photos_of(layout):
    return list(range(layout["count"])) if layout["photos"] is None else layout["photos"]


def chosen(count, limit):
    """The photos of a limited choice, if there is one: runs of 20 neighbours, evenly spread."""
    if limit is None or limit >= count:
        return None
    runs = -(-limit // 20)
    return [20 * k + k * (count - limit) // runs + i for k in range(runs) for i in range(min(20, limit - 20 * k))]
