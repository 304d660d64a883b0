public import CacheLab

/// Reads the sessions of a log of touches or of offsets, of any size, in memory that does not grow with it.
///
/// Rows of sessions may be mixed. A session ends at the end of the log, when its clock goes back, and when it is silent
/// for too long; if more than `rowsMax` rows wait, the sessions end that have had no row for longest. A row of an ended
/// session is an error.
public struct LogReader {
  /// The most rows that wait; 40 bytes each.
  public static let rowsMax = 500_000
  /// The most sessions of a log; 16 bytes each.
  public static let sessionsMax = 10_000_000

  /// The kind of a log.
  public enum Kind: Sendable {
    case touches, offsets

    var columns: [LogColumn] {
      [.user, .session, .time] + (self == .touches ? [.y, .stroke, .action, .pointer] : [.offset])
    }
    /// The column of lengths.
    var length: LogColumn { self == .touches ? .y : .offset }
  }

  /// The options of reading.
  public struct Rules: Sendable {
    /// The headings or numbers of columns, from 1; `-` for one that the log lacks.
    public var names: [LogColumn: String] = [:]
    /// The unit of times; by default the heading's, or that of the rows.
    public var unit: TimeUnit?
    /// The pixels a point, in thousandths; nil if the log counts points.
    public var scale: Int64?
    /// The nanoseconds without a row after which a session begins.
    public var gap: Int64?
    /// True if wrong parts are left out and counted.
    public var skipsBad = false

    public init() {}
  }

  private struct Waiting {
    var session: LogSession
    let key: [UInt8]
    var lastRow: Int
  }

  public let kind: Kind
  private let rules: Rules
  /// The unit of times; nil until rows are read, and for times of a calendar.
  private var unit: TimeUnit?
  private var isCalendar = false
  public private(set) var rowCount = 0
  /// The number of sessions that began because the one before of that name went back in time or was silent for long.
  public private(set) var partCount = 0
  public private(set) var losses = LogLosses()
  private var table: LogTable
  /// The places of columns; -1 for an absent one.
  private var places: [Int]
  private var fieldsMin = 0
  private var sessions: [Waiting] = []
  /// The place of the last part in `sessions`, by user and session.
  private var open: [[UInt8]: Int] = [:]
  /// The user and session of the current row, each with an end, and of the row before.
  private var (key, currentKey): ([UInt8], [UInt8]) = ([], [])
  private var current = -1
  private var closed: Set<UInt64> = []
  private var heldRows = 0
  /// Smaller in tests.
  var rowsMax = LogReader.rowsMax

  /// Opens a log, and finds its columns.
  ///
  /// - Parameter path: `-` is standard input.
  public init(_ path: String, _ kind: Kind, rules: Rules = Rules()) throws(InputError) {
    (self.kind, self.rules, unit) = (kind, rules, rules.unit)
    places = LogColumn.allCases.map { _ in -1 }
    table = try LogTable(path)
    try table.readHead()
    try findColumns()
  }

  public var path: String { table.path }
  /// The bytes read, and those of the whole, which standard input does not tell.
  public var progress: (read: Int64, of: Int64?) { (table.readCount, table.byteCount) }
  /// The unit of times, or their standard.
  public var timeWords: String { isCalendar ? "ISO 8601" : (unit ?? .milliseconds).rawValue }

  private func failure(
    _ value: String?, _ what: String, cure: String, part: InputError.Part? = nil, line: Int? = nil
  ) -> InputError {
    InputError(path, line: line ?? table.line, value: value, what, cure: cure, part: part)
  }

  private func place(_ column: LogColumn) -> Int { places[column.rawValue] }

  private mutating func findColumns() throws(InputError) {
    var texts: [String] = []
    for field in table.fields.indices { texts.append(table.text(field)) }
    let headings = texts.map { LogHeading($0) }
    for column in kind.columns {
      guard let place = try place(of: column, texts, headings) else { continue }
      places[column.rawValue] = place
      fieldsMin = max(fieldsMin, place + 1)
    }
    let isNumbered = !rules.names.isEmpty && rules.names.values.allSatisfy { $0 == "-" || Int($0) != nil }
    if isNumbered && (table.number(place(.time), decimals: 0) ?? calendarTime()) != nil { return table.back() }
    if case .time(let stated)? = headings[place(.time)].unit { unit = unit ?? stated }
    let text = texts[place(kind.length)]
    switch headings[place(kind.length)].unit {
    case .pixels? where rules.scale == nil:
      throw failure(text, "counts pixels", cure: "say how many of them are a point, such as --in-pixels 3")
    case .points? where rules.scale != nil: throw failure(text, "counts points", cure: "leave out --in-pixels")
    default: break
    }
  }

