"""The coarse tier in an event file: jobs and bitmaps of embedded thumbnails, and the cells that show them."""


class Job:
    """A decode of a thumbnail; `fate` is its place in the coarse ledger, None while open."""

    def __init__(self):
        self.fate, self.bytes, self.cause = None, 0, None


class CoarseAccount:
    """Reads the lines of tier coarse. One job or bitmap an item: the key is the item alone."""

    def __init__(self, account):
        self.account = account
        self.started, self.jobs, self.decoded = set(), [], set()
        self.queued, self.running, self.held = {}, {}, {}  # item -> Job
        self.soft = {False: 0, True: 0}  # cold? -> area x time
        self.waits, self.hits, self.decodes = [], 0, 0

    def metrics(self):
        from recompute_account import distribution, noticed, ratio
        area, cold = self.account.area[False], self.account.area[True]
        ledger = dict.fromkeys(("shown", "cancelled", "unseen", "pending"), 0)
        for job in self.jobs:
            ledger[job.fate or "pending"] += 1
        return {
            "coarse-hits": self.hits, "coarse-decodes": self.decodes,
            "coarse-ledger": {"created": len(self.jobs), **ledger},
            "soft-ratio": ratio(self.soft[False] + self.soft[True], area[1] + cold[1]),
            "warm-soft-ratio": ratio(self.soft[False], area[1]),
            "time-to-first-image": distribution([wait for wait, _ in self.waits]),
            "warm-time-to-first-image": distribution([wait for wait, cold in self.waits if not cold]),
            "noticed-blanks": noticed(self.waits)}

    def shown_bytes(self):
        return sum(self.held[item].bytes for item, cell in self.account.cells.items() if cell.soft)

    # -- cells

    def ask(self, cell, outcome):
        """A cell asked and its full image was not there."""
        item = cell.key[0]
        if (outcome == "coarse") != (item in self.held):
            self.account.doubt("item %d is %s, but its coarse bitmap says otherwise" % (item, outcome))
        if outcome == "coarse":
            self.hits += 1
            self.waits.append((0, cell.cold))
            self.show(cell)

    def show(self, cell):
        cell.soft = True
        job = self.held[cell.key[0]]
        job.fate = job.fate or "shown"

    def end_wait(self, cell):
        """A cell has its full image or leaves; the first one it may have had before."""
        if not cell.soft:
            self.waits.append((self.account.now - cell.time, cell.cold))

    # -- lines

    def on_start(self, event):
        account = self.account
        for item in (i for lo, hi in event["items"] for i in range(lo, hi)):
            has_full = (item, account.target(item)) in account.resident
            if item in self.started or not account.library.thumbnails[item] or has_full:
                continue
            self.started.add(item)
            if not any(item in jobs for jobs in (self.queued, self.running, self.held)):
                self.queued[item] = Job()
                self.jobs.append(self.queued[item])

    def on_stop(self, event):
        for lo, hi in event["items"]:
            self.started.difference_update(range(lo, hi))

    def on_cancel(self, event, name="cancelled"):
        self.account.count[name] += 1
        job = self.queued.pop(event["item"], None)
        if job is None:
            return self.account.doubt("item %d has no queued coarse job" % event["item"])
        job.fate = "cancelled"

    def on_refuse(self, event):
        self.on_cancel(event, "refused")
        self.started.discard(event["item"])

    def on_begin(self, event):
        account, item = self.account, event["item"]
        expected = account.library.decode_thumbnail(item, event["size"])
        if expected != (event["bytes"], event["cost"]):
            account.doubt("the thumbnail of item %d should take %d bytes and %d ns" % (item, *expected))
        if item not in self.queued:
            account.doubt("the thumbnail of item %d begins without having been wanted" % item)
        job = self.running[item] = self.queued.pop(item, None) or Job()
        job.bytes = event["bytes"]
        waits = item in account.cells and account.cells[item].shows is None
        if (event["cause"] == "demand") != waits:
            account.doubt("the thumbnail of item %d begins for %s" % (item, event["cause"]))
        self.decodes += 1
        account.count["decodes"] += 1
        account.count["redecodes"] += item in self.decoded
        self.decoded.add(item)
        account.live += job.bytes
        if account.budget is not None and account.live > account.budget:
            account.count["overdrafts"] += 1
        account.note_peak()

    def on_end(self, event):
        account, item = self.account, event["item"]
        job, cell = self.running.pop(item, None), account.cells.get(item)
        if job is None:
            return account.doubt("the thumbnail of item %d ends without having begun" % item)
        waits = cell is not None and cell.shows is None
        has_full = (item, account.target(item)) in account.resident
        if event["kept"] != ((waits or item in self.started) and not has_full):
            account.doubt("the thumbnail of item %d is kept: %s" % (item, event["kept"]))
        if not event["kept"]:
            account.live -= job.bytes
            job.fate = job.fate or "unseen"
            return
        self.held[item] = job
        if waits:
            self.waits.append((account.now - cell.time, cell.cold))
            self.show(cell)

    def on_drop(self, event):
        account = self.account
        account.count["evictions"] += event["why"] == "evicted"
        job, cell = self.held.pop(event["item"], None), account.cells.get(event["item"])
        if job is None:
            return account.doubt("the thumbnail of item %d is dropped, but was not held" % event["item"])
        if cell is not None and cell.soft:
            account.doubt("the thumbnail of item %d is dropped while its cell shows it" % event["item"])
        account.live -= job.bytes
        job.fate = job.fate or "unseen"
