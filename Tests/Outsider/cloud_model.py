"""Which photos are in the cloud and how long a download takes, as docs/definitions.md says; shared by both programs here."""
MASK = 2**64 - 1


def mix(z):
    """The finisher of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class CloudModel:
    def __init__(self, percent, latency_ns=150 * 10**6, bandwidth=2500000, downloads=4, seed=1):
        self.percent, self.latency_ns, self.bandwidth = percent, latency_ns, bandwidth
        self.downloads, self.seed = downloads, seed

    def holds(self, item):
        """Whether an item's photo is in the cloud at first."""
        seed = self.seed ^ int.from_bytes(b"clou", "big")
        drawn = mix(mix(seed + 0x9E3779B97F4A7C15 & MASK) ^ item * 0xD6E8FEB86659FD93 & MASK)
        return drawn % 100 < self.percent

    def time(self, encoded):
        return self.latency_ns + encoded * 10**9 // self.bandwidth
