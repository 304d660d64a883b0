/// The exact counts of a coarse tier: what became of its jobs, how long cells showed it, and when the first image came.
public struct CoarseTally: Sendable {
  /// True where thumbnails could stand in.
  public var isPresent = false
  public var created: Int64 = 0
  /// Jobs whose bitmap a cell showed.
  public var shown: Int64 = 0
  public var cancelled: Int64 = 0
  /// Jobs that ended and whose bitmap went without a cell having shown it.
  public var unseen: Int64 = 0
  public var pending: Int64 = 0
  /// Decodes of thumbnails.
  public var decodes: Int64 = 0
  /// Area x time of cells that show the coarse image only, thousandths of a point x nanoseconds.
  public var soft: WideSum = 0
  /// What of it the cells of the first frame account for, until they leave.
  public var coldSoft: WideSum = 0
  /// What the cells of all other frames account for.
  public var warmSoft: WideSum { soft - coldSoft }
  /// From request to the first image of either tier, of requests that found none, nanoseconds: of the first frame and of
  /// the others.
  public var coldWaits: ContiguousArray<Int64> = []
  public var warmWaits = WaitTally()

  public init() {}

  /// True when every job is in exactly one place.
  public var closes: Bool { created == shown + cancelled + unseen + pending }
}
