/// A limit on the bytes of bitmaps, in bytes, `30MB`, or in screens, `2.2screens`.
public enum Budget: Hashable, Sendable, CustomStringConvertible {
  case bytes(ByteCount)
  /// Viewport heights of the grid, whose bytes depend on the layout in force.
  case screens(Rational)

  private static let unit = "screens"

  /// Parses `30MB`, `2.2screens`, `11/5screens` or `1screen`; returns nil for other text, including a bare number.
  public init?(_ text: some StringProtocol) {
    for unit in [Budget.unit, "screen"] where text.hasSuffix(unit) {
      guard let screens = Rational(text.dropLast(unit.count)) else { return nil }
      self = .screens(screens)
      return
    }
    guard let bytes = ByteCount(text), let last = text.last, !("0"..."9" ~= last) else { return nil }
    self = .bytes(bytes)
  }

  /// The canonical text: `30MB`, `11/5screens`.
  public var description: String {
    switch self {
    case .bytes(let bytes): bytes.description
    case .screens(let screens): "\(screens)\(Budget.unit)"
    }
  }

  /// The most items of a grid that are sampled for their bytes, evenly spread.
  public static let samplesMax: Int64 = 256

  /// Returns the bytes of the budget under a layout, at least 1.
  ///
  /// For screens: the most cells that a strip of so many viewport heights shows (`GridLayout.cellsMax(in:)`), times the
  /// mean bytes of the grid's bitmaps, rounded up. The mean is over `samplesMax` items evenly spread, or over all of a
  /// smaller grid. So it follows the form in which bitmaps are held, and costs the same for any number of photos.
  ///
  /// - Parameter sizes: The sizes of bitmaps under this layout; nil counts four bytes a pixel of a cell.
  /// - Complexity: O(1) for bytes, at most `samplesMax` questions for screens.
  public func bytes(under layout: GridLayout, sizes: (any BitmapSizing)?) -> ByteCount {
    switch self {
    case .bytes(let bytes): return bytes
    case .screens(let screens):
      let mean = Budget.meanBytes(under: layout, sizes: sizes)
      let strip = (layout.viewportHeight.rawValue * screens.numerator).ceilingDivide(screens.denominator)
      let cells = layout.cellsMax(in: MilliPoints(rawValue: strip))
      let (bytes, overflow) = cells.multipliedReportingOverflow(by: mean)
      return ByteCount(rawValue: overflow ? .max : max(1, bytes))
    }
  }

  private static func meanBytes(under layout: GridLayout, sizes: (any BitmapSizing)?) -> Int64 {
    let count = Int64(layout.count)
    let samples = min(samplesMax, count)
    if samples == 0 || (sizes == nil && layout.hasEqualCells) { return layout.targetSize.pixelCount * 4 }
    var sum: Int64 = 0
    for sample in 0..<samples {
      let item = Int32(sample * count / samples)
      sum += sizes?.bytes(of: ItemID(rawValue: item))?.rawValue ?? layout.targetSize(of: item).pixelCount * 4
    }
    return sum.ceilingDivide(samples)
  }
}

/// The budget of a strategy or an eviction policy, with its value in bytes under the layout in force.
///
/// A strategy calls `see` at each frame and `forget` in `layoutChanged`; an eviction policy is a
/// `BudgetedEvictionPolicy`. Bytes are computed once a layout, and again when `BitmapSizing.version` changes. Until the
/// first layout a budget in screens is 0 bytes.
public struct BudgetInForce: Sendable {
  public let written: Budget
  public private(set) var bytes: ByteCount
  private var isKnown = false
  /// The version of the sizes that `bytes` were computed from.
  private var version = 0

  public init(_ written: Budget) {
    self.written = written
    if case .bytes(let bytes) = written { self.bytes = bytes } else { bytes = .zero }
  }

  /// Marks the bytes as those of an earlier layout; they hold until the next frame.
  public mutating func forget() { isKnown = false }

  /// Computes the bytes at the first frame of a layout.
  public mutating func see(_ frame: FrameContext) {
    let isCurrent = isKnown && frame.sizes?.version ?? version == version
    if !isCurrent { layoutChanged(to: frame.layout, sizes: frame.sizes) }
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

  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    limit.layoutChanged(to: layout, sizes: sizes)
  }
}
