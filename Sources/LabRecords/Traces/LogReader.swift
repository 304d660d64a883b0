public import CacheLab
import LabBase

/// Reads a log of touches or of offsets, of any size, in memory that does not grow with it, and gives its sessions.
///
/// Rows of sessions may be mixed. A session is over at the end of the log; where more than `rowsMax` rows wait, those
/// sessions are that have had no row for longest. One that comes back after that is an error.
public struct LogReader {
  /// Rows that wait at most; 40 bytes each.
  public static let rowsMax = 500_000
  /// Sessions of a log at most; 16 bytes each.
  public static let sessionsMax = 10_000_000

  /// What a log is read as.
  public enum Kind: Sendable {
    case touches, offsets

    var columns: [LogColumn] {
      self == .touches ? [.user, .session, .time, .action, .x, .y, .pointer] : [.user, .session, .time, .offset]
    }
  }

  public let kind: Kind
  /// In what times count, and whether the log says so or the rows of its touches.
  public private(set) var unit: TimeUnit?
  public private(set) var rowCount = 0
  public private(set) var losses = LogLosses()
  private var table: LogTable
  private let skipsBad: Bool
  /// Where columns stand, by the number of a `LogColumn`; -1 for an absent one.
  private var places = [Int](repeating: -1, count: LogColumn.allCases.count)
  private var fieldsMin = 0
  private let scale: Int64
  private var open: [[UInt8]: Int] = [:]
  private var sessions: [(session: LogSession, lastRow: Int)] = []
  /// User and session of the row at hand, each with an end, and of the row before.
  private var (key, currentKey): ([UInt8], [UInt8]) = ([], [])
  private var current = -1
  private var closed: Set<UInt64> = []
  private var heldRows = 0
  /// Smaller in tests.
  var rowsMax = LogReader.rowsMax
  private var isHeadless = false

  /// Opens a log and finds its columns.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - names: Headings or numbers of columns, from 1; `-` for one that the log has not.
  ///   - scale: Pixels of the log a point, in thousandths.
  public init(
    _ path: String, _ kind: Kind, names: [LogColumn: String], unit: TimeUnit?, scale: Int64, skipsBad: Bool
  ) throws(LogError) {
    self.kind = kind
    self.unit = unit
    self.scale = scale
    self.skipsBad = skipsBad
    table = try LogTable(path)
    try table.readHead()
    try findColumns(names)
  }

  public var path: String { table.path }
  /// Bytes read, and of the whole; nil for standard input.
  public var progress: (read: Int64, of: Int64?) { (table.readCount, table.byteCount) }

