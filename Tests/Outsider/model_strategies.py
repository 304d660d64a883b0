"""The strategies as docs/strategies.md and the first comments of their files define them."""
from model_inputs import byte_count, fail, rational


def subtract(a, b):
    """Half-open range a without b, as a list of ranges."""
    lo, hi = max(a[0], b[0]), min(a[1], b[1])
    if lo >= hi:
        return [a] if a[0] < a[1] else []
    return [r for r in ((a[0], lo), (hi, a[1])) if r[0] < r[1]]


class NoPreheat:
    def forget(self):
        pass

    def plan(self, g, y):
        return []


class FixedWindow:
    def __init__(self, screens):
        self.screens = screens
        self.window = (0, 0)

    def forget(self):
        self.window = (0, 0)

    def plan(self, g, y):
        margin = int(self.screens * g.H)
        new, old = g.items(y - margin, y + g.H + margin), self.window
        self.window = new
        return [("stop", subtract(old, new)), ("start", subtract(new, old))]


class Preheat2x:
    def __init__(self, height, delta):
        self.height, self.delta = height, delta
        self.rect = None
        self.middle2 = None                                          # twice the middle: no halves

    def forget(self):
        self.rect = self.middle2 = None

    def plan(self, g, y):
        middle2 = 2 * y + g.H
        if self.middle2 is not None and abs(middle2 - self.middle2) <= 2 * self.delta * g.H:
            return []
        margin = int((self.height - 1) * g.H / 2)
        new, old = (y - margin, y + g.H + margin), self.rect
        self.rect, self.middle2 = new, middle2
        if old is None:
            return [("start", [g.items(*new)])]
        if old[1] <= new[0] or new[1] <= old[0]:
            return [("start", [g.items(*new)]), ("stop", [g.items(*old)])]
        strips = [("start", old[1], new[1]), ("start", new[0], old[0]), ("stop", new[1], old[1]),
                  ("stop", old[0], new[0])]
        return [(verb, [g.items(lo, hi)]) for verb, lo, hi in strips if lo < hi]


def written_budget(text):
    """Bytes, or a fraction of screens."""
    return rational(text[:-len("screens")]) if text.endswith("screens") else byte_count(text)


def parse_strategy(spec):
    """-> (prefetcher, budget or None, at-least?)"""
    prefetcher, budget, at_least = NoPreheat(), None, False
    parts = spec.split("+")
    for k, part in enumerate(parts):
        name, _, rest = part.partition(":")
        params = dict(p.split("=", 1) for p in rest.split(",")) if rest else {}
        take = params.pop
        if name == "lru" and k == len(parts) - 1:
            budget = written_budget(take("budget", "7/2screens"))
            match = take("match", "exact")
            if match not in ("exact", "at-least"):
                fail("match is exact or at-least, not " + match)
            at_least = match == "at-least"
        elif name == "none" and k == 0:
            pass
        elif name == "fixed-window" and k == 0:
            prefetcher = FixedWindow(rational(take("screens", "1")))
        elif name == "preheat2x" and k == 0:
            prefetcher = Preheat2x(rational(take("height", "2")), rational(take("delta", "1/3")))
        else:
            fail("unknown strategy %r" % spec)
        if params:
            fail("unknown parameter %s of %s" % (sorted(params), name))
    return prefetcher, budget, at_least
