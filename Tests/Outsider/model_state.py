"""What the reference model's replay keeps of jobs, bitmaps, cells, requests and frames."""


class Job:
    __slots__ = ("item", "size", "frame", "started", "asked", "queue", "seq", "cost", "bytes", "number", "ends",
                 "cause", "fate", "refused", "ahead", "unwanted")


class Bitmap:
    __slots__ = ("item", "size", "bytes", "seq", "asked", "job")


class Cell:
    """A displayed item: from its request to its release."""
    __slots__ = ("item", "size", "bitmap", "request")


class Request:
    __slots__ = ("item", "size", "t", "frame", "outcome", "shown", "first", "left")


class Frame:
    __slots__ = ("t", "y", "g", "places", "changes")