  /// Returns the place of a column, or nil if the log lacks it.
  private func place(
    of column: LogColumn, _ texts: [String], _ headings: [LogHeading]
  ) throws(InputError) -> Int? {
    let list = NameList.text(texts.prefix(40).map { "'\($0)'" })
    if let name = rules.names[column], name != "-" {
      guard let place = Int(name).map({ $0 &- 1 }) ?? texts.firstIndex(of: name), texts.indices.contains(place) else {
        throw failure(
          nil, "--names \(column)=\(name): no such column among \(list)", cure: "name one of these, or its number")
      }
      return place
    }
    // Numbers of strokes stand for actions and for fingers.
    let isNeeded = ![.stroke, .pointer].contains(column) && !(column == .action && place(.stroke) >= 0)
    if rules.names[column] != nil && column.isOptional && (column != .action || !isNeeded) { return nil }
    let found = headings.indices.filter { column.headings.contains(headings[$0].name) }
    guard found.count <= 1 else {
      throw failure(
        nil, "'\(texts[found[0]])' and '\(texts[found[1]])' may both be the \(column.words)",
        cure: "choose by --names \(column)=\(texts[found[0]])")
    }
    guard found.isEmpty && isNeeded else { return found.first }
    // No heading is a number.
    guard !headings.contains(where: { !$0.name.isEmpty && $0.name.allSatisfy(\.isNumber) }) else {
      throw failure(
        table.rowText, "is no head line",
        cure: "begin with one such as user,session,time,action,x,y, or number the columns: --names time=1,...")
    }
    throw failure(
      nil, "no column for the \(column.words) among \(list)",
      cure: "name it with --names \(column)=NAME"
        + ([.user, .session].contains(column) ? ", or say --names \(column)=- if the log has none" : ""))
  }

  /// Reads on until sessions end, and returns these in the order of their first rows, or nil at the end of the log.
  ///
  /// - Throws: `InputError`, for a wrong row only if it is not to be skipped.
  public mutating func next() throws(InputError) -> [LogSession]? {
    if rowCount == 0 { try findUnit() }
    while try table.next() {
      do throws(InputError) { try take() } catch {
        guard rules.skipsBad && error.part != nil else { throw error }
        losses.leaveOut(error)
      }
      if heldRows >= rowsMax { return try close() }
    }
    guard !sessions.isEmpty else { return nil }
    defer { (sessions, open, current, heldRows) = ([], [:], -1, 0) }
    return sessions.map(\.session)
  }

