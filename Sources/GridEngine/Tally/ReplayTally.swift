/// The image that a cell found when it asked for its own.
public enum RequestOutcome: String, CaseIterable, Sendable {
  /// The bitmap was there.
  case hit
  /// Only the thumbnail was there; counts as late or as a miss besides.
  case thumbnail = "coarse"
  /// A decode created at an earlier frame had not ended.
  case late
  /// No decode had been asked for before this frame.
  case miss
}

/// The exact counts of a replay: integers only, from which every deterministic metric is computed.
public struct ReplayTally: Sendable {
  /// Requests and what they found.
  public struct Requests: Hashable, Sendable {
    public var count: Int64 = 0
    public var hits: Int64 = 0
    public var late: Int64 = 0
    public var misses: Int64 = 0
    /// Requests, late ones and misses alike, that found a thumbnail: these count beside, not instead.
    public var thumbnailHits: Int64 = 0

    mutating func count(_ outcome: RequestOutcome) {
      count += 1
      switch outcome {
      case .hit: hits += 1
      case .thumbnail: preconditionFailure("a thumbnail hit is counted beside late and miss")
      case .late: late += 1
      case .miss: misses += 1
      }
    }
  }

  /// A time integral and what it is a share of, in thousandths of a point x nanoseconds.
  public struct Share: Hashable, Sendable {
    public var part: WideSum = 0
    public var whole: WideSum = 0
  }

  /// The highest point of the ledger and what it was made of, in bytes.
  public struct Peak: Hashable, Sendable {
    public var bytes: Int64 = 0
    public var time: Int64 = 0
    public var frame: Int64 = 0
    public var displayed: Int64 = 0
    public var kept: Int64 = 0
    public var inFlight: Int64 = 0
    /// The number of changes of the ledger before the one that made the peak.
    public var change: Int64 = 0
  }

  /// The jobs that starts created, by what became of them; the parts add up.
  public struct JobLedger: Hashable, Sendable {
    public var created: Int64 = 0
    /// Jobs whose bitmap was there when a cell asked for it; of thumbnails, those that a cell showed.
    public var useful: Int64 = 0
    public var late: Int64 = 0
    public var sameFrame: Int64 = 0
    public var cancelled: Int64 = 0
    /// Jobs whose bitmap went unseen.
    public var wasted: Int64 = 0
    public var pending: Int64 = 0

    /// True when every job is in exactly one place.
    public var isBalanced: Bool { created == useful + late + sameFrame + cancelled + wasted + pending }
  }

  /// The waits of requests that found nothing, in nanoseconds.
  public struct Waits: Sendable {
    /// The longest wait that people take for none (Miller 1968; Card, Robertson, Mackinlay 1991).
    public static let noticeLimit: Int64 = 100_000_000

    /// The waits of the first frame.
    public var cold: ContiguousArray<Int64> = []
    /// The waits of all other frames.
    public var warm = WaitTally()
    /// The number of warm waits that people notice, those that ended because the cell left among them.
    public var noticed: Int64 = 0

    package var count: Int64 { Int64(cold.count) + warm.count }

    mutating func append(_ wait: Int64, isCold: Bool) {
      if isCold { return cold.append(wait) }
      warm.append(wait)
      if wait > Waits.noticeLimit { noticed += 1 }
    }
  }

  public var requests = Requests()
  /// Requests of a key that was requested before: the most that keeping images can ever serve.
  public var repeats: Int64 = 0
  /// Requests of all frames but the first.
  public var warmRequests = Requests()
  /// Bitmap bytes of hits, and of all requests.
  public var hitBytes: WideSum = 0
  public var requestedBytes: WideSum = 0
  public var peak = Peak()
  /// Integral of live bytes over time, bytes x nanoseconds.
  public var liveByteTime: WideSum = 0
  public var blank = Share()
  /// The part of the cells of the first frame, until they leave.
  public var coldBlank = Share()
  /// The part of the cells of all other frames.
  public var warmBlank: Share { Share(part: blank.part - coldBlank.part, whole: blank.whole - coldBlank.whole) }
  /// The waits for full images.
  public var waits = Waits()
  public var neverShown: Int64 = 0
  public var screens = ScreenTally()
  public var decodes: Int64 = 0
  public var redecodes: Int64 = 0
  /// Time that workers spent on decodes, thumbnails' too, nanoseconds.
  public var workerTime: Int64 = 0
  /// Decodes of images that began while no cell waited for them, and those of them that a cell showed.
  public var preheatDecodes: Int64 = 0
  public var shownPreheats: Int64 = 0
  public var abandonedDecodes: Int64 = 0
  public var failedDecodes: Int64 = 0
  public var cancelled: Int64 = 0
  public var refused: Int64 = 0
  public var evictions: Int64 = 0
  public var overdrafts: Int64 = 0
  /// Sum of the costs of all requests, nanoseconds.
  public var requestedCost: WideSum = 0
  /// The same of each second since the first frame, the largest.
  public var worstSecondCost: WideSum = 0
  public var preheat = JobLedger()
  public var frames: Int64 = 0
  public var layoutChanges: Int64 = 0
  /// From the first frame to the end, nanoseconds.
  public var duration: Int64 = 0
  public var workers: Int64 = 0
  public var thumbnails = ThumbnailTally()
  public var cloud = CloudTally()

