@_exported public import GridEngine

extension Int128 {
  public init(_ sum: WideSum) { self = Int128(sum.high) << 64 | Int128(sum.low) }
}

/// The lab's version, part of every record.
public enum CacheLabInfo {
  public static let version = "0.1.0"
}
