/// The budget of a strategy or an eviction policy, with its value in bytes under the layout in force.
///
/// A strategy calls `see` at each frame and `forget` in `layoutChanged`; an eviction policy is a
/// `BudgetedEvictionPolicy`. Bytes are computed once a layout, and again when `BitmapSizing.version` changes. Until the
/// first layout a budget in screens is 0 bytes.
public struct BudgetInForce: Sendable {
  public let written: Budget
  public private(set) var bytes: ByteCount
  private var isKnown: Bool
  /// The version of the sizes that `bytes` were computed from.
  private var version = 0

  public init(_ written: Budget) {
    self.written = written
    switch written {
    case .bytes(let bytes): (self.bytes, isKnown) = (bytes, true)
    case .screens: (bytes, isKnown) = (.zero, false)
    }
  }

  /// Marks the bytes as those of an earlier layout; they hold until the next frame.
  public mutating func forget() {
    if case .screens = written { isKnown = false }
  }

  /// Computes the bytes at the first frame of a layout.
  public mutating func see(_ frame: FrameContext) {
    if case .screens = written, isKnown, let sizes = frame.sizes, sizes.version != version { isKnown = false }
    if !isKnown { layoutChanged(to: frame.layout, sizes: frame.sizes) }
  }

  /// Computes the bytes under a new layout.
  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    bytes = written.bytes(under: layout, sizes: sizes)
    version = sizes?.version ?? 0
    isKnown = true
  }
}

/// An eviction policy with a budget as a parameter; `budget` is its value under the layout in force.
public protocol BudgetedEvictionPolicy: EvictionPolicy {
  /// The limit, which the policy alone sets. A smaller one drops nothing by itself.
  var limit: BudgetInForce { get set }
}

extension BudgetedEvictionPolicy {
  @inlinable
  public var budget: ByteCount { limit.bytes }

  @inlinable
  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    limit.layoutChanged(to: layout, sizes: sizes)
  }
}
