/// The sessions of a log of touches or of offsets.
///
/// Its first line names the columns, in any order, of which `action` or `offset` tell which of the two it is; fields are
/// separated by commas or tabs. Rows of sessions may be mixed. A time that goes back begins another session.
public struct ScrollLog: Sendable {
  /// The most rows of a log; each takes 40 bytes.
  public static let rowsMax = 20_000_000

  /// A column; the raw value is its heading and its name in an option.
  public enum Column: String, CaseIterable, Sendable {
    case user, session, time, action, pointer, y, offset

    fileprivate var headings: [String] { self == .time ? ["time", "t", "timestamp"] : [rawValue] }
  }

  /// The unit of times; the raw value is its name in an option and at the end of a heading.
  public enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    fileprivate var suffix: String { "_\(rawValue)" }
  }

  /// The decimals of a time in nanoseconds.
  private static let decimals: [TimeUnit: Int] = [.seconds: 9, .milliseconds: 6, .microseconds: 3, .nanoseconds: 0]

  public let path: String
  /// The sessions in the order of their first rows.
  public private(set) var sessions: [LogSession] = []
  public private(set) var rowCount = 0
  package private(set) var losses: LogLosses
  /// True for a log of touches, false for one of offsets.
  public private(set) var hasTouches = true
  private var places: [Column: Int] = [:]
  private var timeDecimals = 0
  /// The place of the last part of each session in `sessions`, by user and session.
  private var open: [[UInt8]: Int] = [:]

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - names: The headings of columns; `-` for a user or a session that the log lacks.
  ///   - unit: The unit of times; by default that at the end of their heading.
  ///   - skipsDamage: Whether to leave out rows that cannot be read.
  /// - Throws: `InputError` with the line and the value that is wrong.
  public init(
    _ path: String, names: [Column: String] = [:], unit: TimeUnit? = nil, skipsDamage: Bool = false
  ) throws(InputError) {
    (self.path, losses) = (path, LogLosses(canSkip: skipsDamage))
    var (reader, number) = (LineReader(), 0)
    func unreadable(_ error: FileError) -> InputError { InputError(path, error.reason, cure: "check the path") }
    let file: OpenFile
    do throws(FileError) { file = try OpenFile.reading(path) } catch { throw unreadable(error) }
    func next() throws(InputError) -> ArraySlice<UInt8>? {
      number += 1
      do throws(FileError) { return try reader.next(file) } catch { throw unreadable(error) }
    }
    var head = try next() ?? []
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    let delimiter = UInt8(ascii: head.contains(UInt8(ascii: "\t")) ? "\t" : ",")
    let headings = ScrollLog.fields(head, delimiter).map { String(decoding: $0, as: UTF8.self) }
    try findColumns(headings, names, unit)
    while let line = try next() {
      if line.isEmpty { continue }
      rowCount += 1
      guard rowCount <= ScrollLog.rowsMax else {
        throw InputError(
          path, "more than \(ScrollLog.rowsMax) rows", cure: "convert the log in parts, whose packs cat joins")
      }
      do throws(InputError) {
        let fields = ScrollLog.fields(line, delimiter)
        guard fields.count == headings.count else {
          throw InputError(
            path, line: number, value: String(decoding: line, as: UTF8.self),
            "has not the \(headings.count) fields of the head line", cure: "complete the row, without commas in fields")
        }
        try take(fields, line: number)
      } catch {
        try losses.leaveOut(error)
      }
    }
  }

  /// Returns the fields of a line, without the spaces and quotes around them.
  private static func fields(_ line: ArraySlice<UInt8>, _ delimiter: UInt8) -> [ArraySlice<UInt8>] {
    func isAround(_ byte: UInt8) -> Bool { byte <= 32 || byte == UInt8(ascii: "\"") }
    return line.split(separator: delimiter, omittingEmptySubsequences: false).map { field in
      let start = field.drop(while: isAround)
      return start.prefix(upTo: start.lastIndex { !isAround($0) }.map { $0 + 1 } ?? start.startIndex)
    }
  }

  private mutating func findColumns(
    _ headings: [String], _ names: [Column: String], _ unit: TimeUnit?
  ) throws(InputError) {
    let endings = headings.map { heading in TimeUnit.allCases.first { heading.lowercased().hasSuffix($0.suffix) } }
    func has(_ column: Column) -> Bool {
      names[column] != nil || headings.contains { $0.lowercased() == column.rawValue }
    }
    hasTouches = names[.offset] == nil && (has(.action) || !has(.offset))
    let columns: [Column] = [.user, .session, .time] + (hasTouches ? [.action, .pointer, .y] : [.offset])
    if let other = Column.allCases.first(where: { names[$0] != nil && !columns.contains($0) }) {
      throw InputError(
        path, line: 1, value: "--names \(other)=", "names a column of touches beside one of offsets",
        cure: "leave out one of them")
    }
    for column in columns {
      let name = names[column]
      if name == "-", [.user, .session].contains(column) { continue }
      let found = headings.indices.filter { index in
        if let name { return headings[index] == name }
        let suffix = column == .time ? endings[index]?.suffix ?? "" : ""
        return column.headings.contains(String(headings[index].lowercased().dropLast(suffix.count)))
      }
      if found.isEmpty, column == .pointer, name == nil { continue }
      guard found.count == 1 else {
        let list = NameList.text(headings.prefix(40).map { "'\($0)'" })
        let other =
          switch column {
          case .user, .session: ", or say --names \(column)=- if the log has none"
          case .action: ", or that of a log of offsets with --names offset=HEADING"
          default: ""
          }
        throw InputError(
          path, line: 1, "\(found.isEmpty ? "no column" : "\(found.count) columns") for the \(column) among \(list)",
          cure: "name it with --names \(column)=HEADING" + other)
      }
      places[column] = found[0]
      guard column == .time else { continue }
      guard let unit = unit ?? endings[found[0]] else {
        throw InputError(
          path, line: 1, value: headings[found[0]], "does not say what it counts",
          cure: "call it time_ms, time_s, time_us or time_ns, or add --names unit=ms")
      }
      timeDecimals = ScrollLog.decimals[unit] ?? 0
    }
  }

  private mutating func take(_ fields: [ArraySlice<UInt8>], line: Int) throws(InputError) {
    func field(_ column: Column) -> ArraySlice<UInt8> { places[column].map { fields[$0] } ?? [] }
    func text(_ column: Column) -> String { String(decoding: field(column), as: UTF8.self) }
    func unreadable(_ column: Column, _ cure: String) -> InputError {
      InputError(path, line: line, value: text(column), "is no \(column)", cure: cure)
    }
    func number(_ column: Column, decimals: Int, max: Int64) throws(InputError) -> Int64 {
      var reader = JSONReader(Array(field(column)))
      guard let number = try? reader.decimal(), reader.isAtEnd(),
        let value = TraceText.scaled(number, decimals: decimals), value.magnitude < max
      else { throw unreadable(column, "write a number") }
      return value
    }
    var row = LogRow(
      time: try number(.time, decimals: timeDecimals, max: 1 << 62),
      y: try number(hasTouches ? .y : .offset, decimals: 3, max: 1_000_000_000_000), line: line)
    if hasTouches {
      let word = text(.action).lowercased()
      guard let action = ScrollLog.actions.first(where: { $0.words.contains(word) })?.action else {
        throw unreadable(.action, "write down, move, up or cancel")
      }
      row.action = action
      row.pointer = Int32(truncatingIfNeeded: XXHash64.hash(Array(field(.pointer))))
    }
    let key = Array(field(.user)) + [0x1F] + field(.session)
    guard let number = open[key], let last = sessions[number].rows.last, row.time >= last.time else {
      let part = open[key].map { sessions[$0].part + 1 } ?? 1
      open[key] = sessions.count
      sessions.append(LogSession(user: text(.user), session: text(.session), part: part))
      return sessions[sessions.count - 1].rows.append(row)
    }
    if !hasTouches, (row.time + 500) / 1000 == (last.time + 500) / 1000 {
      throw InputError(
        path, line: line, value: text(.time), "is the time of the row above in its session",
        cure: "keep one of the two")
    }
    sessions[number].rows.append(row)
  }

  /// The words of the lab, of browsers and of UIKit, and Android's numbers.
  private static let actions: [(action: LogRow.Action, words: Set<String>)] = [
    (.move, ["move", "moved", "touchmove", "pointermove", "2"]),
    (.down, ["down", "began", "touchstart", "pointerdown", "0", "5"]),
    (.up, ["up", "ended", "touchend", "pointerup", "1", "6"]),
    (.cancel, ["cancel", "cancelled", "touchcancel", "pointercancel", "3"]),
  ]
}

/// The rows and sessions of a log that were left out because they cannot be read or replayed.
package struct LogLosses: Sendable {
  let canSkip: Bool
  package private(set) var first: InputError?
  package private(set) var count = 0

  /// Counts a row or a session with an error, or throws it if nothing is to be left out.
  package mutating func leaveOut(_ error: InputError) throws(InputError) {
    guard canSkip else {
      throw InputError(
        error.file, line: error.line, value: error.value, error.problem,
        cure: "\(error.cure), or leave it out with --skip-damaged")
    }
    first = first ?? error
    count += 1
  }
}
