/// Keeps every decoded image for ever: the ceiling of what keeping can serve.
///
/// Rule: it has no budget and lets nothing go. It is an oracle, not a strategy to ship.
///
/// Source: the compulsory misses of the cache literature, those of a cache without a limit. Differences: in a grid the
/// first request of an image can still be a hit if a strategy prefetched it.
///
/// Cost: none. Loses: memory, all that is ever shown.
public struct Unbounded: EvictionPolicy {
  public static let descriptor = PolicyDescriptor(
    id: "unbounded", summary: "keeps everything, no budget: a ceiling for what keeping can serve, not to ship")

  public init(_ parameters: ParameterValues) {}

  public var budget: ByteCount { ByteCount(rawValue: .max) }
  public mutating func reset(slotCount: Int, sizeClasses: Int) {}
  public mutating func requested(_ slot: Int32, bytes: ByteCount) {}
  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {}
  public mutating func dropped(_ slot: Int32) {}
  public mutating func victim(where canGo: (Int32) -> Bool) -> Int32? { nil }
}
