// A file that imports the recorder has the types of its calls.
@_exported public import StrategyKit

/// The viewport, the content and the grid in it, in points.
///
/// A grid that scrolls sideways is recorded turned by a quarter: widths are heights, and `columns` stand above each other.
public struct ScrollTraceGeometry: Hashable, Sendable {
  public var viewportWidth: MilliPoints
  public var viewportHeight: MilliPoints
  public var contentWidth: MilliPoints
  public var contentHeight: MilliPoints
  /// The grid, or nil if cells do not lie as in one.
  public private(set) var grid: GridLayout?

  /// Creates the geometry of a grid that is all of the content.
  public init(_ grid: GridLayout) {
    (viewportWidth, viewportHeight) = (grid.viewportWidth, grid.viewportHeight)
    (contentWidth, contentHeight) = (grid.viewportWidth, grid.contentHeight)
    self.grid = grid
  }

  /// Creates the geometry of a scroll view without a grid, in points.
  public init(viewportWidth: Double, viewportHeight: Double, contentWidth: Double, contentHeight: Double) {
    (self.viewportWidth, self.viewportHeight) = (.points(viewportWidth), .points(viewportHeight))
    (self.contentWidth, self.contentHeight) = (.points(contentWidth), .points(contentHeight))
  }

  /// The members of a header or a layout, without braces.
  var json: String {
    "\"viewport\":[\(viewportWidth),\(viewportHeight)],\(content)" + (grid.map { ",\"grid\":\($0.traceText)" } ?? "")
  }

  private var content: String { "\"content\":[\(contentWidth),\(contentHeight)]" }

  /// The members of a change of the photos, without braces.
  var changeJSON: String {
    let sections = grid.flatMap { $0.hasSections ? $0.traceSections : nil }
    return content + (sections.map { ",\"sections\":\($0)" } ?? "")
  }

  /// Returns an offset limited to what a reader takes: a viewport beyond either end.
  func clamped(_ offset: MilliPoints) -> MilliPoints {
    let last = max(.zero, contentHeight - viewportHeight)
    return min(max(offset, .zero - viewportHeight), last + viewportHeight)
  }
}
