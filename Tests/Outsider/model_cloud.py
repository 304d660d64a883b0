"""The cloud of the reference model's replay, as docs/definitions.md defines it."""
from cloud_model import CloudModel
from model_inputs import byte_count, fail, rational


def parse_cloud(text):
    """PERCENT[:latency=150ms,bandwidth=2.5MB,downloads=4,seed=1]; None where all is on the device."""
    percent, _, rest = text.partition(":")
    values = dict(p.split("=", 1) for p in rest.split(",")) if rest else {}
    model = CloudModel(int(percent))
    latency = values.pop("latency", "150ms")
    model.latency_ns = int(rational(latency[:-2]) * 10**6) if latency.endswith("ms") else int(
        rational(latency[:-1]) * 10**9)
    model.bandwidth = byte_count(values.pop("bandwidth", "2500000"))
    model.downloads, model.seed = int(values.pop("downloads", 4)), int(values.pop("seed", 1))
    if values:
        fail("unknown settings %s of a cloud" % sorted(values))
    return Cloud(model) if model.percent else None


class Cloud:
    """Jobs that wait for files, by kind as in a worker's queues, and downloads that run."""

    def __init__(self, model):
        self.model = model
        self.queues = {"demand": {}, "preheat": {}}     # (item, size) -> Job, in order of arrival
        self.running, self.here = [], set()             # [(end, item)] as they began
        self.count = self.bytes = self.unwanted = 0

    def lacks(self, rp, item):
        return self.model.holds(item) and item not in self.here and not rp.gives_thumbnail(rp.library[item])

    def take(self, rp):
        while len(self.running) < self.model.downloads:
            away = {item for _, item in self.running}
            keys = [key for kind in ("demand", "preheat") for key in self.queues[kind] if key[0] not in away]
            if not keys:
                return
            item = keys[0][0]
            encoded = rp.library[item].encoded
            self.running.append((rp.now + self.model.time(encoded), item))
            self.count += 1
            self.bytes += encoded
            rp.write({"t": rp.now, "e": "download", "item": item, "bytes": encoded, "cost": self.model.time(encoded)})

    def complete(self, rp):
        """Ends what is due; True when something was."""
        due = sorted((d for d in self.running if d[0] <= rp.now), key=lambda d: d[0])
        for download in due:
            self.running.remove(download)
            item = download[1]
            self.here.add(item)
            rp.write({"t": rp.now, "e": "downloaded", "item": item})
            found = [(size, kind) for size in rp.target_sizes for kind in self.queues
                     if (item, size) in self.queues[kind]]
            self.unwanted += not found
            for size, kind in found:
                getattr(rp, kind)[item, size] = self.queues[kind].pop((item, size))
        return bool(due)

    def metrics(self):
        return {"downloads": self.count, "downloaded-bytes": self.bytes, "unwanted-downloads": self.unwanted}
