"""The coarse tier of the reference model: thumbnails that stand in, as docs/definitions.md defines `coarse` and
`opportunistic`.
"""
import math

from model_inputs import bitmap_bytes, fail, rational
from model_state import Job

MS = 10**6


class Thumb:
    """A job or bitmap of an item's thumbnail."""
    __slots__ = ("item", "bytes", "cost", "number", "ends", "cause", "seen", "state")


class Forecast:
    """Where a fling goes that dies away as fast as it lately did: lengths in thousandths of a point, times in seconds."""
    TAU = 0.3
    TAU_MIN, TAU_MAX, SHARE, ABOVE = 0.2, 0.5, 0.2, 8000.0

    def __init__(self):
        self.forget()
        self.t = self.y = 0
        self.down = True

    def forget(self):
        self.first, self.v, self.decay = True, 0.0, 1 / self.TAU

    def observe(self, t, y):
        if not self.first and t > self.t:
            latest = float(y - self.y) * 1e9 / float(t - self.t)
            before = self.v
            self.v = latest / 2 if t - self.t > 50 * MS else (latest + self.v) / 2
            self.measure_decay(before, t - self.t)
            if y != self.y:
                self.down = y > self.y
        self.first, self.t, self.y = False, t, y

    def measure_decay(self, before, elapsed):
        old, new = abs(before), abs(self.v)
        if elapsed > 50 * MS or before * self.v <= 0 or new < self.ABOVE:
            self.decay = 1 / self.TAU
            return
        measured = (old - new) * 1e9 / float(elapsed) / new
        self.decay += (max(1 / self.TAU_MAX, min(1 / self.TAU_MIN, measured)) - self.decay) * self.SHARE

    def moves_down(self):
        return self.down if self.v == 0 else self.v > 0

    def begin(self, g, row):
        """Seconds until a row that is out of view comes into it."""
        top = g.rows.tops[row]
        distance = top - self.y - g.H if self.moves_down() else self.y - g.rows.bottoms[row]
        room = g.last_offset() - self.y if self.moves_down() else self.y
        if self.v == 0 or distance > room:
            return math.inf
        left = 1 - float(distance) * self.decay / abs(self.v)
        return math.inf if left < 0.0001 else -math.log(left) / self.decay


