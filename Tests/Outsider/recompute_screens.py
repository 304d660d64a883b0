"""How long screens take to fill: those of the first frame, and of frames after a change or none of whose cells was there."""

SEEN = 10**8  # ns: what is gone sooner does not count


class Screens:
    """Looks at the cells of an account once all lines of a time are read."""

    def __init__(self, account):
        self.account = account
        self.changed, self.frame, self.before = True, False, set()
        self.items, self.began, self.filled, self.sharp = set(), None, None, None
        self.first, self.later = None, []

    def on_change(self):
        self.settle()
        self.changed = True

    def on_frame(self):
        self.settle()
        self.frame, self.before = True, set(self.account.cells)

    def settle(self):
        """The lines of a time are read: what the frame among them shows, and what has come."""
        account = self.account
        if self.frame:
            self.frame, items = False, set(account.cells)
            if items and (self.changed or not items & self.before):
                self.close(account.now)
                self.changed, self.items = False, items
                self.began, self.filled, self.sharp = account.now, None, None
        if self.began is None or self.sharp is not None or self.changed:
            return
        self.items &= set(account.cells)
        cells = [account.cells[item] for item in self.items]
        waiting = [cell for cell in cells if cell.shows is None]
        coming = [cell for cell in waiting if account.open_job(cell.key)]
        blank = [cell for cell in waiting if not cell.soft and (
            account.open_job(cell.key) or cell.key[0] in account.coarse.queued or cell.key[0] in account.coarse.running)]
        if not blank and self.filled is None:
            self.filled = account.now
        if not coming:
            self.sharp = account.now

    def close(self, now):
        if self.began is None:
            return
        times = tuple((now if time is None else time) - self.began for time in (self.filled, self.sharp))
        if self.first is None:
            self.first = times
        elif now - self.began >= SEEN:
            self.later.append(times)
        self.began = None

    def metrics(self):
        from recompute_account import distribution
        names, metrics = ("time", "sharp-time"), {}
        for index, name in enumerate(names):
            if self.first is not None:
                metrics["first-screen-" + name] = self.first[index]
            if self.later:
                metrics["new-screen-" + name] = distribution([times[index] for times in self.later])
        return metrics