  /// Finds the unit in which most rows of a movement are as far apart as screens report them and no faster than content
  /// scrolls, by the first megabyte of the log; checks a known unit.
  private mutating func findUnit() throws(InputError) {
    let mark = table.mark
    defer { table.mark = mark }
    var last: [[UInt8]: (time: Double, y: Double)] = [:]
    var (gaps, speeds, first): ([Double], [Double], Double?) = ([], [], nil)
    while table.nextInBlock() {
      guard table.fields.count >= fieldsMin else { continue }
      if last.isEmpty { isCalendar = calendarTime() != nil }
      guard !isCalendar else { return unit = nil }
      guard let time = Double(table.text(place(.time)).replacing(",", with: ".")),
        let y = table.number(place(kind.length), decimals: 3)
      else { continue }
      first = first ?? time
      readKey()
      let points = Double(y) / Double(rules.scale ?? 1000)
      if let before = last[key], time > before.time, points != before.y {
        gaps.append(time - before.time)
        speeds.append((points - before.y).magnitude / (time - before.time))
      }
      last[key] = (time, points)
    }
    // From 2001 to 2100, whatever the unit.
    let epoch = first.flatMap { first in TimeUnit.allCases.first { (1e9...4.1e9).contains(first / $0.perSecond) } }
    guard gaps.count >= 3 else { return unit = unit ?? epoch ?? .milliseconds }
    let (gap, speed) = (gaps.sorted()[gaps.count / 2], speeds.sorted()[speeds.count / 2])
    // From 1 ms to 300 ms apart, only one can be.
    let likely = TimeUnit.allCases.first {
      (0.000_999_9...0.3).contains(gap / $0.perSecond) && speed * $0.perSecond <= LogReader.speedMax
    }
    let words = NumberText.grouped(gap)
    guard let given = unit else {
      guard let likely = likely ?? epoch else {
        throw failure(
          nil, "rows of a movement lie \(words) apart, which no unit of time makes plausible",
          cure: "name one with --time-unit", line: 1)
      }
      return unit = likely
    }
    // An app may tell of offsets as seldom as it likes.
    let isOther = gap / given.perSecond < 0.0001 || (kind == .touches && gap / given.perSecond > 3)
    if isOther, let likely {
      throw failure(
        nil, "rows of a movement lie \(words) \(given.rawValue) apart, and no screen tells of them at that pace",
        cure: "use --time-unit \(likely.rawValue)", line: 1)
    }
  }

  /// The most points a second of the median movement of a scroll: about 60 screens.
  private static let speedMax = 50_000.0

  private mutating func take() throws(InputError) {
    rowCount += 1
    guard table.fields.count >= fieldsMin else {
      throw failure(table.rowText, "has fewer than \(fieldsMin) fields", cure: "complete the row", part: .row)
    }
    let row = try row()
    var number = try session()
    if let last = sessions[number].session.rows.last {
      if row.time < last.time || rules.gap.map({ row.time - last.time > $0 }) ?? false {
        let before = sessions[number].session
        partCount += 1
        number = try begin(LogSession(user: before.user, session: before.session, part: before.part + 1))
      } else if kind == .offsets, (row.time + 500) / 1000 == (last.time + 500) / 1000 {
        throw failure(
          table.text(place(.time)), "is the time of the row above in its session", cure: "keep one of the two",
          part: .row)
      }
    }
    sessions[number].session.rows.append(row)
    sessions[number].lastRow = rowCount
    heldRows += 1
  }

  private func row() throws(InputError) -> LogRow {
    guard let time = time() else {
      throw unreadable(
        .time, isCalendar ? "write it as 2026-03-29T00:59:59.016Z, as those above" : "write a number, as those above")
    }
    guard let y = table.number(place(kind.length), decimals: 3), y.magnitude < 1_000_000_000_000 else {
      throw unreadable(kind.length, "write a number")
    }
    var row = LogRow(time: time, y: y * 1000 / (rules.scale ?? 1000), line: table.line)
    guard kind == .touches else { return row }
    if place(.action) < 0 {
      (row.action, row.pointer) = (.stroke, identifier(.stroke))
      return row
    }
    guard let (action, pointer) = LogAction.read(table.block[table.fields[place(.action)]]) else {
      throw unreadable(.action, "write down, move, up or cancel, or 0, 2, 1 or 3")
    }
    (row.action, row.pointer) = (action, place(.pointer) >= 0 ? identifier(.pointer) : pointer)
    return row
  }

  private func unreadable(_ column: LogColumn, _ cure: String) -> InputError {
    failure(table.text(place(column)), "is no \(column.words)", cure: cure, part: .row)
  }

  private func calendarTime() -> Int64? { CalendarTime.nanoseconds(table.block[table.fields[place(.time)]]) }

  private func time() -> Int64? {
    if isCalendar { return calendarTime() }
    let time = table.number(place(.time), decimals: (unit ?? .milliseconds).decimals)
    return time.flatMap { $0.magnitude < 1 << 62 ? $0 : nil }
  }

  /// Returns the number of a field, or a hash of its text.
  private func identifier(_ column: LogColumn) -> Int32 {
    let bytes = table.block[table.fields[place(column)]]
    return Int32(
      truncatingIfNeeded: table.number(place(column), decimals: 0) ?? Int64(bitPattern: XXHash64.hash(Array(bytes))))
  }

