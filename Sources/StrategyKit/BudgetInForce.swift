/// A strategy's or an eviction policy's budget and the bytes that it comes to under the layout in force.
///
/// A strategy calls `see` at each frame and `forget` in `layoutChanged`; an eviction policy is a
/// `BudgetedEvictionPolicy`. Bytes are worked out once a layout, and again where other bytes are foreseen. Until the first layout a budget in screens holds
/// nothing.
public struct BudgetInForce: Sendable {
  public let written: Budget
  public private(set) var bytes: ByteCount
  private var isKnown: Bool
  /// Of the sizes that `bytes` come from.
  private var version = 0

  public init(_ written: Budget) {
    self.written = written
    switch written {
    case .bytes(let bytes): (self.bytes, isKnown) = (bytes, true)
    case .screens: (bytes, isKnown) = (.zero, false)
    }
  }

  /// Another layout is in force, whose bitmaps the next frame tells of; the bytes of the one before hold until then.
  public mutating func forget() {
    if case .screens = written { isKnown = false }
  }

  /// A frame is shown: the first one of a layout says what the budget comes to.
  public mutating func see(_ frame: FrameContext) {
    if case .screens = written, isKnown, let sizes = frame.sizes, sizes.version != version { isKnown = false }
    if !isKnown { layoutChanged(to: frame.layout, sizes: frame.sizes) }
  }

  /// A layout is in force, and what its bitmaps take is told.
  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    bytes = written.bytes(under: layout, sizes: sizes)
    version = sizes?.version ?? 0
    isKnown = true
  }
}

/// An eviction policy whose budget is a parameter: `budget` is that of the layout in force.
public protocol BudgetedEvictionPolicy: EvictionPolicy {
  /// Set by the policy alone: a smaller one drops nothing by itself.
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
