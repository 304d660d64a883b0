/// A figure of one cell of a comparison: its values in all records of the cell.
public struct ComparedFigure: Sendable {
  public let samples: [ExactFigure]
  /// True where every run of a configuration gives the same value.
  public let isExact: Bool

  public var count: Int { samples.count }
  public var values: [Double] { samples.map(\.value) }
  public var interval: MedianInterval { MedianInterval(values) }
  /// The value of exact figures, the median of measured ones.
  public var value: Double { samples.count == 1 ? samples[0].value : interval.median }
  /// Exact, and yet not the same in all records: versions of the lab or the strategy differ.
  var isMixed: Bool { isExact && samples.contains { !$0.equals(samples[0]) } }
}
