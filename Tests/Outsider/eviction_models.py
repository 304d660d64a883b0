"""Eviction policies from the papers' definitions, as plainly as they can be written. `get` says whether it was a hit.

An entry larger than the whole cache is never kept. Where papers count pages, bytes stand here.
"""

from collections import OrderedDict


class LRU:
    def __init__(self, capacity):
        self.capacity, self.used, self.queue = capacity, 0, OrderedDict()

    def get(self, key, size):
        if key in self.queue:
            self.queue.move_to_end(key)
            return True
        if size <= self.capacity:
            while self.used + size > self.capacity:
                self.used -= self.queue.popitem(last=False)[1]
            self.queue[key] = size
            self.used += size
        return False


class Clock:
    """FIFO with a bit that gives a second chance."""

    def __init__(self, capacity):
        self.capacity, self.used, self.queue, self.bits = capacity, 0, OrderedDict(), set()

    def get(self, key, size):
        if key in self.queue:
            self.bits.add(key)
            return True
        if size <= self.capacity:
            while self.used + size > self.capacity:
                oldest = next(iter(self.queue))
                if oldest in self.bits:
                    self.bits.discard(oldest)
                    self.queue.move_to_end(oldest)
                else:
                    self.used -= self.queue.pop(oldest)
            self.queue[key] = size
            self.used += size
        return False


class Sieve:
    """The hand is an index from the oldest; past the newest it begins anew."""

    def __init__(self, capacity):
        self.capacity, self.used, self.queue, self.sizes, self.bits, self.hand = capacity, 0, [], {}, set(), 0

    def get(self, key, size):
        if key in self.sizes:
            self.bits.add(key)
            return True
        if size <= self.capacity:
            while self.used + size > self.capacity:
                while self.queue[self.hand] in self.bits:
                    self.bits.discard(self.queue[self.hand])
                    self.hand = (self.hand + 1) % len(self.queue)
                self.used -= self.sizes.pop(self.queue.pop(self.hand))
                if self.hand == len(self.queue):
                    self.hand = 0
            self.queue.append(key)
            self.sizes[key] = size
            self.used += size
        return False


class Fifo:
    """A queue that knows its bytes."""

    def __init__(self):
        self.sizes, self.bytes = OrderedDict(), 0

    def put(self, key, size):
        self.sizes[key] = size
        self.bytes += size

    def take(self, key=None):
        key = next(iter(self.sizes)) if key is None else key
        size = self.sizes.pop(key)
        self.bytes -= size
        return key, size


class S3FIFO:
    """Small queue a tenth, ghosts nine tenths, promoted when requested twice more, counted to three."""

    def __init__(self, capacity):
        self.capacity, self.small_share = capacity, capacity // 10
        self.ghost_share = capacity * 9 // 10
        self.small, self.main, self.ghosts, self.counts = Fifo(), Fifo(), Fifo(), {}
        self.has_evicted = False

    def get(self, key, size):
        if key in self.counts:
            self.counts[key] = min(3, self.counts[key] + 1)
            return True
        returns = key in self.ghosts.sizes
        if returns:
            self.ghosts.take(key)
        if size > self.capacity:
            return False
        while self.small.bytes + self.main.bytes + size > self.capacity:
            self.evict()
        fills = not self.has_evicted and self.small.bytes >= self.small_share
        (self.main if returns or fills else self.small).put(key, size)
        self.counts[key] = 0
        return False

    def evict(self):
        self.has_evicted = True
        if self.main.bytes > self.capacity - self.small_share or not self.small.sizes:
            while True:
                key, size = self.main.take()
                if self.counts[key] == 0:
                    del self.counts[key]
                    return
                self.counts[key] -= 1
                self.main.put(key, size)
        while self.small.sizes:
            key, size = self.small.take()
            if self.counts[key] < 2:
                del self.counts[key]
                self.remember(key, size)
                return
            self.main.put(key, size)
            self.counts[key] = 0

    def remember(self, key, size):
        if size <= self.ghost_share:
            while self.ghosts.bytes + size > self.ghost_share:
                self.ghosts.take()
            self.ghosts.put(key, size)


class ARC:
    """T1, T2, B1 and B2 of the paper, p in bytes."""

    def __init__(self, capacity):
        self.capacity, self.p = capacity, 0.0
        self.lists = {name: OrderedDict() for name in ("T1", "T2", "B1", "B2")}
        self.bytes = dict.fromkeys(self.lists, 0)

    def put(self, name, key, size):
        self.lists[name][key] = size
        self.bytes[name] += size

    def take(self, name, key=None):
        key = next(iter(self.lists[name])) if key is None else key
        size = self.lists[name].pop(key)
        self.bytes[name] -= size
        return key, size

    def get(self, key, size):
        for name in ("T1", "T2"):
            if key in self.lists[name]:
                self.put("T2", *self.take(name, key))
                return True
        ghost = next((name for name in ("B1", "B2") if key in self.lists[name]), None)
        if ghost:
            ratio = max(1.0, self.bytes["B2" if ghost == "B1" else "B1"] / self.bytes[ghost])
            self.p = min(self.p + ratio, self.capacity) if ghost == "B1" else max(self.p - ratio, 0)
            self.take(ghost, key)
        if size > self.capacity:
            return False
        while self.bytes["T1"] + self.bytes["T2"] + size > self.capacity:
            self.evict(ghost, size)
        self.put("T2" if ghost else "T1", key, size)
        return False

    def evict(self, ghost, size):
        count = self.bytes
        if not ghost and count["T1"] + count["B1"] + size > self.capacity:
            if not self.lists["B1"]:
                self.take("T1")
                return
            self.take("B1")
        elif not ghost and sum(count.values()) >= 2 * self.capacity and self.lists["B2"]:
            self.take("B2")
        long = count["T1"] > self.p or (ghost == "B2" and count["T1"] == self.p)
        one = "T1" if (self.lists["T1"] and long) or not self.lists["T2"] else "T2"
        self.put("B" + one[1], *self.take(one))


MODELS = {"lru": LRU, "lru-by-size": LRU, "clock": Clock, "sieve": Sieve, "s3-fifo": S3FIFO, "arc": ARC}
