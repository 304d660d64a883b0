import Synchronization

/// The exact account of the bytes of live images, whoever holds them.
public final class ImageLedger: Sendable {
  private let bytes = Mutex<(live: Int64, peak: Int64)>((0, 0))

  public init() {}

  public var liveBytes: Int64 { bytes.withLock { $0.live } }
  public var peakBytes: Int64 { bytes.withLock { $0.peak } }

  func add(_ count: Int) {
    bytes.withLock { bytes in
      bytes.live += Int64(count)
      bytes.peak = max(bytes.peak, bytes.live)
      precondition(bytes.live >= 0, "a ledger is never negative")
    }
  }
}