  public init() {}

  /// Hits among all requests, and among those of all frames but the first.
  package var hits: (all: Int64, warm: Int64) { (requests.hits, warmRequests.hits) }

  /// Requests that found an image of either tier.
  package var firstHits: (all: Int64, warm: Int64) {
    (requests.hits + requests.thumbnailHits, warmRequests.hits + warmRequests.thumbnailHits)
  }

  @inline(__always)
  mutating func count(_ tier: Tier, _ change: (inout JobLedger) -> Void) {
    if tier == .full { change(&preheat) } else { change(&thumbnails.jobs) }
  }
}

/// The exact counts of thumbnails: what became of their jobs, how long cells showed them, and when the first image came.
public struct ThumbnailTally: Sendable {
  /// True where thumbnails could stand in.
  public var isPresent = false
  public var jobs = ReplayTally.JobLedger()
  /// Decodes of thumbnails.
  public var decodes: Int64 = 0
  /// Area x time of cells that show a thumbnail only, thousandths of a point x nanoseconds.
  public var area: WideSum = 0
  /// The part of the cells of the first frame, until they leave.
  public var coldArea: WideSum = 0
  /// The part of the cells of all other frames.
  public var warmArea: WideSum { area - coldArea }
  /// The waits for the first image of either tier.
  public var waits = ReplayTally.Waits()
}

/// The exact counts of a replay with photos in the cloud.
public struct CloudTally: Hashable, Sendable {
  /// True where photos were in the cloud.
  public var isPresent = false
  /// Downloads begun.
  public var downloads: Int64 = 0
  /// Bytes of their files.
  public var bytes: Int64 = 0
  /// Downloads that ended when no job waited for the file any more.
  public var unwanted: Int64 = 0
}

/// The times to fill of screens that appeared at once: the first one, and each that shows no cell of the frame before
/// (docs/definitions.md, "How long a screen takes to fill").
public struct ScreenTally: Hashable, Sendable {
  /// Nanoseconds from a frame until each of its cells shows something, and until each shows its full image, or has left.
  public struct Times: Hashable, Sendable {
    public var filled: Int64
    public var sharp: Int64

    public init(filled: Int64, sharp: Int64) { (self.filled, self.sharp) = (filled, sharp) }
  }

  /// Of the first frame; nil where there is none.
  public var first: Times?
  /// Of later screens: after jumps and changes of layout or content.
  public var later: ContiguousArray<Times> = []

  public init() {}

  /// The times of the first screen and of all later ones together, in nanoseconds.
  package var sums: (first: Times, later: Times) {
    let none = Times(filled: 0, sharp: 0)
    let sum = later.reduce(none) { Times(filled: $0.filled + $1.filled, sharp: $0.sharp + $1.sharp) }
    return (first ?? none, sum)
  }
}

/// The reason for a job: the queue of its kind that it stands in, or was taken from.
public enum JobCause: String, CaseIterable, Sendable {
  /// A cell is waiting for it.
  case demand
  /// A strategy started it.
  case preheat
}

extension Slot {
  /// The reason for the key's job; `preheat` if it has none.
  var cause: JobCause {
    @inline(__always) get { has(.forDemand) ? .demand : .preheat }
    @inline(__always) set {
      switch newValue {
      case .demand: flags.insert(.forDemand)
      case .preheat: flags.remove(.forDemand)
      }
    }
  }
}

/// The reason that a held bitmap was let go.
public enum DropReason: String, CaseIterable, Sendable {
  /// Neither displayed nor started any more.
  case unwanted
  /// Room was needed.
  case evicted
  /// Its photo is not in the grid any more.
  case removed
  /// The system asked for memory.
  case warning
}

/// The exact account of live bitmap bytes: displayed, kept, and reserved by running decodes.
struct Ledger: Sendable {
  private(set) var live: Int64 = 0
  private(set) var displayed: Int64 = 0
  private(set) var inFlight: Int64 = 0
  /// Held bitmaps that are displayed or started and may not go.
  private(set) var pinned: Int64 = 0
  private(set) var changes: Int64 = 0

  /// Held bitmaps that neither a cell nor a start keeps.
  var evictable: Int64 { live - inFlight - pinned }

  mutating func begin(_ bytes: Int64) {
    live += bytes
    inFlight += bytes
    changes += 1
  }

  mutating func keep(_ bytes: Int64) { inFlight -= bytes }

  mutating func discard(_ bytes: Int64) {
    inFlight -= bytes
    live -= bytes
    changes += 1
  }

  mutating func drop(_ bytes: Int64) {
    live -= bytes
    changes += 1
  }

  mutating func show(_ bytes: Int64) { displayed += bytes }
  mutating func hide(_ bytes: Int64) { displayed -= bytes }
  mutating func pin(_ bytes: Int64) { pinned += bytes }
  mutating func unpin(_ bytes: Int64) { pinned -= bytes }

  func checkInvariants() throws(InvariantViolation) {
    try Invariant.holds(
      0 <= displayed && displayed <= pinned && 0 <= inFlight && pinned + inFlight <= live,
      "the ledger has \(live) bytes, \(inFlight) in flight, \(pinned) pinned, \(displayed) displayed")
  }
}