  private mutating func findColumns(_ names: [LogColumn: String]) throws(LogError) {
    var headings: [String] = []
    for field in table.fields.indices { headings.append(table.text(field)) }
    let list = NameList.text(headings.prefix(40).map { "'\($0)'" })
    let numbered = names.values.allSatisfy { $0 == "-" || Int($0) != nil }
    let plain = headings.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
    for column in kind.columns {
      if let name = names[column] {
        if name == "-" { continue }
        guard let place = Int(name).map({ $0 &- 1 }) ?? headings.firstIndex(of: name), headings.indices.contains(place)
        else {
          throw LogError(file: path, line: 1, value: name, problem: .noSuchColumn(column, headings: list))
        }
        set(column, place)
        continue
      }
      let found = column.headings.lazy.map { heading in
        plain.indices.filter { plain[$0] == heading || (column == .time && LogReader.isTime(plain[$0], heading)) }
      }.first { !$0.isEmpty }
      guard let found else {
        if column == .pointer { continue }
        // No heading is a number.
        guard !plain.contains(where: { !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
          throw LogError(file: path, line: 1, value: table.rowText, problem: .noHead)
        }
        throw LogError(file: path, line: 1, value: table.rowText, problem: .missingColumn(column, headings: list))
      }
      guard found.count == 1 else {
        throw LogError(
          file: path, line: 1, value: table.rowText,
          problem: .twoColumns(column, headings[found[0]], headings[found[1]]))
      }
      set(column, found[0])
    }
    let time = place(.time)
    isHeadless = numbered && !names.isEmpty && table.number(time, decimals: 0) != nil
    if isHeadless { table.back() } else if unit == nil { unit = TimeUnit(heading: headings[time][...]) }
  }

  private static func isTime(_ heading: String, _ word: String) -> Bool {
    TimeUnit.allCases.contains { heading == word + $0.rawValue }
  }

  private mutating func set(_ column: LogColumn, _ place: Int) {
    places[column.rawValue] = place
    fieldsMin = max(fieldsMin, place + 1)
  }

  private func place(_ column: LogColumn) -> Int { places[column.rawValue] }

  /// Reads on until sessions are over, and gives these in the order of their first rows; nil at the end of the log.
  ///
  /// - Throws: `LogError`; a row that cannot be read only where bad ones are not skipped.
  public mutating func next() throws(LogError) -> [LogSession]? {
    if rowCount == 0 && kind == .touches { try findUnit() }
    while try table.next() {
      do throws(LogError) { try take() } catch {
        guard skipsBad && error.problem.canBeSkipped else { throw error }
        losses.leaveOut(.row, error)
      }
      if heldRows >= rowsMax { return try close() }
    }
    guard !sessions.isEmpty else { return nil }
    defer { (sessions, open, current, heldRows) = ([], [:], -1, 0) }
    return sessions.map(\.session)
  }

  /// The unit in which the rows of touches in the first megabyte lie as far apart as screens tell of them, where the log
  /// does not name it; a check where it does.
  private mutating func findUnit() throws(LogError) {
    let mark = table.mark
    defer { table.mark = mark }
    var (last, gaps): ([[UInt8]: Double], [Double]) = ([:], [])
    while table.nextInBlock() {
      guard table.fields.count >= fieldsMin, let time = Double(table.text(place(.time))),
        let action = LogAction.read(table.block[table.fields[place(.action)]])?.action
      else { continue }
      readKey()
      if action == .move, let before = last[key], time > before { gaps.append(time - before) }
      last[key] = time
    }
    guard gaps.count >= 3 else { return unit = unit ?? .milliseconds }
    let gap = gaps.sorted()[gaps.count / 2]
    // From 1 ms to 300 ms, whatever the unit: only one can be.
    let likely = TimeUnit.allCases.first { (0.001...0.3).contains(gap / $0.perSecond) }
    guard let given = unit else {
      guard let likely else {
        throw LogError(file: path, line: nil, value: "", problem: .noUnit(gap: NumberText.grouped(gap)))
      }
      return unit = likely
    }
    if !(0.0001...3).contains(gap / given.perSecond), let likely {
      let gap = NumberText.grouped(gap)
      throw LogError(file: path, line: nil, value: "", problem: .otherUnit(gap: gap, unit: given, likely: likely))
    }
  }

  private func failure(_ column: LogColumn, _ problem: LogProblem) -> LogError {
    LogError(file: path, line: table.line, value: table.text(place(column)), problem: problem)
  }

  private mutating func take() throws(LogError) {
    rowCount += 1
    guard table.fields.count >= fieldsMin else {
      throw LogError(file: path, line: table.line, value: table.rowText, problem: .tooFewFields(fieldsMin))
    }
    let row = try row()
    let number = try session()
    if let last = sessions[number].session.rows.last {
      guard row.time >= last.time else { throw failure(.time, .timeGoesBack) }
      if kind == .offsets, (row.time + 500) / 1000 == (last.time + 500) / 1000 { throw failure(.time, .sameTime) }
    }
    sessions[number].session.rows.append(row)
    sessions[number].lastRow = rowCount
    heldRows += 1
  }

  private func row() throws(LogError) -> LogRow {
    guard let time = table.number(place(.time), decimals: (unit ?? .milliseconds).decimals), time.magnitude < 1 << 62
    else { throw failure(.time, .unreadable(.time)) }
    let column: LogColumn = kind == .touches ? .y : .offset
    guard let y = table.number(place(column), decimals: 3), y.magnitude < 1_000_000_000_000 else {
      throw failure(column, .unreadable(column))
    }
    var row = LogRow(time: time, y: y * 1000 / scale, line: table.line)
    guard kind == .touches else { return row }
    guard let (action, pointer) = LogAction.read(table.block[table.fields[place(.action)]]) else {
      throw failure(.action, .unknownAction)
    }
    if place(.x) >= 0, table.number(place(.x), decimals: 3) == nil { throw failure(.x, .unreadable(.x)) }
    (row.action, row.pointer) = (action, pointer)
    if place(.pointer) >= 0 {
      let number = table.number(place(.pointer), decimals: 0)
      row.pointer = Int32(
        truncatingIfNeeded: number
          ?? Int64(bitPattern: XXHash64.hash(Array(table.block[table.fields[place(.pointer)]]))))
    }
    return row
  }

  private mutating func readKey() {
    key.removeAll(keepingCapacity: true)
    for place in places[0...1] {
      if place >= 0 { key += table.block[table.fields[place]] }
      key.append(0x1F)
    }
  }

  /// The number of the row's session among the open ones.
  private mutating func session() throws(LogError) -> Int {
    readKey()
    if current >= 0 && key == currentKey { return current }
    if let number = open[key] {
      (current, currentKey) = (number, key)
      return number
    }
    let words = places[0...1].map { $0 >= 0 ? table.text($0) : "" }
    let session = LogSession(user: words[0], session: words[1])
    guard !closed.contains(XXHash64.hash(key)) else {
      throw LogError(file: path, line: table.line, value: "'\(session.name)'", problem: .cameBack(rowsMax))
    }
    guard closed.count + open.count < LogReader.sessionsMax else {
      throw LogError(file: path, line: table.line, value: "", problem: .manySessions(LogReader.sessionsMax))
    }
    open[key] = sessions.count
    (current, currentKey) = (sessions.count, key)
    sessions.append((session, rowCount))
    return current
  }

  /// Ends those sessions that have had no row for longest, with half of the rows that wait.
  private mutating func close() throws(LogError) -> [LogSession] {
    let order = sessions.indices.sorted { sessions[$0].lastRow < sessions[$1].lastRow }
    var (left, over) = (heldRows, Set<Int>())
    for number in order.dropLast() where left > rowsMax / 2 {
      left -= sessions[number].session.rows.count
      over.insert(number)
    }
    guard !over.isEmpty else {
      let session = sessions[order[order.count - 1]].session
      throw LogError(
        file: path, line: session.rows.first?.line, value: "'\(session.name)'", problem: .manyRows(rowsMax))
    }
    let ended = sessions.indices.filter(over.contains).map { sessions[$0].session }
    var (kept, places): ([(session: LogSession, lastRow: Int)], [[UInt8]: Int]) = ([], [:])
    for (key, number) in open.sorted(by: { $0.value < $1.value }) {
      if over.contains(number) {
        closed.insert(XXHash64.hash(key))
      } else {
        places[key] = kept.count
        kept.append(sessions[number])
      }
    }
    (sessions, open, heldRows, current) = (kept, places, left, -1)
    return ended
  }
}

/// How logs write what a finger does.
private enum LogAction {
  private static let plain: [(String, LogRow.Action)] = [("move", .move), ("down", .down), ("up", .up)]

  /// The action and, where Android's number has it, the finger's place; nil for a word that is none.
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