  private mutating func readKey() {
    key.removeAll(keepingCapacity: true)
    for column in [LogColumn.user, .session] {
      if place(column) >= 0 { key += table.block[table.fields[place(column)]] }
      key.append(0x1F)
    }
  }

  /// Returns the place of the row's session in `sessions`.
  private mutating func session() throws(InputError) -> Int {
    readKey()
    if current >= 0 && key == currentKey { return current }
    if let number = open[key] {
      (current, currentKey) = (number, key)
      return number
    }
    let words = [LogColumn.user, .session].map { place($0) >= 0 ? table.text(place($0)) : "" }
    let session = LogSession(user: words[0], session: words[1])
    guard !closed.contains(XXHash64.hash(key)) else {
      throw failure(
        session.name, "comes back after some \(NumberText.grouped(Int64(rowsMax / 2))) rows of others",
        cure: "sort the log by user, session and time", part: .row)
    }
    return try begin(session)
  }

  private mutating func begin(_ session: LogSession) throws(InputError) -> Int {
    guard closed.count + sessions.count < LogReader.sessionsMax else {
      throw failure(nil, "more than \(LogReader.sessionsMax) sessions", cure: "convert the log in parts")
    }
    open[key] = sessions.count
    (current, currentKey) = (sessions.count, key)
    sessions.append(Waiting(session: session, key: key, lastRow: rowCount))
    return current
  }

  /// Ends the sessions that have had no row for longest, with half of the rows that wait.
  private mutating func close() throws(InputError) -> [LogSession] {
    let order = sessions.indices.sorted { sessions[$0].lastRow < sessions[$1].lastRow }
    var over = Set<Int>()
    for number in order.dropLast() where heldRows > rowsMax / 2 {
      heldRows -= sessions[number].session.rows.count
      over.insert(number)
      if open[sessions[number].key] == number { closed.insert(XXHash64.hash(sessions[number].key)) }
    }
    guard !over.isEmpty else {
      let session = sessions[order[0]].session
      throw failure(
        session.name, "has more than \(NumberText.grouped(Int64(rowsMax))) rows", cure: "part it with --gap 30min",
        line: session.rows.first?.line)
    }
    let ended = sessions.indices.filter { over.contains($0) }.map { sessions[$0].session }
    sessions = sessions.indices.filter { !over.contains($0) }.map { sessions[$0] }
    // Of parts of one session the last is open.
    open = Dictionary(sessions.indices.map { (sessions[$0].key, $0) }) { $1 }
    current = -1
    return ended
  }
}

/// The spellings of a finger's action in logs.
private enum LogAction {
  private static let plain: [(String, LogRow.Action)] = [("move", .move), ("down", .down), ("up", .up)]

  /// Returns the action and the finger's place, which Android's number may have, or nil for any other word.
  static func read(_ bytes: ArraySlice<UInt8>) -> (action: LogRow.Action, pointer: Int32)? {
    if let first = bytes.first, first >= 48 && first <= 57 {
      guard bytes.count <= 5, let number = Int32(String(decoding: bytes, as: UTF8.self)) else { return nil }
      // MotionEvent: the upper byte is the place of a finger that touches or lifts beside others.
      let actions: [LogRow.Action?] = [.down, .up, .move, .cancel, nil, .down, .up]
      let code = Int(number & 0xFF)
      guard code < actions.count, let action = actions[code] else { return nil }
      return (action, number >> 8)
    }
    // Most rows say one of these.
    for (word, action) in plain where bytes.elementsEqual(word.utf8) { return (action, 0) }
    var word = String(decoding: bytes, as: UTF8.self).lowercased().filter(\.isLetter)
    for prefix in ["motionevent", "uitouchphase", "action", "touch", "pointer"] where word.hasPrefix(prefix) {
      word.removeFirst(prefix.count)
    }
    switch word {
    case "down", "start", "started", "begin", "began", "press": return (.down, 0)
    case "move", "moved", "moving", "change", "changed", "drag", "stationary": return (.move, 0)
    case "up", "end", "ended", "release", "released", "lift": return (.up, 0)
    case _ where word.hasPrefix("cancel"): return (.cancel, 0)
    default: return nil
    }
  }
}
