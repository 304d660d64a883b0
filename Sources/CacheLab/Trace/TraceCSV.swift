import LabBase
public import StrategyKit

/// In what a table counts time. The raw value is how `--time-unit` and headings write it.
public enum TimeUnit: String, CaseIterable, Sendable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  private var place: Int { TimeUnit.allCases.firstIndex(of: self) ?? 0 }

  /// Decimals of a time that nanoseconds have.
  public var decimals: Int { 9 - 3 * place }

  /// How many make a second.
  package var perSecond: Double { [1, 1e3, 1e6, 1e9][place] }

  /// The unit that a heading such as `time_s` or `t (ms)` names.
  package init?(heading: Substring) {
    let words = heading.split { !$0.isLetter }.dropFirst()
    guard let unit = words.compactMap({ TimeUnit(rawValue: String($0)) }).first else { return nil }
    self = unit
  }

  /// The unit a thousand times as long, or as short; nil where there is none.
  fileprivate func next(_ step: Int) -> TimeUnit? {
    let place = place + step
    return TimeUnit.allCases.indices.contains(place) ? TimeUnit.allCases[place] : nil
  }
}

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

  /// More frames a second than any screen shows.
  static let rateMax: Int64 = 1000
  /// Screens a second that no finger keeps up for half of the time in which it scrolls; a scrubber comes to 5.
  static let speedMax = 60.0
  /// Nanoseconds between rows of a movement that no recorder leaves.
  static let gapMax: Int64 = 1_000_000_000

  /// A trace of a table's rows; times must ascend and may begin anywhere, the first becomes 0. Columns after the second
  /// are ignored.
  ///
  /// - Parameter unit: In what times count; otherwise the heading's, and milliseconds without one.
  /// - Throws: `TraceError` with the line and what stands there; also when the times make no scroll in their unit.
  public static func document(
    _ text: String, name: String, layout: GridLayout, unit: TimeUnit? = nil
  ) throws(TraceError) -> TraceDocument {
    var samples: [(time: Int64, offset: Int64)] = []
    var first: Int64?
    var stated = unit
    for (index, line) in text.textLines.enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      if index == 0 && line.first?.isLetter == true {
        stated = stated ?? TimeUnit(heading: cells[0])
        continue
      }
      func failure(_ problem: TraceProblem, _ value: Substring) -> TraceError {
        TraceError(file: name, line: index + 1, value: String(value), problem: problem)
      }
      guard cells.count >= 2, let time = number(cells[0], decimals: (stated ?? .milliseconds).decimals),
        let offset = number(cells[1], decimals: 3)
      else { throw failure(.notARow, line) }
      let begin = first ?? time
      first = begin
      let (since, overflows) = time.subtractingReportingOverflow(begin)
      guard !overflows, since <= TraceParser.timeMax else {
        let allowed = "at most 30 days after the first; --time-unit names the unit"
        throw failure(.outOfRange(key: "t", allowed: allowed), cells[0])
      }
      // Three decimals of a millisecond are what a trace holds.
      let moment = (since + 500) / 1000 * 1000
      if let last = samples.last, moment <= last.time {
        let previous = TraceText.milliseconds(Int64(clamping: Int128(last.time) + Int128(begin)))
        throw failure(moment == last.time ? .twoSamplesAtOneTime : .timeGoesBack(previous: previous), cells[0])
      }
      samples.append((moment, offset))
    }
    return try document(samples: samples, name: name, layout: layout, stated: stated)
  }

  /// A trace of samples whose times ascend from 0, nanoseconds and thousandths of a point.
  ///
  /// - Throws: `TraceError` when there is none, or the times make no scroll in their unit.
  static func document(
    samples: [(time: Int64, offset: Int64)], name: String, layout: GridLayout, stated: TimeUnit?
  ) throws(TraceError) -> TraceDocument {
    var document = TraceDocument(header: convertedHeader(layout, from: name))
    for (time, offset) in samples { document.sample((time + 500) / 1000 * 1000, offset) }
    guard let last = document.lines.last else {
      throw TraceError(file: name, line: nil, value: name, problem: .noSample)
    }
    if let problem = otherUnit(document.lines, height: layout.viewportHeight, stated: stated) {
      throw TraceError(file: name, line: nil, value: name, problem: problem)
    }
    document.event(last.time, .end)
    return document
  }

  /// What shows that times were meant in another unit; nil when nothing does. Single leaps say nothing: a table has no
  /// lines that tell of jumps and scrubbers.
  private static func otherUnit(
    _ samples: [TraceLine], height: MilliPoints, stated: TimeUnit?
  ) -> TraceProblem? {
    let unit = stated ?? .milliseconds
    var steps: [(elapsed: Int64, screens: Double)] = []
    for (from, to) in zip(samples, samples.dropFirst()) {
      guard case .sample(let old) = from.body, case .sample(let new) = to.body, old != new else { continue }
      let elapsed = to.time - from.time
      steps.append((elapsed, (Double(new) - Double(old)).magnitude / Double(height.rawValue) * 1e9 / Double(elapsed)))
    }
    let span = (samples.last?.time ?? 0) - (samples.first?.time ?? 0)
    let intervals = Int64(samples.count - 1)
    guard !steps.isEmpty else { return nil }
    if span < intervals * (1_000_000_000 / rateMax) {
      let rate = NumberText.grouped(Double(intervals) * 1e9 / Double(span))
      return .otherTimeUnit("\(rate) rows a second, and no screen shows so many frames", unit, likely: unit.next(-1))
    }
    steps.sort { $0.screens < $1.screens }
    var left = steps.reduce(0) { $0 + $1.elapsed } / 2
    let median = steps.first { step in
      left -= step.elapsed
      return left <= 0
    }
    if let speed = median?.screens, speed > speedMax {
      let words =
        "\(NumberText.grouped(speed)) screens a second for half of the time in which it moves, and no finger is so fast"
      return .otherTimeUnit(words, unit, likely: unit.next(-1))
    }
    let gap = steps.map { $0.elapsed }.sorted()[steps.count / 2]
    guard stated == nil, gap > gapMax else { return nil }
    return .otherTimeUnit(
      "\(NumberText.grouped(gap / gapMax)) s from row to row while it moves, and no recorder is so slow", unit,
      likely: unit.next(1))
  }

  /// The header of a trace that was something else before.
  static func convertedHeader(_ layout: GridLayout, from name: String) -> TraceValue {
    let format: [(key: String, value: TraceValue)] = [("scrolltrace", .version(of: layout)), ("unit", .string("pt"))]
    return .object(
      format + TraceValue.geometry(layout) + [
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
