"""What the recomputation knows besides the events: configuration, the library's list, the trace's times and layouts."""
import csv
import hashlib
import re
from fractions import Fraction
from functools import lru_cache

from declared_devices import DEVICES
from grid_model import thousandths
from model_inputs import Screen, Trace

UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}


class Configuration:
    """The first line of an event file: what the run was told."""

    def __init__(self, line):
        device, screen, self.text = line["device"], line["screen"], line["strategy"]
        self.costs = tuple(device[name] for name in ("fixed-ns", "ps-per-byte", "ps-per-pixel"))
        self.costs += (device.get("ps-per-reduced-pixel", 0),)
        self.first_target = tuple(screen["target-px"])
        self.fit = line["fit"]
        self.factors = device.get("scale-factors-thousandths", (1000,) * 8)
        self.workers = device["workers"]
        declared = DEVICES.get(device["name"])
        if declared and (self.costs, self.workers, set(self.factors)) != (declared, 2, {1000}):
            raise SystemExit("device %s is not the declared one" % device["name"])
        self.assets = line["library"]["assets"]
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
        self.access = int(line["access"].partition(":")[2]) if "access" in line else None
        self.cloud = line.get("cloud")
        self.is_fast = line.get("delivery") == "fast"
        self.has_coarse = "+opportunistic" in self.text


class Library:
    def __init__(self, path, configuration):
        self.costs, self.factors = configuration.costs, configuration.factors
        self.known = {}
        self.fit = configuration.fit
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
            wanted = self.filling(width, height, target)
            for eighth in range(1, 9):
                decoded = -(-width * eighth // 8), -(-height * eighth // 8)
                if decoded[0] >= wanted[0] and decoded[1] >= wanted[1]:
                    break  # otherwise the last, full size, stands
            held = {"fill": wanted, "crop": (min(wanted[0], target[0]), min(wanted[1], target[1]))}
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
        return 4 * size[0] * size[1]


@lru_cache(maxsize=4)
def trace_of(path, access, assets):
    return Trace(path, access, assets)


def sha256_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Layouts:
    """Where the cells lie from each change of layout or content on; only heights matter to the metrics."""

    def __init__(self, trace, configuration):
        flags, self.first = configuration, trace.first_layout
        viewport = flags.viewport and tuple(map(thousandths, flags.viewport))
        self.screen = Screen(viewport, flags.scale, flags.columns, flags.assets, trace)
        self.changes = [step for step in trace.steps if step[1] in ("layout", "content")]

    def at(self, time, kind):
        """The layout that a line brings: the trace's at this time, else the first one, said again."""
        found = self.changes.pop(0)[2] if self.changes and self.changes[0][:2] == (time, kind) else self.first
        return self.screen.geometry(found)
