/// A limit on the bytes of bitmaps as it is written: bytes, `30MB`, or what so many screens show, `2.2screens`.
public enum Budget: Hashable, Sendable {
  case bytes(ByteCount)
  /// Viewport heights of the grid: what they take depends on the layout in force.
  case screens(Rational)
}

extension Budget {
  private static let unit = "screens"

  /// Reads bytes with their unit, or `2.2screens`, `11/5screens`, `1screen`; nil for anything else, a bare number too.
  public init?(_ text: some StringProtocol) {
    for unit in [Budget.unit, "screen"] where text.hasSuffix(unit) {
      guard let screens = Rational(text.dropLast(unit.count)) else { return nil }
      self = .screens(screens)
      return
    }
    guard let bytes = ByteCount(text), let last = text.last, !("0"..."9" ~= last) else { return nil }
    self = .bytes(bytes)
  }
}

extension Budget: CustomStringConvertible {
  /// The one text of each budget: `30MB`, `11/5screens`.
  public var description: String {
    switch self {
    case .bytes(let bytes): bytes.description
    case .screens(let screens): "\(screens)\(Budget.unit)"
    }
  }
}

extension Budget {
  /// Items of a grid that are asked for their bytes, at most: evenly spread over it.
  public static let samplesMax: Int64 = 256

  /// The bytes that it comes to under a layout, at least 1.
  ///
  /// For screens: the most cells that a strip of so many viewport heights shows wherever it lies
  /// (`GridLayout.cellsMax(in:)`), times the mean bytes of the grid's bitmaps, rounded up. The mean is taken over `samplesMax` items evenly
  /// spread, or over all of a smaller grid: so it follows the form in which bitmaps are held, and costs the same for any
  /// number of photos.
  ///
  /// - Parameter sizes: What bitmaps take under this layout; nil counts four bytes a pixel of a cell.
  /// - Complexity: O(1) for bytes, at most `samplesMax` questions for screens.
  public func bytes(under layout: GridLayout, sizes: (any BitmapSizing)?) -> ByteCount {
    switch self {
    case .bytes(let bytes): return bytes
    case .screens(let screens):
      let mean = Budget.meanBytes(under: layout, sizes: sizes)
      let (bytes, overflow) = Budget.cells(in: screens, of: layout).multipliedReportingOverflow(by: mean)
      return ByteCount(rawValue: overflow ? .max : max(1, bytes))
    }
  }

  private static func cells(in screens: Rational, of layout: GridLayout) -> Int64 {
    let strip = (layout.viewportHeight.rawValue * screens.numerator).ceilingDivide(screens.denominator)
    return layout.cellsMax(in: MilliPoints(rawValue: strip))
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
