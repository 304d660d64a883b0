/// Something that changes what a grid shows, beside its scroll.
public enum ScrollTraceChange: Hashable, Sendable {
  /// A new layout: rotation, another number of columns.
  case layout(ScrollTraceGeometry)
  /// Photos at these places went; places of the grid before, ascending.
  case remove([Range<Int>], ScrollTraceGeometry)
  /// Photos came in at these places; places of the grid afterwards, ascending.
  case insert([Range<Int>], ScrollTraceGeometry)

  /// Ranges in a line, so that none is longer than a reader takes.
  private static let rangesMax = 128

  /// The geometry afterwards.
  var geometry: ScrollTraceGeometry? {
    switch self {
    case .layout(let geometry), .remove(_, let geometry), .insert(_, let geometry): geometry
    }
  }

  /// What follows the time in its lines.
  var texts: [String] {
    switch self {
    case .layout(let geometry): ["\"layout\",{\(geometry.json)}"]
    // From the end on: places before those that went stay as they are.
    case .remove(let places, let geometry):
      ScrollTraceChange.lines("remove", ScrollTraceChange.parts(of: places).reversed(), geometry)
    case .insert(let places, let geometry):
      ScrollTraceChange.lines("insert", ScrollTraceChange.parts(of: places), geometry)
    }
  }

  private static func lines(_ code: String, _ parts: [ArraySlice<Range<Int>>], _ geometry: ScrollTraceGeometry)
    -> [String]
  {
    parts.enumerated().map { index, part in
      let items = part.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ",")
      let content =
        index == parts.count - 1 ? ",\(geometry.contentText)\(geometry.grid?.sectionList ?? "")" : ""
      return "\"\(code)\",{\"items\":[\(items)]\(content)}"
    }
  }

  private static func parts(of places: [Range<Int>]) -> [ArraySlice<Range<Int>>] {
    let places = places.filter { !$0.isEmpty }
    return stride(from: 0, to: places.count, by: rangesMax).map { places[$0..<min($0 + rangesMax, places.count)] }
  }
}
