"""The coarse tier of the reference model: thumbnails that stand in, as docs/definitions.md defines `opportunistic`."""
from model_inputs import bitmap_bytes


class Thumb:
    """A job or bitmap of an item's thumbnail."""
    __slots__ = ("item", "bytes", "cost", "number", "ends", "cause", "seen", "state")


class OpportunisticTier:
    """Every cell that waits has its thumbnail first."""

    def __init__(self, divisor):
        self.divisor, self.anew = divisor, False
        self.thumbs, self.started = {}, set()            # item -> Thumb: queued, running or held
        self.demand, self.preheat, self.jobs = {}, {}, []
        self.soft = {}                                   # item -> Thumb that its cell shows
        self.hits = self.decodes = 0
        self.once = set()

    def forget(self):
        self.anew = True

    def frame(self, rp, y):
        lo, hi = rp.shown
        # Where all that was started has been stopped, cells that stayed are started anew.
        anew, self.anew = self.anew, False
        for item in rp.photos_at(lo, hi):
            if rp.cells[item].bitmap is None and (anew or rp.cells[item].request.frame == len(rp.frames) - 1):
                self.start(rp, item)
        for item in sorted(self.started):
            if not lo <= rp.place(item) < hi:
                self.stop(rp, item)

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

    def metrics(self, rp, waits, noticed, ratio, area):
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
            "warm-time-to-first-image": waits(warm, rp.trace.end, True),
            "noticed-blanks": noticed(warm, rp.trace.end, True)}