class CoarseTier:
    def __init__(self, text, divisor):
        values = dict(p.split("=", 1) for p in text.split(",")) if text else {}
        take = lambda key, default: rational(values.pop(key, default))
        self.lead, self.patience = float(take("lead", "1/10")), float(take("patience", "1/120"))
        self.calm, self.keep = int(float(take("calm", "1/4")) * 1e9), take("keep", "1/4")
        if values:
            fail("unknown parameter %s of coarse" % sorted(values))
        self.divisor, self.forecast = divisor, Forecast()
        self.alert_until, self.window = -math.inf, (0, 0)
        self.thumbs, self.started = {}, set()            # item -> Thumb: queued, running or held
        self.demand, self.preheat, self.jobs = {}, {}, []
        self.soft = {}                                   # item -> Thumb that its cell shows
        self.hits = self.decodes = 0
        self.full, self.own = [], []                     # costs of decodes that ended
        self.once = set()

    # -- policy

    def frame(self, rp, y):
        g, now = rp.g, rp.now
        self.forecast.observe(now, y)
        cost = self.mean_seconds(self.full) or 0.012
        own = self.mean_seconds(self.own) or cost / 10
        patience = self.patience / 4 if now < self.alert_until else self.patience
        queued, count, run = 0, 0, []
        self.late = False

        def look(place, until):
            nonlocal queued, count
            item = rp.photos_at(place, place + 1)[0]
            end = cost / 2
            if not any(j.item == item and isinstance(j, Job) and j.size == rp.target(item) for j in rp.running):
                queued += 1
                end = float((queued + 1) // 2) * cost
            if end > until + patience and end > own:
                self.late = True
                count += 1
                if item not in self.thumbs:
                    if not run or run[-1] + 1 != place:
                        flush()
                    run.append(place)

        def flush():
            if run:
                starts.append((run[0], run[-1] + 1))
            del run[:]

        starts = []
        lo, hi = g.items(y, y + g.H)
        for place, item in zip(range(lo, hi), rp.photos_at(lo, hi)):
            cell = rp.cells.get(item)
            if cell is not None and cell.bitmap is None:
                look(place, 0)
        if self.late:
            self.alert_until = now + self.calm
        if not now < self.alert_until:
            flush()
            self.apply(rp, starts, [self.window])
            self.window = (0, 0)
            return
        first, last = g.rows.between(y, y + g.H)
        if self.forecast.v != 0:
            limit = count + int(self.lead / own * 2)
            while count < limit:
                row = last if self.forecast.moves_down() else first - 1
                if not 0 <= row < g.rows.count:
                    break
                begin = self.forecast.begin(g, row)
                if begin > self.lead:
                    break
                places = g.rows.firsts[row], g.rows.firsts[row + 1]
                for place, item in zip(range(*places), rp.photos_at(*places)):
                    if rp.target(item) not in rp.resident.get(item, ()):
                        look(place, begin)
                first, last = min(first, row), max(last, row + 1)
        flush()
        margin = -(-g.H * self.keep.numerator // self.keep.denominator)
        wanted = [r for r in (g.items(y - margin, y + g.H + margin),
                              (g.rows.firsts[first], g.rows.firsts[last])) if r[0] < r[1]]
        kept = (min(r[0] for r in wanted), max(r[1] for r in wanted)) if wanted else (0, 0)
        old = self.window
        if kept[0] == kept[1]:
            stops = [old]
        else:
            stops = [(old[0], min(old[1], kept[0])), (max(old[0], kept[1]), old[1])]
        self.apply(rp, starts, stops)
        self.window = kept

    @staticmethod
    def mean_seconds(costs):
        return sum(costs) // len(costs) / 1e9 if costs else 0

    def apply(self, rp, starts, stops):
        for lo, hi in starts:
            for item in rp.photos_at(lo, hi):
                self.start(rp, item)
        for lo, hi in stops:
            for item in rp.photos_at(lo, hi):
                self.stop(rp, item)

    def forget(self):
        self.forecast.forget()
        self.window = (0, 0)

    # -- jobs and bitmaps

    def start(self, rp, item):
        asset = rp.library[item]
        if not asset.thumbnail or item in self.started or rp.target(item) in rp.resident.get(item, ()):
            return
        self.started.add(item)
        if item in self.thumbs:
            return
        j = self.thumbs[item] = Thumb()
        w, h = asset.thumbnail_size or (asset.w // self.divisor, asset.h // self.divisor)
        fixed, per_byte, per_pixel, _ = rp.device
        j.item, j.bytes = item, bitmap_bytes((w, h))
        j.cost = fixed + (per_byte * asset.thumbnail + per_pixel * w * h) // 1000
        j.seen, j.state = None, "queued"
        self.jobs.append(j)
        cell = rp.cells.get(item)
        (self.demand if cell is not None and cell.bitmap is None else self.preheat)[item] = j

    def stop(self, rp, item):
        if item not in self.started:
            return
        self.started.remove(item)
        if item in self.preheat:
            self.cancel(rp, item)
        elif item in self.thumbs and self.thumbs[item].state == "held" and item not in self.soft:
            self.drop(rp, item)

    def stop_all(self, rp):
        for item in sorted(self.started):
            self.stop(rp, item)
        self.forget()

    def cancel(self, rp, item, name="cancelled"):
        (self.demand if item in self.demand else self.preheat).pop(item)
        self.thumbs.pop(item).seen = "cancelled"
        rp.n[name] += 1

    def drop(self, rp, item):
        j = self.thumbs.pop(item)
        j.seen = j.seen or "unseen"
        rp.change(-j.bytes)

    def ask(self, rp, cell):
        """A cell asked and its full image is not there."""
        j = self.thumbs.get(cell.item)
        if j is not None and j.state == "held":
            self.hits += 1
            self.show(rp, cell)
        elif cell.item in self.preheat:
            self.demand[cell.item] = self.preheat.pop(cell.item)

    def show(self, rp, cell):
        j = self.soft[cell.item] = self.thumbs[cell.item]
        j.seen = "shown"
        cell.request.first = rp.now

    def release(self, rp, item):
        if item in self.soft:
            del self.soft[item]
            if item not in self.started:
                self.drop(rp, item)
        elif item in self.demand:
            if item in self.started:
                self.preheat[item] = self.demand.pop(item)
            else:
                self.cancel(rp, item)

    def full_is_there(self, rp, item):
        self.started.discard(item)
        self.soft.pop(item, None)
        if item in self.demand or item in self.preheat:
            self.cancel(rp, item)
        elif item in self.thumbs and self.thumbs[item].state == "held":
            self.drop(rp, item)

    def take(self, rp):
        while len(rp.running) < 2 and (self.demand or self.preheat):
            queue, cause = (self.demand, "demand") if self.demand else (self.preheat, "preheat")
            item = next(iter(queue))
            if not rp.make_room(queue[item].bytes, cause == "preheat"):
                if cause == "preheat":
                    self.started.discard(item)
                    self.cancel(rp, item, "refused")
                    continue
                rp.n["overdrafts"] += 1
            j = queue.pop(item)
            j.state, j.number, j.ends, j.cause = "running", rp.begun, rp.now + j.cost, cause
            rp.begun += 1
            rp.running.append(j)
            rp.n["decodes"] += 1
            rp.worker_time += min(j.cost, rp.trace.end - rp.now)
            self.decodes += 1
            rp.n["redecodes"] += item in self.once
            self.once.add(item)
            rp.change(j.bytes)

    def end(self, rp, j):
        rp.running.remove(j)
        self.own.append(j.cost)
        cell = rp.cells.get(j.item)
        waits = cell is not None and cell.bitmap is None
        if rp.target(j.item) in rp.resident.get(j.item, ()) or not (waits or j.item in self.started):
            del self.thumbs[j.item]
            j.seen = "unseen"
            rp.change(-j.bytes)
            return
        j.state = "held"
        if waits:
            self.show(rp, cell)

    def evict(self, rp):
        """A full demand needs room: the started thumbnail goes that no cell shows and that is farthest."""
        held = [i for i, j in self.thumbs.items() if j.state == "held" and i not in self.soft]
        if not held:
            return False
        lo, hi = rp.shown
        item = max(held, key=lambda i: (max(lo - rp.place(i), rp.place(i) - hi), rp.place(i)))
        self.started.discard(item)
        rp.n["evictions"] += 1
        self.drop(rp, item)
        return True

    def metrics(self, rp, waits, ratio, area):
        fates = {k: 0 for k in ("shown", "cancelled", "unseen", "pending")}
        for j in self.jobs:
            fates[j.seen or "pending"] += 1
        warm = [r for r in rp.requests if r.frame > 0]
        return {
            "coarse-hits": self.hits, "coarse-decodes": self.decodes,
            "coarse-ledger": {"created": len(self.jobs), **fates},
            "soft-ratio": ratio(sum(a[3] for a in area), sum(a[1] for a in area)),
            "warm-soft-ratio": ratio(sum(a[3] for a in area if not a[0]), sum(a[1] for a in area if not a[0])),
            "time-to-first-image": waits(rp.requests, rp.trace.end, True),
            "warm-time-to-first-image": waits(warm, rp.trace.end, True)}


class OpportunisticTier(CoarseTier):
    """Every cell that waits has its thumbnail first."""

    def __init__(self, text, divisor):
        if text:
            fail("opportunistic takes no parameters")
        super().__init__("", divisor)
        self.changes = 0

    def frame(self, rp, y):
        lo, hi = rp.shown
        # After a change of the photos all that was started is stopped: cells that stayed are started anew.
        changed, self.changes = rp.changes > self.changes, rp.changes
        for item in rp.photos_at(lo, hi):
            if rp.cells[item].bitmap is None and (changed or rp.cells[item].request.frame == len(rp.frames) - 1):
                self.start(rp, item)
        for item in sorted(self.started):
            if not lo <= rp.place(item) < hi:
                self.stop(rp, item)
