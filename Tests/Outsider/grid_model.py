"""A grid's sections and where their rows lie, as docs/definitions.md and docs/trace-format.md say; shared by both programs here.
Lengths are thousandths of a point."""
from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple


def thousandths(number):
    x = Fraction(number) * 1000
    return int(x + Fraction(1 if x >= 0 else -1, 2))


class Section(NamedTuple):
    count: int
    columns: int
    spacing: tuple = (0, 0)
    inset: tuple = (0, 0, 0, 0)
    header: int = 0
    footer: int = 0
    cell: tuple = (0, 0)

    def told(self, said):
        """With what an object of a trace says of it."""
        take = {"count": int, "columns": int, "header": thousandths, "footer": thousandths}
        several = lambda values: tuple(thousandths(value) for value in values)
        return self._replace(**{key: take.get(key, several)(said[key]) for key in self._fields if key in said})


def whole(grid):
    """The cells of a grid as one section with nothing around its rows."""
    return Section(0, 1).told({key: grid[key] for key in ("count", "columns", "cell", "spacing") if key in grid})


def usual_of(grid, version=2):
    """How most sections of a grid are; the only one, where there is no list of them."""
    return whole(grid).told(grid.get("section", {})) if version > 1 else whole(grid)


def listed(sections, grid):
    """What a list of a trace says: sections are as `section` of the grid, but for what they say themselves."""
    usual, found = usual_of(grid), []
    for said in sections:
        if isinstance(said, dict):
            found.append(usual.told(said))
        else:
            count, times = said if isinstance(said, list) else (said, 1)
            found += [usual._replace(count=int(count))] * int(times)
    return found


def sections_of(grid, version):
    return listed(grid["sections"], grid) if version > 1 and "sections" in grid else [usual_of(grid, version)]


def homes(sections):
    """The number of its section for each place."""
    return [number for number, section in enumerate(sections) for _ in range(section.count)]


def regrouped(sections, before, after, usual):
    """The sections of other photos: those that were there stay in theirs, a new one joins the photo before it. Where
    none was there all are one section, as is usual."""
    home, joined = dict(zip(before, homes(sections))), []
    for photo in after:
        joined.append(home.get(photo, joined[-1] if joined else None))
    first = next((number for number in joined if number is not None), None)
    if first is None:
        return [usual._replace(count=len(joined))]
    numbers = groupby(first if number is None else number for number in joined)
    return [sections[number]._replace(count=len(list(run))) for number, run in numbers]


def cut(sections, keeps):
    """The sections of a grid of which some places are not shown: what loses all goes, and what lies behind the last."""
    if all(keeps):
        return sections
    numbers = homes(sections)
    left = Counter(number for number, keep in zip(numbers, keeps) if keep)
    return [section._replace(count=left[number]) for number, section in enumerate(sections)
            if number in left or section.count == 0 and number < max(left, default=-1)]


class Rows:
    """Rows of cells, numbered through all sections."""

    def __init__(self, sections, inset):
        self.edges, self.cells = [], []  # first and last row of each section with items; the cell of each row
        self.tops, self.firsts, self.of, y, place = [], [], [], inset[0], 0  # of: the row of each item
        for section in sections:
            y += section.header + section.inset[0]
            rows, pitch = -(-section.count // section.columns), section.cell[1] + section.spacing[1]
            if rows:
                self.edges.append((len(self.tops), len(self.tops) + rows - 1))
            self.cells += [section.cell] * rows
            self.of += [len(self.tops) + item // section.columns for item in range(section.count)]
            self.tops += range(y, y + rows * pitch, pitch)
            self.firsts += range(place, place + section.count, section.columns)
            place += section.count
            y += max(0, rows * pitch - section.spacing[1]) + section.inset[2] + section.footer
        self.count, self.height = len(self.tops), y + inset[2]
        self.firsts.append(place)
        self.bottoms = [top + cell[1] for top, cell in zip(self.tops, self.cells)]

    def between(self, low, high):
        """Half-open range of the rows that share a positive height with [low, high)."""
        first = bisect_right(self.bottoms, low)
        return first, max(first, bisect_left(self.tops, high))

    def items(self, low, high):
        first, end = self.between(low, high)
        return (self.firsts[first], self.firsts[end]) if low < high else (0, 0)

    def overlap(self, row, low, high):
        return max(0, min(self.bottoms[row], high) - max(self.tops[row], low))

    def most(self, strip):
        """The most items that a strip of this height shows."""
        ends = [end for first, last in self.edges for end in (
            self.bottoms[first] - 1 + strip, self.tops[last] + 1)]
        shown = [self.items(end - strip, end) for end in ends]
        return max((end - first for first, end in shown), default=0)
