"""Scrolls over grids with sections, drawn from a seed: headers, footers, insets, columns and cells of their own, empty
sections, changes of photos and of the layout, rotations, overscroll. A seed gives the same text on every machine."""
import json
import random

from grid_model import Rows, listed, regrouped, sections_of, thousandths, usual_of

SCREENS = ((390, 844, 3), (375, 667, 2), (320, 480, 1), (744, 1133, 2), (412, 915, 2.625))


class Drawn:
    """A trace while it is drawn: what the grid holds, and lines."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.width, self.height, self.scale = self.draw.choice(SCREENS)
        self.beside = self.draw.choice((0, 0, 0, 250))  # what is scrolled to and no grid
        self.measure()
        listing = self.listing(self.draw.choice((0, 40, 150, 400, 400)))
        self.photos = list(range(self.counted(listing)))
        self.new = len(self.photos)
        self.relay(listing)
        header = {"scrolltrace": 2, **self.geometry(), "scale": self.scale}
        self.lines, self.time, self.y = [header, [0, 0]], 0, 0

    # -- grids

    def chance(self, percent):
        return self.draw.randrange(100) < percent

    def length(self, most):
        """In points: often none, often whole, sometimes thousandths."""
        whole = self.draw.choice((0, self.draw.randint(0, most), self.draw.randint(0, most)))
        return whole + self.draw.randrange(1000) / 1000 if self.chance(20) else whole

    def manner(self):
        """What a section may say of itself."""
        inset = [self.length(40), self.length(9), self.length(40), self.length(9)]
        values = {"header": self.length(300), "footer": self.length(80), "inset": inset,
                  "columns": self.draw.randint(1, 7), "spacing": [self.length(8), self.length(20)]}
        said = {key: value for key, value in values.items() if self.chance(40)}
        if said and self.chance(33):
            said["cell"] = self.own_cell()
        return said

    def own_cell(self):
        """As large as usual, square, a page, or any."""
        width = self.draw.choice((self.width, self.draw.randint(20, self.width)))
        if self.chance(20):
            width -= self.draw.randrange(1000) / 1000
        usual = [side / 1000 for side in usual_of(self.grid).cell]
        any_height = self.draw.randint(20, self.height)
        return self.draw.choice((usual, [width, width], [width, self.height], [width, any_height]))

    def listing(self, count):
        """A list of sections for at most so many photos, that are as they stand there."""
        if self.chance(10):
            return [{"count": count, "header": self.length(300)}]
        found = [0] * self.draw.choice((0, 0, 1, 3))
        while count > 0:
            take = min(count, self.draw.choice((0, 1, self.draw.randint(1, 9), self.draw.randint(0, 60))))
            kind = self.draw.randrange(4)
            if kind == 0:
                found.append({"count": take, **self.manner()})
            elif kind == 1 and take:
                times = self.draw.randint(1, max(1, min(8, count // take)))
                found.append([take, times])
                take *= times
            elif kind == 2 and self.chance(30):
                found.append([0, self.draw.randint(1, 4)])
                take = 0
            else:
                found.append(take)
            count -= take
        return found + [0] * self.draw.choice((0, 0, 2))

    @staticmethod
    def counted(listing):
        return sum(section.count for section in listed(listing, {"count": 0, "columns": 1}))

    def filled(self):
        """A listing of all photos."""
        listing = self.listing(len(self.photos))
        short = len(self.photos) - self.counted(listing)
        return listing + [short] * (short != 0 or not listing)

    def measure(self):
        """Another grid, so far without photos."""
        columns, spacing = self.draw.randint(1, 6), [self.length(4), self.length(12)]
        side = int((self.width - (columns - 1) * spacing[0]) / columns)
        cell = [side, self.draw.choice((side, side, side * 4 // 3, side * 2 // 3))]
        self.grid = {"count": 0, "columns": columns, "cell": cell, "spacing": spacing}
        if self.chance(40):
            self.grid["inset"] = [self.length(60), 0, self.length(120), 0]
        if self.chance(70):
            self.grid["section"] = self.manner()

    def relay(self, listing):
        """All photos in the grid, by this list or in one section."""
        self.grid["count"] = len(self.photos)
        if self.chance(92):
            self.grid["sections"] = listing
        self.sections = sections_of(self.grid, 2)

    def content(self):
        inset = tuple(map(thousandths, self.grid.get("inset", (0, 0, 0, 0))))
        return (Rows(self.sections, inset).height + 1000 * self.beside) / 1000

    def geometry(self):
        grid = dict(self.grid)
        return {"viewport": [self.width, self.height], "content": [self.width, self.content()], "grid": grid}

    def last_offset(self):
        return max(0, self.content() - self.height)

    # -- lines

    def event(self, *words):
        self.lines.append([self.time, *words])

    def sample(self, y):
        self.y = round(y, 3)
        self.event(self.y)

    def wait(self):
        self.time = round(self.time + self.draw.choice((8.333, 16.667, 16.667, 25, 120, 700)), 3)

    def scroll(self):
        """A run of frames at some speed, beyond the edges too."""
        speed = self.draw.choice((-1, 1)) * self.draw.choice((5, 40, 120, 300, 1500))
        over = self.draw.choice((0, 0, 90, self.height * 0.8))
        for _ in range(self.draw.randint(2, 12)):
            self.wait()
            self.sample(min(max(self.y + speed * self.draw.random(), -over), self.last_offset() + over))

    def leap(self):
        self.wait()
        self.event("jump")
        self.sample(self.last_offset() * self.draw.random())

    def settle(self, code, said):
        """A change, with a frame that the trace brings or without."""
        self.event(code, said)
        self.y = min(max(self.y, 0), self.last_offset())
        if self.chance(60):
            self.sample(self.last_offset() * self.draw.random() if self.chance(30) else self.y)

    def turn(self):
        self.wait()
        if self.chance(50):
            self.width, self.height = self.height, self.width
        cells = [section.cell[0] for section in self.sections + [usual_of(self.grid)]]
        if self.chance(20) and max(cells) <= 1000 * self.width:  # the grid stays
            said = self.geometry()
            del said["grid"]
        else:
            self.measure()
            self.relay(self.filled())
            said = self.geometry()
        self.settle("layout", said)

    @staticmethod
    def ranges(numbers):
        """Numbers as a trace writes them: alone, or ranges where several follow each other."""
        found = []
        for number in numbers:
            if found and found[-1][1] == number:
                found[-1][1] += 1
            else:
                found.append([number, number + 1])
        return [first if end == first + 1 else [first, end] for first, end in found]

    def change(self):
        self.wait()
        code, before = self.draw.choice(("insert", "remove", "access")), self.photos
        if code == "insert":
            count = self.draw.choice((1, 2, 30))
            named = sorted(self.draw.sample(range(len(before) + count), count))
            if self.chance(30):
                named = list(range(count))
            self.photos = list(before)
            for place in named:
                self.photos.insert(place, self.new)
                self.new += 1
        elif code == "remove":
            count = self.draw.choice((1, 5, len(before) // 2, len(before)))
            first = self.draw.randint(0, max(0, len(before) - count))
            named = list(range(first, min(first + count, len(before))))
            if self.chance(40):
                named = sorted(self.draw.sample(range(len(before)), min(count, len(before))))
            gone = set(named)
            self.photos = [photo for place, photo in enumerate(before) if place not in gone]
        else:
            named = [photo for photo in range(self.draw.randint(1, 420)) if self.chance(70)]
            if self.chance(30):
                cut = self.draw.randint(0, len(named))
                named = named[cut:] + named[:cut]
            self.photos, self.new = named, max([self.new] + [photo + 1 for photo in named])
        if not named:
            self.photos = before
            return
        said = {"items": self.ranges(named)}
        if self.chance(40):
            said["sections"] = self.filled()
            self.sections = listed(said["sections"], self.grid)
        else:
            self.sections = regrouped(self.sections, before, self.photos, usual_of(self.grid))
        if self.chance(40):
            said["content"] = [self.width, self.content()]
        self.settle(code, said)

    def warn(self):
        self.wait()
        self.event(self.draw.choice(("memory-warning", "background", "foreground")))


def drawn(seed, changes=True):
    """The text of a trace; without changes its photos stay, so that a choice of them may be made."""
    trace = Drawn(seed)
    steps = [trace.scroll] * 6 + [trace.leap, trace.turn] + [trace.change] * 3 + [trace.warn]
    for _ in range(trace.draw.randint(6, 16)):
        step = trace.draw.choice(steps)
        if changes or step != trace.change:
            step()
    trace.time = round(trace.time + 300, 3)
    trace.event("end")
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in trace.lines)
