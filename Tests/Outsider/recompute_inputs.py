"""What the recomputation knows besides the events: configuration, the library's list, the trace's times and layouts."""
import csv
import hashlib
import json
import re
from decimal import Decimal
from fractions import Fraction

from declared_devices import DEVICES

EIGHTHS = {"all": (1, 2, 3, 4, 5, 6, 7, 8), "fast": (1, 2, 3, 4, 8), "pow2": (1, 2, 4, 8)}
UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


class Configuration:
    """The first line of an event file: what the run was told."""

    def __init__(self, line):
        device, screen, self.text = line["device"], line["screen"], line["strategy"]
        self.costs = tuple(device[name] for name in ("fixed-ns", "ps-per-byte", "ps-per-pixel"))
        self.costs += (device.get("ps-per-reduced-pixel", 0),)
        self.first_target = tuple(screen["target-px"])
        self.fit, self.pixels = line.get("fit", "eighth"), line.get("pixels", "bgra")
        self.factors = device.get("scale-factors-thousandths", (1000,) * 8)
        self.workers = device["workers"]
        declared = DEVICES.get(device["name"])
        if declared and (self.costs, self.workers, set(self.factors)) != (declared, 2, {1000}):
            raise SystemExit("device %s is not the declared one" % device["name"])
        self.eighths, self.assets = EIGHTHS[line["scales"]], line["library"]["assets"]
        self.trace_sha256 = line["trace"]["sha256"]
        # Flags that replace the trace's screen; without them the trace's own header says all.
        other = screen["from-flags"]
        self.viewport = screen["viewport-pt"] if other else None
        self.scale = Fraction(screen["scale-thousandths"], 1000) if other else None
        self.columns = screen["columns"] if other else None
        self.at_least = "match=at-least" in self.text
        number, unit = re.search(r"budget=([0-9./]+)([A-Za-z]*)|$", self.text).groups()
        # budget-priority evicts by itself, within a budget as lru has one. One in screens is known with each layout.
        self.has_budget = "lru" in self.text or "budget-priority" in self.text
        self.budget_screens = Fraction(number) if number and unit == "screens" else None
        self.budget = int(Fraction(number) * UNITS[unit.lower()]) if number and unit != "screens" else None
        if self.has_budget and self.budget is None and self.budget_screens is None:
            raise SystemExit("the strategy's text does not say its budget")
        self.cloud = line.get("cloud")
        self.is_fast = line.get("delivery") == "fast"
        self.has_coarse = "+coarse" in self.text or "+opportunistic" in self.text


