/// How punctual the frames and decodes of a replay on the wall clock were. All times are nanoseconds of the trace.
public struct FrameTimings: Sendable {
  /// From a frame's due time until it was done, each frame.
  public var lateness: [Int64] = []
  /// Frames that were not done when the next refresh of the screen was due.
  public var dropped: Int64 = 0
  /// Time in which the screen lacked a frame that was due, in whole refreshes.
  public var hitchTime: Int64 = 0
  /// From the time at which a decode's declared cost was over until its end was dealt with; empty when decodes end as
  /// the machine is done.
  public var decodeLateness: [Int64] = []
  /// Decodes that took this machine longer than the declared cost that they were to be held for.
  public var overruns: Int64 = 0
  /// Time from begin to end of each decode, as the replay saw it.
  public var decodeTimes: [Int64] = []
  /// Time between two refreshes of the screen.
  public let refreshPeriod: Int64
  private var hitchedUntil: Int64 = 0

  /// - Precondition: `refreshPeriod` is positive.
  public init(refreshPeriod: Int64) {
    precondition(refreshPeriod > 0, "a screen's refresh takes time")
    self.refreshPeriod = refreshPeriod
  }

  /// A frame that was due at `due` was done at `done`. It is shown in time when it is done before the next refresh;
  /// else the screen lacks it until the refresh after it is done. Refreshes that several late frames share count once.
  public mutating func record(due: Int64, done: Int64) {
    lateness.append(max(0, done - due))
    let deadline = due + refreshPeriod
    guard done > deadline else { return }
    dropped += 1
    let refreshes = (done - deadline + refreshPeriod - 1) / refreshPeriod
    let shown = deadline + refreshes * refreshPeriod
    hitchTime += max(0, shown - max(deadline, hitchedUntil))
    hitchedUntil = max(hitchedUntil, shown)
  }
}
