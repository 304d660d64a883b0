/// Decodes that a reader of a run's numbers should know of, counted as they end.
public struct DecodeIncidents: Sendable {
  /// Waiting that is no ordinary turn of the scheduler, nanoseconds.
  public static let stallMin: Int64 = 100_000_000
  /// Photos that are kept by number.
  public static let assetsMax = 4

  /// Decodes that libjpeg-turbo ended with a warning.
  public private(set) var partialImages: Int64 = 0
  /// The lowest numbers of their photos, each once.
  public private(set) var partialAssets: [Int] = []
  /// Decodes that waited for `stallMin` or more, and longer than they worked: the process was stopped, or others had
  /// the processor or the disk.
  public private(set) var stalls: Int64 = 0
  /// Wall time and CPU time of the one that waited longest, nanoseconds.
  public private(set) var longestStall = (wall: Int64(0), cpu: Int64(0))

  public init() {}

  /// A decode that gave an image in part.
  public mutating func recordPartial(asset: Int) {
    partialImages += 1
    if partialAssets.contains(asset) { return }
    // In the order of numbers: threads end in any order.
    partialAssets = Array((partialAssets + [asset]).sorted().prefix(DecodeIncidents.assetsMax))
  }

  /// What a decode took, nanoseconds.
  public mutating func record(wall: Int64, cpu: Int64) {
    let waited = wall - cpu
    guard waited >= DecodeIncidents.stallMin, waited > cpu else { return }
    stalls += 1
    if waited > longestStall.wall - longestStall.cpu { longestStall = (wall, cpu) }
  }
}