class Library:
    def __init__(self, path, configuration):
        self.costs, self.factors = configuration.costs, configuration.factors
        self.eighths, self.known = configuration.eighths, {}
        self.fit, self.pixels = configuration.fit, configuration.pixels
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            names = [name.strip().lower().replace("_", " ") for name in next(rows)]
            assets = sorted((dict(zip(names, row)) for row in rows if row), key=lambda row: int(row["item"]))
        self.assets = [tuple(int(a[n]) for n in ("width", "height", "encoded bytes")) for a in assets]
        if len(self.assets) != configuration.assets:  # another number is another deal of the same sizes
            raise SystemExit("%s lists %d photos, the run had %d" % (path, len(self.assets), configuration.assets))
        self.readable = [a["decodes"] == "yes" for a in assets]
        self.thumbnails = [int(a["thumbnail bytes"]) for a in assets]
        self.is_fast = configuration.is_fast
        self.thumbnail_sizes = [(int(a.get("thumbnail width", 0)), int(a.get("thumbnail height", 0))) for a in assets]
        if self.is_fast and any(self.thumbnails) and not any(width for width, _ in self.thumbnail_sizes):
            raise SystemExit("%s has no sizes of thumbnails, which fast delivery shows: list the photos anew" % path)

    def gives_thumbnail(self, item):
        """With fast delivery a request is answered with the thumbnail where there is one that gives an image."""
        return self.is_fast and self.thumbnail_sizes[item][0] > 0

    def decodes(self, item):
        return self.readable[item] or self.gives_thumbnail(item)

    def decode_thumbnail(self, item, size):
        """(bitmap bytes, cost in ns) of decoding an item's embedded thumbnail, which the events give the size of."""
        fixed, per_byte, per_pixel, _ = self.costs
        pixels = size[0] * size[1]
        return self.memory(size), fixed + (per_byte * self.thumbnails[item] + per_pixel * pixels) * self.factors[7] // 10**6

    def decode(self, item, target):
        """(bitmap bytes, cost in ns) of decoding an item for a target size."""
        if self.gives_thumbnail(item):
            return self.decode_thumbnail(item, self.thumbnail_sizes[item])
        if (item, target) not in self.known:
            width, height, encoded = self.assets[item]
            wanted = target if self.fit == "eighth" else self.filling(width, height, target)
            for eighth in self.eighths:
                decoded = -(-width * eighth // 8), -(-height * eighth // 8)
                if decoded[0] >= wanted[0] and decoded[1] >= wanted[1]:
                    break  # otherwise the last, full size, stands
            held = {"eighth": decoded, "fill": wanted, "crop": (min(wanted[0], target[0]), min(wanted[1], target[1]))}
            fixed, per_byte, per_pixel, per_reduced = self.costs
            cost = (per_byte * encoded + per_pixel * decoded[0] * decoded[1]) * self.factors[eighth - 1] // 10**6
            if held[self.fit] != decoded:
                cost += per_reduced * held[self.fit][0] * held[self.fit][1] // 1000
            self.known[item, target] = self.memory(held[self.fit]), fixed + cost
        return self.known[item, target]

    @staticmethod
    def filling(width, height, target):
        """The whole picture with its cell filled, never enlarged, sides to the nearest pixel."""
        part, all_of = max((target[0], width), (target[1], height), key=lambda pair: Fraction(*pair))
        if part >= all_of:
            return width, height
        near = lambda side: (2 * side * part + all_of) // (2 * all_of)
        return max(near(width), min(width, target[0])), max(near(height), min(height, target[1]))

    def memory(self, size):
        width, height = size
        if self.pixels == "bgra":
            return 4 * width * height
        half = (width + 1) // 2, (height + 1) // 2
        return (width + 15) // 16 * 16 * height + 2 * ((half[0] + 15) // 16 * 16) * half[1]


def thousandths(number):
    x = Fraction(number) * 1000
    return int(x + Fraction(1 if x >= 0 else -1, 2))


class Trace:
    """What the events do not repeat: first and last time, and the layouts."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(text, parse_float=Decimal) for text in file if text.strip() and text[0] != "#"]
        with open(path, "rb") as file:
            self.sha256 = hashlib.sha256(file.read()).hexdigest()
        nanoseconds = lambda line: int(Fraction(line[0]) * 10**6)
        samples = [nanoseconds(line) for line in lines[1:] if not isinstance(line[1], str)]
        ends = [nanoseconds(line) for line in lines[1:] if line[1] == "end"]
        self.start, self.end = samples[0], (ends + samples[-1:])[0]
        side = (Fraction(lines[0]["content"][0]) - 6) / 4
        self.header = {"grid": {"columns": 4, "cell": (side, side), "spacing": (2, 2)}, **lines[0]}
        self.layouts = [(self.start, self.header)]
        for line in lines[1:]:
            if line[1] == "layout":  # a layout replaces what it names; what it leaves out stays
                self.layouts.append((nanoseconds(line), {**self.layouts[-1][1], **line[2]}))


class Layout:
    """Where the cells of one layout lie, in thousandths of a point; only heights matter to the metrics."""

    def __init__(self, layout, header, configuration):
        grid = layout["grid"]
        self.height = thousandths(layout["viewport"][1])
        self.columns, self.cell = int(grid["columns"]), thousandths(grid["cell"][1])
        self.count = min(int(grid["count"]), configuration.assets)
        self.top, self.gap = thousandths(grid.get("inset", (0,))[0]), thousandths(grid.get("spacing", (0, 0))[1])
        if self.is_other_screen(header, configuration):
            self.move_to_screen(layout, header, configuration)
        self.pitch = self.cell + self.gap
        self.heights, self.heights_y = {}, None

    @staticmethod
    def is_other_screen(header, flags):
        differs = lambda flag, own: flag is not None and Fraction(flag) != Fraction(own)
        return (differs(flags.scale, header.get("scale", 1)) or differs(flags.columns, header["grid"]["columns"])
                or any(map(differs, flags.viewport or (), header["viewport"])))

    def move_to_screen(self, layout, header, flags):
        """Cells aligned to the other screen's pixels; layouts with another column count than the header keep theirs."""
        scale = Fraction(flags.scale or header.get("scale", 1))
        width, self.height = (thousandths(Fraction(side)) for side in flags.viewport or layout["viewport"])
        if flags.columns and self.columns == header["grid"]["columns"]:
            self.columns = int(flags.columns)
        gaps = (self.columns - 1) * thousandths(layout["grid"].get("spacing", (0, 0))[0])
        pixels = int(Fraction(width - gaps, self.columns) / 1000 * scale)
        pixels = pixels * self.cell // thousandths(layout["grid"]["cell"][0])
        self.cell = int(pixels * 1000 / scale)

    def cells_of(self, screens, count):
        """The most cells that a strip of so many viewports shows, wherever it lies."""
        strip = -(-self.height * screens.numerator // screens.denominator)
        rows = min(-(-(strip + self.cell - 1) // self.pitch), -(-count // self.columns))
        return min(rows * self.columns, count)

    def heights_at(self, y):
        """Row -> visible height at offset y, as far as they were asked for: most events come between two offsets."""
        if y != self.heights_y:
            self.heights, self.heights_y = {}, y
        return self.heights

    def visible_height(self, row, y):
        top = self.top + row * self.pitch
        return max(0, min(top + self.cell, y + self.height) - max(top, y))
