"""Follows an event file line by line and adds up every deterministic metric.

It holds no strategy and no queue: what was started, begun, kept or dropped is what the events say. Integers throughout,
so the answer is exact.
"""
from recompute_cloud import CloudAccount
from recompute_coarse import CoarseAccount
from recompute_inputs import Layouts
from recompute_screens import Screens

SECOND = 10**9


class Job:
    """A decode from its creation on; `fate` is its place in the preheat ledger, None while open."""

    def __init__(self, key, frame, by_start):
        self.key, self.frame, self.by_start = key, frame, by_start
        self.fate = self.cause = None
        self.ahead = False  # begun while no cell waited, and shown by none since


class Cell:
    """An item on screen, from its request to its release; blank while it shows no key and is not soft: soft is one that
    shows its coarse image only."""

    def __init__(self, key, time, cold):
        self.key, self.time, self.cold, self.shows, self.soft = key, time, cold, None, False
        self.area_is_cold = cold  # until it leaves, or photos come or go


class Account:
    """Follows the events line by line. A key is (item, target size)."""

    def __init__(self, trace, library, configuration):
        self.trace, self.library, self.configuration = trace, library, configuration
        self.layouts = Layouts(trace, configuration)
        self.layout, self.budget = self.layouts.at(None, None), None
        self.areas, self.areas_of, self.areas_y = {}, None, 0  # of places, at an offset of a layout
        self.places = None  # photo -> place, where these are not the same
        self.sizes = []  # as the trace has them first
        self.now, self.frame, self.y = trace.start, -1, 0
        self.started, self.cells = set(), {}
        self.queued, self.running, self.resident = {}, {}, {}  # key -> Job, in order of creation
        self.live, self.live_time = 0, 0
        self.worker_time = self.preheat_decodes = self.shown_preheats = 0
        self.peak_bytes, self.peak = 0, dict.fromkeys(("time-ns", "frame", "displayed", "kept", "in-flight"), 0)
        self.peak["time-ns"] = trace.start
        self.area = {False: [0, 0], True: [0, 0]}  # cold? -> [blank, visible]
        self.requests, self.waits, self.preheats, self.doubts = [], [], [], []
        self.line = 1
        self.begin_layout(configuration.first_target)
        self.decoded, self.requested = set(), set()  # keys, ever
        self.coarse, self.screens = CoarseAccount(self), Screens(self)
        self.cloud = CloudAccount(self, configuration.cloud) if configuration.cloud else None
        self.count = dict.fromkeys((
            "never-shown", "decodes", "redecodes", "abandoned-decodes", "failed-decodes", "repeat-requests",
            "cancelled", "refused", "evictions", "overdrafts"), 0)

    def read(self, number, event):
        reader = self.coarse if event.get("tier") == "coarse" else self
        handler = getattr(reader, "on_" + str(event.get("e")), None)  # unknown lines are not ours to refuse
        if handler is not None:
            self.line = number
            self.advance(event["t"])
            handler(event)

    def doubt(self, text):
        self.doubts.append("line %d: %s" % (self.line, text))

    def advance(self, time):
        """Areas and bytes grow with time, so they are summed whenever time moves, over the state before the move."""
        if time == self.now:
            return
        self.screens.settle()
        elapsed, self.now = time - self.now, time
        self.live_time += self.live * elapsed
        self.worker_time += (len(self.running) + len(self.coarse.running)) * elapsed
        if self.areas_of is not self.layout or self.areas_y != self.y:
            self.areas, self.areas_of, self.areas_y = {}, self.layout, self.y
        areas = self.areas
        for item, cell in self.cells.items():
            place = item if self.places is None else self.places[item]
            area = areas.get(place)
            if area is None:
                area = areas[place] = self.layout.area(place, self.y)
            grown = area * elapsed
            self.area[cell.area_is_cold][1] += grown
            if cell.soft:
                self.coarse.soft[cell.area_is_cold] += grown
            elif cell.shows is None:
                self.area[cell.area_is_cold][0] += grown

    def on_frame(self, event):
        self.screens.on_frame()
        self.frame, self.y = self.frame + 1, event["y"]

    def on_layout(self, event):
        self.screens.on_change()
        self.layout = self.layouts.at(self.now, "layout")
        self.begin_layout(tuple(event["target"]))
        self.started.clear()  # stopCachingImagesForAllAssets

    def begin_layout(self, target):
        """What follows from a layout, whose usual target size the events say too."""
        if target != self.layout.target:
            self.doubt("the target size is %s, but should be %s" % (target, self.layout.target))
        self.sizes += [size for size in self.layout.targets if size not in self.sizes]
        self.set_budget()

    def target(self, photo):
        """The size at which a photo's cell asks; None where it has no place."""
        return self.layout.target_at(photo if self.places is None else self.places.get(photo))

    def set_budget(self):
        """Bytes of so many screens of mean photos, up to 256 of them looked at."""
        self.budget = self.configuration.budget if self.configuration.has_budget else None
        screens = self.configuration.budget_screens
        if not self.configuration.has_budget or screens is None:
            return
        photos = list(self.places) if self.places is not None else range(self.layout.count)
        count, samples = len(photos), min(256, len(photos))
        seen = [photos[k * count // samples] for k in range(samples)]
        total = sum(self.library.decode(photo, self.target(photo))[0] for photo in seen)
        mean = -(-total // samples) if samples else 4 * self.layout.target[0] * self.layout.target[1]
        strip = -(-self.layout.H * screens.numerator // screens.denominator)
        self.budget = max(1, self.layout.rows.most(strip) * mean)

    def on_content(self, event):
        """Photos came, went or became visible: an item is a photo, whose place is another one from now on."""
        self.screens.on_change()
        photos = [photo for lo, hi in event["items"] for photo in range(lo, hi)]
        self.places = {photo: place for place, photo in enumerate(photos)}
        self.layout = self.layouts.at(self.now, "content")
        self.begin_layout(self.layout.target)
        if self.frame >= 0:  # a choice that holds from the start moves nothing
            self.started.clear()
        for cell in self.cells.values():
            cell.area_is_cold = False

    def on_request(self, event):
        key, outcome = (event["item"], tuple(event["size"])), event["outcome"]
        cell = self.cells[key[0]] = Cell(key, self.now, self.frame == 0)
        self.count["repeat-requests"] += key in self.requested
        self.requested.add(key)
        if outcome == "hit":
            cell.shows = self.serving(key)
            if cell.shows is None:
                return self.doubt("a hit on item %d, which is not resident" % key[0])
            self.settle(self.resident[cell.shows], "useful")
            self.show(self.resident[cell.shows])
            self.waits.append((0, cell.cold))
            self.coarse.waits.append((0, cell.cold))
        else:
            job = self.open_job(key) or self.create(key, by_start=False)
            final = "late" if job.frame < self.frame else "miss"
            self.settle(job, "late" if final == "late" else "same-frame")
            if outcome != "coarse" and outcome != final:
                self.doubt("item %d is %s, but its job is of frame %d" % (key[0], outcome, job.frame))
            self.coarse.ask(cell, outcome)
            outcome = final
        self.requests.append((key, outcome, self.now, cell.cold))

    def on_release(self, event):
        cell = self.cells.pop(event["item"])
        if cell.shows is None:
            self.leave_blank(cell)

    def leave_blank(self, cell):
        self.waits.append((self.now - cell.time, cell.cold))
        self.count["never-shown"] += 1
        self.coarse.end_wait(cell)

    def serving(self, key):
        """The resident key that serves a request: its own or, with at-least, the smallest larger one."""
        if key in self.resident or not self.configuration.at_least:
            return key if key in self.resident else None
        larger = [k for k in self.resident if k[0] == key[0] and k[1][0] >= key[1][0] and k[1][1] >= key[1][1]]
        return min(larger, key=lambda k: (k[1][0] * k[1][1], self.sizes.index(k[1])), default=None)

    def on_start(self, event):
        for item in (i for lo, hi in event["items"] for i in range(lo, hi)):
            key = (item, self.target(item))
            if item not in self.started and self.serving(key) is None and self.open_job(key) is None:
                self.preheats.append(self.create(key, by_start=True))
            self.started.add(item)

    def on_stop(self, event):
        for lo, hi in event["items"]:
            self.started.difference_update(range(lo, hi))

    def show(self, job):
        self.shown_preheats += job.ahead
        job.ahead = False

    def open_job(self, key):
        return self.queued.get(key) or self.running.get(key)

    def create(self, key, by_start):
        self.queued[key] = Job(key, self.frame, by_start)
        return self.queued[key]

    def settle(self, job, fate):
        """A job made by a start has one fate, the first: later ones do not move it in the preheat ledger."""
        if job.by_start and job.fate is None:
            job.fate = fate

    def on_cancel(self, event, name="cancelled"):
        """The line names only the item; older jobs of it can only be kept requests of an earlier layout."""
        self.count[name] += 1
        key = next((k for k in reversed(self.queued) if k[0] == event["item"]), None)
        if key is None:
            return self.doubt("item %d has no queued job" % event["item"])
        self.settle(self.queued.pop(key), "cancelled")

    def on_refuse(self, event):
        self.on_cancel(event, "refused")  # gone from its queue, and the preheat ledger has no other place for it

    def on_download(self, event):
        self.cloud.on_download(event) if self.cloud else self.doubt("a download, and no cloud")

    def on_downloaded(self, event):
        self.cloud.on_downloaded(event) if self.cloud else self.doubt("a download, and no cloud")

    def on_begin(self, event):
        key = (event["item"], tuple(event["size"]))
        if self.cloud and self.cloud.lacks(key[0]):
            self.doubt("item %d begins, but its file is in the cloud" % key[0])
        if self.library.decode(*key) != (event["bytes"], event["cost"]):
            self.doubt("item %d should take %d bytes and %d ns" % (key[0], *self.library.decode(*key)))
        if key not in self.queued:
            self.doubt("item %d begins without having been wanted" % key[0])
        job = self.running[key] = self.queued.pop(key, None) or Job(key, self.frame, by_start=False)
        job.cause = event["cause"]
        job.ahead = job.cause == "preheat"
        self.preheat_decodes += job.ahead
        self.count["decodes"] += 1
        self.count["redecodes"] += key in self.decoded
        self.decoded.add(key)
        self.live += event["bytes"]
        if self.budget is not None and self.live > self.budget:
            self.count["overdrafts"] += 1  # has no line of its own: the bytes say it
        self.note_peak()

    def note_peak(self):
        """Only a begin can raise the ledger, so only there is a peak; the first of equals stands."""
        if self.live <= self.peak_bytes:
            return
        size = lambda keys: sum(self.library.decode(*key)[0] for key in keys)
        shown = size(cell.shows for cell in self.cells.values() if cell.shows) + self.coarse.shown_bytes()
        flight = size(self.running) + sum(job.bytes for job in self.coarse.running.values())
        self.peak_bytes = self.live
        self.peak = {"time-ns": self.now, "frame": self.frame, "displayed": shown, "in-flight": flight,
                     "kept": self.live - shown - flight}

    def on_end(self, event):
        key = (event["item"], tuple(event["size"]))
        job, cell = self.running.pop(key, None), self.cells.get(key[0])
        if job is None:
            return self.doubt("item %d ends without having begun" % key[0])
        awaited = cell is not None and cell.shows is None and cell.key == key
        if job.cause == "demand" and not awaited:
            self.count["abandoned-decodes"] += 1
        if not self.library.decodes(key[0]):
            self.count["failed-decodes"] += 1
            if event["kept"]:
                self.doubt("item %d is kept, but the library says that it does not decode" % key[0])
        if not event["kept"]:
            self.live -= self.library.decode(*key)[0]
            return self.settle(job, "wasted")
        self.resident[key] = job
        if awaited:
            cell.shows = key
            self.show(job)
            self.waits.append((self.now - cell.time, cell.cold))
            self.coarse.end_wait(cell)
            cell.soft = False
        if key[1] == self.target(key[0]):
            self.coarse.started.discard(key[0])

    def on_drop(self, event):
        self.count["evictions"] += event["why"] == "evicted"
        job = self.resident.pop((event["item"], tuple(event["size"])), None)
        if job is not None:  # a drop after an unkept end only repeats that end
            self.live -= event["bytes"]
            self.settle(job, "wasted")

    def on_live(self, event):
        if event["bytes"] != self.live:
            self.doubt("live is given as %d, the lines before add up to %d" % (event["bytes"], self.live))

    def close(self):
        self.advance(self.trace.end)
        self.screens.settle()
        self.screens.close(self.now)
        for cell in self.cells.values():
            if cell.shows is None:
                self.leave_blank(cell)

    def metrics(self):
        tally = lambda name: sum(outcome == name for _, outcome, _, _ in self.requests)
        ledger, one = self.preheat_ledger(), lambda key: 1
        (blank, visible), (cold_blank, cold_visible) = self.area[False], self.area[True]
        duration, costs = self.trace.end - self.trace.start, self.costs_by_second()
        workers = self.configuration.workers
        return {
            **self.count, "requests": len(self.requests),
            "hits": tally("hit"), "late": tally("late"), "misses": tally("miss"),
            "hit-rate": self.hit_rate(one, warm=False),
            "byte-hit-rate": self.hit_rate(lambda key: self.library.decode(*key)[0], warm=False),
            "warm-hit-rate": self.hit_rate(one, warm=True),
            "peak-bitmap-bytes": self.peak_bytes, "peak-breakdown": self.peak,
            "mean-bitmap-bytes": ratio(self.live_time, duration),
            "time-to-image": distribution([wait for wait, _ in self.waits]),
            "warm-time-to-image": distribution([wait for wait, cold in self.waits if not cold]),
            "noticed-waits": noticed(self.waits),
            "blank-ratio": ratio(blank + cold_blank, visible + cold_visible),
            "warm-blank-ratio": ratio(blank, visible),
            "sharp-ratio": ratio(
                visible + cold_visible - blank - cold_blank - sum(self.coarse.soft.values()), visible + cold_visible),
            "warm-sharp-ratio": ratio(visible - blank - self.coarse.soft[False], visible),
            **self.screens.metrics(),
            "load": ratio(sum(costs.values()), workers * duration),
            "load-worst-second": ratio(max(costs.values(), default=0), workers * SECOND),
            "decodes-per-request": ratio(self.count["decodes"] - self.coarse.decodes, len(self.requests)),
            "decode-time": ratio(self.worker_time * 60, duration),
            "preheat-accuracy": ratio(self.shown_preheats, self.preheat_decodes),
            "preheat-coverage": ratio(self.shown_preheats, len(self.requests)),
            "wasted-decodes": ledger["wasted"], "preheat-ledger": ledger,
            **(self.cloud.metrics() if self.cloud else {}),
            **(self.coarse.metrics() if self.configuration.has_coarse else {})}

    def hit_rate(self, weight, warm):
        counted = [(weight(key), outcome) for key, outcome, _, cold in self.requests if not (warm and cold)]
        return ratio(sum(w for w, outcome in counted if outcome == "hit"), sum(w for w, _ in counted))

    def costs_by_second(self):
        seconds = {}
        for key, _, time, _ in self.requests:
            second = (time - self.trace.start) // SECOND
            seconds[second] = seconds.get(second, 0) + self.library.decode(*key)[1]
        return seconds

    def preheat_ledger(self):
        ledger = dict.fromkeys(("useful", "late", "same-frame", "cancelled", "wasted", "pending"), 0)
        for job in self.preheats:
            ledger[job.fate or "pending"] += 1
        return {"created": len(self.preheats), **ledger}


def ratio(numerator, denominator):
    return {"numerator": numerator, "denominator": denominator}


def distribution(values):
    values, n = sorted(values), len(values)
    rank = lambda percent: values[-(-percent * n // 100) - 1] if n else 0  # nearest rank: element ceil(p * n)
    return {"sum": sum(values), "count": n, "p50": rank(50), "p90": rank(90),
            "p95": rank(95), "p99": rank(99), "max": rank(100)}


def noticed(waits):
    """The share of waits after the first frame that are longer than people take for none."""
    warm = [wait for wait, cold in waits if not cold]
    return ratio(sum(wait > 100_000_000 for wait in warm), len(warm))
