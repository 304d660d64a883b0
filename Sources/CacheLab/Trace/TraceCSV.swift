import LabBase
public import StrategyKit

/// Traces as a table of `time_ms,offset_y`.
public enum TraceCSV {
  /// The first line.
  public static let header = "time_ms,offset_y"

  /// The samples of a trace.
  public static func text(_ document: TraceDocument) -> String {
    var text = header + "\n"
    for line in document.lines {
      guard case .sample(let offset) = line.body else { continue }
      text += "\(TraceText.milliseconds(line.time)),\(TraceText.decimal(offset, decimals: 3))\n"
    }
    return text
  }

  /// A trace of a table's rows; times must ascend and may begin anywhere, the first becomes 0. Columns after the second
  /// are ignored.
  ///
  /// - Throws: `TraceError` with the line and what stands there.
  public static func document(_ text: String, name: String, layout: GridLayout) throws(TraceError) -> TraceDocument {
    var document = TraceDocument(header: convertedHeader(layout, from: name))
    var first: Int64?
    for (index, line) in text.textLines.enumerated() {
      if line.isEmpty || line.hasPrefix("#") || (index == 0 && line.first?.isLetter == true) { continue }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count >= 2, let time = number(cells[0], decimals: 6), let offset = number(cells[1], decimals: 3)
      else {
        throw TraceError(
          file: name, line: index + 1, value: String(line), problem: .notARow(expected: "time_ms,offset_y"))
      }
      let begin = first ?? time
      first = begin
      let (since, overflows) = time.subtractingReportingOverflow(begin)
      guard !overflows, since <= TraceParser.timeMax else {
        throw TraceError(
          file: name, line: index + 1, value: String(cells[0]),
          problem: .outOfRange(key: "t", allowed: "at most 30 days after the first"))
      }
      // Three decimals of a millisecond are what a trace holds.
      let moment = (since + 500) / 1000 * 1000
      if let last = document.lines.last, moment < last.time {
        throw TraceError(
          file: name, line: index + 1, value: String(cells[0]),
          problem: .timeGoesBack(previous: TraceText.milliseconds(last.time + begin)))
      }
      if let last = document.lines.last, moment == last.time {
        throw TraceError(file: name, line: index + 1, value: String(cells[0]), problem: .twoSamplesAtOneTime)
      }
      document.sample(moment, offset)
    }
    guard let last = document.lines.last else {
      throw TraceError(file: name, line: nil, value: name, problem: .noSample)
    }
    document.event(last.time, .end)
    return document
  }

  /// The header of a trace that was something else before.
  static func convertedHeader(_ layout: GridLayout, from name: String) -> TraceValue {
    .object([
      ("scrolltrace", .integer(1)), ("unit", .string("pt")),
      ("viewport", .pair(layout.viewportWidth, layout.viewportHeight)),
      ("content", .pair(layout.viewportWidth, layout.contentHeight)), ("grid", .grid(layout)),
      ("scale", .thousandths(layout.scaleThousandths)),
      (
        "source",
        .object([
          ("kind", .string("converted")), ("by", .string("lab-run trace convert")),
          ("model", .string("from \(name.split(separator: "/").last.map(String.init) ?? name)")),
        ])
      ),
    ])
  }

  private static func number(_ cell: Substring, decimals: Int) -> Int64? {
    var cursor = TraceCursor(Array(cell.utf8))
    guard let number = try? cursor.number(), cursor.isAtEnd() else { return nil }
    return number.scaled(decimals: decimals)
  }
}
