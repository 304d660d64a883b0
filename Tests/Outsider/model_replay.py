"""The replay in virtual time as docs/definitions.md defines it, written from the definitions."""
from fractions import Fraction

from declared_devices import DEVICES
from model_inputs import bitmap_bytes, sizes
from model_state import Bitmap, Cell, Frame, Job, Request

WORKERS = 2
# Where the definitions can be read in two ways: what this model takes.
READINGS = {"layout": "completions-first", "end-begin": "yes", "refused": "gone", "layout-line": "before",
            "layout-stop": "yes", "unkept-drop": "no"}


class Replay:
    def __init__(self, trace, library, screen, strategy, coarse, device, cells, events, readings, fast=False,
                 cloud=None, fit="fill"):
        self.trace, self.library, self.screen = trace, library, screen
        self.prefetcher, self.written_budget, self.at_least = strategy
        self.retains = self.written_budget is not None
        self.coarse, self.shown = coarse, (0, 0)
        self.worker_time = self.preheats = self.shown_preheats = 0
        self.photos = self.places = None  # by place, and back, where a photo's number is not its place
        self.changes, self.stood = 0, None
        self.device, self.keep = DEVICES[device], cells == "keep"
        self.write, self.readings, self.fast, self.cloud = events, readings, fast, cloud
        self.fit = fit
        self.g = screen.geometry(trace.first_layout)
        self.target_sizes = []                                       # as the trace has them first
        self.note_sizes()
        self.demand, self.preheat, self.running = {}, {}, []
        self.started = {}                                            # item -> size
        self.cells, self.resident = {}, {}                           # resident: item -> {size: Bitmap}
        self.live = self.begun = self.seq = 0
        self.now = trace.start
        self.last_change, self.integral = trace.start, 0
        if trace.first_layout["photos"] is not None:
            self.show_photos(trace.first_layout)
        self.peak = {"time-ns": trace.start, "frame": 0, "displayed": 0, "kept": 0, "in-flight": 0}
        self.peak_bytes = 0
        self.paused, self.y = False, None
        self.frames, self.requests, self.preheat_jobs = [], [], []
        self.once = set()
        self.n = dict.fromkeys(("decodes", "redecodes", "abandoned", "cancelled", "evictions", "overdrafts", "refused",
                                "clamped"), 0)
        self.sizes = {}
        self.set_budget()

    def set_budget(self):
        """What the strategy's budget comes to under the layout in force; docs/definitions.md has the rule of screens."""
        self.budget, n = self.written_budget, self.written_budget
        if not isinstance(n, Fraction):
            return
        g, photos = self.g, self.photos_at(0, self.g.count)
        strip = -(-g.H * n.numerator // n.denominator)
        samples = min(256, len(photos))
        places = [k * len(photos) // samples for k in range(samples)]
        total = sum(self.facts(photos[place], g.target_at(place))[0] for place in places)
        mean = -(-total // samples) if samples else 4 * g.target[0] * g.target[1]
        self.budget = max(1, g.rows.most(strip) * mean)

    def note_sizes(self):
        self.target_sizes += [size for size in self.g.targets if size not in self.target_sizes]

    # -- facts about a key

    def facts(self, item, size):
        """(bitmap bytes, cost in ns) of a key"""
        key = (item, size)
        if key not in self.sizes:
            a = self.library[item]
            encoded = a.encoded
            if self.gives_thumbnail(a):
                decoded = shown = a.thumbnail_size
                encoded = a.thumbnail
            else:
                decoded, shown = sizes(a, size, self.fit)
            fixed, per_byte, per_pixel, per_reduced = self.device
            cost = fixed + (per_byte * encoded + per_pixel * decoded[0] * decoded[1]) // 1000
            if shown != decoded:
                cost += per_reduced * shown[0] * shown[1] // 1000
            self.sizes[key] = bitmap_bytes(shown), cost
        return self.sizes[key]

    def photos_at(self, lo, hi):
        return list(range(lo, hi)) if self.photos is None else self.photos[lo:hi]

    def place(self, photo):
        return photo if self.places is None else self.places[photo]

    def is_there(self, photo):
        return self.places is None or photo in self.places

    def target(self, photo):
        """The size at which a photo's cell asks; None where it has no place."""
        return self.g.target_at(photo if self.places is None else self.places.get(photo))

    def gives_thumbnail(self, asset):
        """Fast delivery: one image, the thumbnail where there is one."""
        return self.fast and any(asset.thumbnail_size)

    def lookup(self, item, size):
        """The resident bitmap that serves a request of this key, if any."""
        have = self.resident.get(item)
        if not have:
            return None
        if size in have:
            return have[size]
        if self.at_least:
            fit = [b for s, b in have.items() if s[0] >= size[0] and s[1] >= size[1]]
            if fit:
                return min(fit, key=lambda b: (b.size[0] * b.size[1], self.target_sizes.index(b.size)))
        return None

    def displayed(self, b):
        c = self.cells.get(b.item)
        return c is not None and c.bitmap is b

    def held_by_start(self, b):
        return b.item in self.started and self.lookup(b.item, self.started[b.item]) is b

    def held(self, b):
        return self.displayed(b) or self.held_by_start(b)

    def queues(self, kind):
        """A worker's queue of demands or preheats, and that of jobs of this kind that wait for their files."""
        return [getattr(self, kind)] + ([self.cloud.queues[kind]] if self.cloud else [])

    def queued(self, kind, key):
        return next((q[key] for q in self.queues(kind) if key in q), None)

    def leave(self, kind, key):
        return next((q.pop(key) for q in self.queues(kind) if key in q), None)

    def join(self, kind, j):
        """A job joins the queue of its kind; one whose file is in the cloud waits apart."""
        away = self.cloud is not None and self.cloud.lacks(self, j.item)
        self.queues(kind)[1 if away else 0][j.item, j.size] = j

    def job(self, item, size):
        key = (item, size)
        j = self.queued("demand", key) or self.queued("preheat", key)
        if j is None:
            j = next((r for r in self.running if isinstance(r, Job) and r.item == item and r.size == size), None)
        return j

    # -- ledger

    def change(self, delta):
        self.integral += self.live * (self.now - self.last_change)
        self.last_change = self.now
        self.live += delta
        self.write({"t": self.now, "e": "live", "bytes": self.live})
        if self.live > self.peak_bytes:
            self.peak_bytes = self.live
            shown = sum(c.bitmap.bytes for c in self.cells.values() if c.bitmap)
            shown += sum(j.bytes for j in self.coarse.soft.values()) if self.coarse else 0
            flight = sum(j.bytes for j in self.running)
            self.peak = {"time-ns": self.now, "frame": len(self.frames) - 1, "displayed": shown, "in-flight": flight,
                         "kept": self.live - shown - flight}

    def drop(self, b, why):
        have = self.resident[b.item]
        del have[b.size]
        if not have:
            del self.resident[b.item]
        self.unrequested_end(b.job, "wasted")
        self.write({"t": self.now, "e": "drop", "item": b.item, "size": list(b.size), "bytes": b.bytes, "why": why})
        self.change(-b.bytes)

    def unrequested_end(self, job, fate):
        if job.started and job.fate is None:
            job.fate = fate

    def drop_if_idle(self, b):
        if not self.retains and not self.held(b):
            self.drop(b, "unwanted")

    # -- jobs

    def create(self, item, size, by_start):
        j = Job()
        j.item, j.size, j.frame, j.started, j.asked = item, size, len(self.frames) - 1, by_start, False
        j.bytes, j.cost = self.facts(item, size)
        j.fate, j.refused, j.queue, j.unwanted = None, False, None, False
        if by_start:
            self.preheat_jobs.append(j)
            self.join("preheat", j)
        else:
            self.join("demand", j)
        return j

    def cancel(self, j):
        key = (j.item, j.size)
        self.leave("demand", key) or self.leave("preheat", key)
        self.n["cancelled"] += 1
        self.unrequested_end(j, "cancelled")
        self.write({"t": self.now, "e": "cancel", "item": j.item})

    def begin(self, j, cause):
        j.number, self.begun = self.begun, self.begun + 1
        j.ends, j.cause = self.now + j.cost, cause
        self.running.append(j)
        self.n["decodes"] += 1
        self.worker_time += min(j.cost, self.trace.end - self.now)
        j.ahead = cause == "preheat"
        self.preheats += j.ahead
        key = (j.item, j.size)
        self.n["redecodes"] += key in self.once
        self.once.add(key)
        self.write({"t": self.now, "e": "begin", "item": j.item, "size": list(j.size), "tier": "full", "cause": cause,
                    "cost": j.cost, "bytes": j.bytes})
        self.change(j.bytes)

    def show(self, b):
        """A cell shows a bitmap: one that was decoded before any waited has found its use."""
        self.shown_preheats += b.job.ahead
        b.job.ahead = False

    def end(self, j):
        self.running.remove(j)
        cell = self.cells.get(j.item)
        waiting = cell is not None and cell.bitmap is None and cell.size == j.size
        if j.cause == "demand" and not waiting:
            self.n["abandoned"] += 1
        wanted = waiting or self.started.get(j.item) == j.size
        a = self.library[j.item]
        kept = (a.decodes or self.gives_thumbnail(a)) and (
            wanted or self.retains and self.is_there(j.item) and not j.unwanted)
        self.write({"t": self.now, "e": "end", "item": j.item, "size": list(j.size), "kept": kept})
        if not kept:
            self.unrequested_end(j, "wasted")
            if self.readings["unkept-drop"] == "yes":
                self.write({"t": self.now, "e": "drop", "item": j.item, "size": list(j.size), "bytes": j.bytes,
                            "why": "unwanted"})
            self.change(-j.bytes)
            return
        b = Bitmap()
        b.item, b.size, b.bytes, b.seq, b.asked, b.job = j.item, j.size, j.bytes, j.seq, j.asked, j
        self.resident.setdefault(b.item, {})[b.size] = b
        if waiting:
            cell.bitmap = b
            self.show(b)
            cell.request.shown = self.now
        if self.coarse and j.size == self.target(j.item):
            self.coarse.full_is_there(self, j.item)

    # -- steps

    def complete(self):
        due = sorted((j for j in self.running if j.ends <= self.now), key=lambda j: j.number)
        for j in due:
            if isinstance(j, Job):
                self.end(j)
            else:
                self.coarse.end(self, j)
        ended = self.cloud is not None and self.cloud.complete(self)
        return bool(due) or ended

    def stamp(self):
        self.seq += 1
        return self.seq

    def start(self, item):
        if item in self.started:
            return
        size = self.started[item] = self.target(item)
        b = self.lookup(item, size)
        if b is not None:
            if not b.asked:
                b.seq = self.stamp()
            return
        j = self.job(item, size) or self.create(item, size, True)
        if not j.asked:
            j.seq = self.stamp()

    def stop(self, item, dropping=True):
        if item not in self.started:
            return
        size = self.started[item]
        b = self.lookup(item, size)
        del self.started[item]
        if b is not None and dropping:
            self.drop_if_idle(b)
        j = self.queued("preheat", (item, size))
        if j is not None:
            self.cancel(j)

    def apply_plan(self, y):
        steps = self.prefetcher.plan(self.g, y)
        for verb, ranges in [] if self.paused else steps:
            ranges = [r for r in ranges if r[0] < r[1]]
            if not ranges:
                continue
            found = [run for r in ranges for run in runs(self.photos_at(*r))]
            # Starts have a line a range.
            for line in [found] if verb == "stop" else [[run] for run in found]:
                self.write({"t": self.now, "e": verb, "items": line})
                for item in (i for run in line for i in range(*run)):
                    (self.start if verb == "start" else self.stop)(item)

    def release(self, item):
        cell = self.cells.pop(item)
        cell.request.left = self.now
        self.write({"t": self.now, "e": "release", "item": item})
        if cell.bitmap is not None:
            self.drop_if_idle(cell.bitmap)
            return
        if self.coarse:
            self.coarse.release(self, item)
        key = (item, cell.size)
        j = self.queued("demand", key)
        if j is None or self.keep:
            return
        if item in self.started:
            self.leave("demand", key)
            self.join("preheat", j)
        else:
            self.cancel(j)

    def request(self, item):
        size, frame = self.target(item), len(self.frames) - 1
        cell, r = Cell(), Request()
        r.item, r.size, r.t, r.frame, r.shown, r.left = item, size, self.now, frame, None, None
        r.first = None
        cell.item, cell.size, cell.bitmap, cell.request = item, size, None, r
        self.cells[item] = cell
        self.requests.append(r)
        b = self.lookup(item, size)
        if b is not None:
            r.outcome, r.shown, cell.bitmap = "hit", self.now, b
            b.seq, b.asked = self.stamp(), True
            self.show(b)
            self.unrequested_end(b.job, "useful")
        else:
            j = self.job(item, size)
            r.outcome = "late" if j is not None and j.frame < frame else "miss"
            if j is None:
                j = self.create(item, size, False)
            self.unrequested_end(j, "late" if r.outcome == "late" else "same-frame")
            j.seq, j.asked = self.stamp(), True
            if self.leave("preheat", (item, size)):
                self.join("demand", j)
            if self.coarse:
                self.coarse.ask(self, cell)
        self.write({"t": self.now, "e": "request", "item": item, "size": list(size), "outcome": r.outcome})

    def frame(self, raw_y):
        y, clamped = self.screen.offset(self.g, raw_y)
        self.n["clamped"] += clamped
        f = Frame()
        f.t, f.y, f.g, f.places, f.changes = self.now, y, self.g, self.places, self.changes
        self.frames.append(f)
        lo, hi = self.g.items(y, y + self.g.H)
        self.write({"t": self.now, "e": "frame", "y": y, "visible": [lo, hi]})
        if y != self.y:
            self.resume()
        self.y = y
        self.apply_plan(y)
        # Those that leave go in the order in which they stood.
        stood, self.stood = self.stood or self.place, None
        for item in sorted((i for i in self.cells if not lo <= self.place(i) < hi), key=stood):
            self.release(item)
        for item in self.photos_at(lo, hi):
            if item not in self.cells:
                self.request(item)
        self.shown = (lo, hi)
        if self.coarse:
            self.coarse.frame(self, y)

    def stop_all(self, dropping=True):
        started = sorted(self.started)
        if self.readings["layout-stop"] == "yes" and started:
            self.write({"t": self.now, "e": "stop", "items": runs(started)})
        for item in started:
            self.stop(item, dropping)
        if self.coarse:
            self.coarse.stop_all(self)

    def layout(self, raw):
        g = self.screen.geometry(raw)
        line = {"t": self.now, "e": "layout", "target": list(g.target)}
        after = self.readings["layout-line"] == "after"
        if not after:
            self.write(line)
        for item in sorted(self.cells, key=self.place):
            self.release(item)
        self.stop_all()
        if after:
            self.write(line)
        self.g = g
        self.note_sizes()
        self.set_budget()
        self.forget_plans()

    def show_photos(self, raw):
        self.photos = [p for p in raw["photos"] if p < len(self.library)]
        self.write({"t": self.now, "e": "content", "items": runs(self.photos)})
        self.places = {p: place for place, p in enumerate(self.photos)}

    def content(self, raw):
        """Photos came, went or became visible: cells of those that stay as they are keep what they show, all else is
        stopped."""
        self.changes += 1
        cells, self.stood = sorted(self.cells, key=self.place), {i: self.place(i) for i in self.cells}.get
        before = self.photos_at(0, self.g.count)
        self.show_photos(raw)
        self.g = self.screen.geometry(raw)
        self.note_sizes()
        gone = [item for item in before if item not in self.places]
        for item in cells:
            if self.target(item) != self.cells[item].size:
                self.release(item)
        self.stop_all()
        for item in gone:
            self.forget(item)
        self.set_budget()
        self.forget_plans()

    def forget(self, item):
        """A photo is gone, and with it what is of any size, in the order in which the trace has these."""
        for size in self.target_sizes:
            job, bitmap = self.queued("demand", (item, size)), self.resident.get(item, {}).get(size)
            if job:
                self.cancel(job)
            if bitmap:
                self.drop(bitmap, "removed")

    def warning(self):
        """What no cell shows goes, started or not, and nothing is preheated until the grid moves or the app is back."""
        self.paused = bool(self.frames)
        self.stop_all(dropping=False)
        for item in sorted(self.resident):
            for size in sorted(self.resident.get(item, ()), key=self.target_sizes.index):
                b = self.resident[item][size]
                if not self.displayed(b):
                    self.drop(b, "warning")
        for j in self.running:
            if isinstance(j, Job):
                cell = self.cells.get(j.item)
                j.unwanted = cell is None or cell.bitmap is not None or cell.size != j.size

    def resume(self):
        if self.paused:
            self.paused = False
            self.forget_plans()

    def forget_plans(self):
        self.prefetcher.forget()
        if self.coarse:
            self.coarse.forget()

    def evictable(self):
        out = []
        for have in self.resident.values():
            for b in have.values():
                if not self.held(b):
                    out.append(b)
        out.sort(key=lambda b: b.seq)
        return out

    def make_room(self, need, must_suffice):
        """Evict for `need` bytes; with must_suffice nothing goes unless that is enough."""
        if not self.retains or self.live + need <= self.budget:
            return True
        victims = self.evictable()
        if must_suffice and self.live - sum(b.bytes for b in victims) + need > self.budget:
            return False
        for b in victims:
            if self.live + need <= self.budget:
                break
            self.n["evictions"] += 1
            self.drop(b, "evicted")
        while self.coarse and self.live + need > self.budget and not must_suffice and self.coarse.evict(self):
            pass
        return self.live + need <= self.budget

    def next_preheat(self):
        """The first preheat job that fits; those that do not are refused on the way."""
        for key, j in list(self.preheat.items()):
            if self.make_room(j.bytes, True):
                del self.preheat[key]
                return j
            if self.readings["refused"] == "gone":
                del self.preheat[key]
                self.unrequested_end(j, "cancelled")
            if not j.refused:
                j.refused = True
                self.n["refused"] += 1
                self.write({"t": self.now, "e": "refuse", "item": j.item})
        return None

    def dispatch(self):
        if self.cloud:
            self.cloud.take(self)
        if self.coarse:
            self.coarse.take(self)
        while len(self.running) < WORKERS:
            if self.demand:
                key = next(iter(self.demand))
                j = self.demand.pop(key)
                if not self.make_room(j.bytes, False):
                    self.n["overdrafts"] += 1
                self.begin(j, "demand")
            else:
                j = self.next_preheat() if self.preheat else None
                if j is None:
                    return
                self.begin(j, "preheat")

    def instant(self, t, steps):
        """Everything that happens at one time."""
        self.now = t
        layouts_first = self.readings["layout"] == "first"
        if not layouts_first:
            self.complete()
        done = not layouts_first
        for kind, body in steps:
            if kind == "frame":
                if not done:
                    self.complete()
                    done = True
                self.frame(body)
            elif kind == "layout":
                self.layout(body)
            elif kind == "content":
                self.content(body)
            elif kind == "foreground":
                self.resume()
            else:
                self.warning()
        if not done:
            self.complete()
        if t == self.trace.end and self.readings["end-begin"] == "no":
            return
        self.dispatch()
        while self.complete():
            self.dispatch()

    def run(self):
        steps, k, end = self.trace.steps, 0, self.trace.end
        while True:
            downloads = [end for end, _ in self.cloud.running] if self.cloud else []
            t = min([j.ends for j in self.running] + downloads + ([steps[k][0]] if k < len(steps) else []), default=None)
            if t is None or t > end:
                break
            now = []
            while k < len(steps) and steps[k][0] == t:
                now.append(steps[k][1:])
                k += 1
            self.instant(t, now)
        self.now = end
        self.integral += self.live * (end - self.last_change)


def runs(items):
    """Ranges of items that follow each other."""
    out = []
    for i in items:
        if out and out[-1][1] == i:
            out[-1][1] = i + 1
        else:
            out.append([i, i + 1])
    return out
