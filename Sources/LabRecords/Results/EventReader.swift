/// Reads an event file event by event, in memory that does not grow with the file.
///
/// Events of later versions are skipped.
public struct EventReader: ~Copyable {
  /// The configuration in the file's first line.
  public private(set) var header = JSON.null
  private let name: String
  private let file: OpenFile?
  private var lines: LineReader
  private var lineCount = 0
  private var time: Int64 = 0
  private var begunBytes: Int64 = 0

  /// The most bytes that the decodes of a file begin, two million terabytes, so that no sum of bytes overflows.
  private static let begunBytesMax = 2 * FieldKind.figureMax
  /// The most bytes of a line: a plan of 65,536 steps fits.
  private static let lineBytesMax = 4 << 20

  /// - Throws: `ResultError` if the file cannot be read, or its first line is not that of an event file.
  public init(path: String) throws(ResultError) {
    let lines = LineReader(lineMax: EventReader.lineBytesMax)
    try self.init(path, ResultError.reading(path, OpenFile.reading(path)), lines)
  }

  /// Reads an event file's text.
  ///
  /// - Throws: `ResultError` if the first line is not that of an event file.
  package init(text: String, name: String) throws(ResultError) {
    try self.init(name, nil, LineReader(Array(text.utf8)))
  }

  private init(_ name: String, _ file: consuming OpenFile?, _ lines: LineReader) throws(ResultError) {
    (self.name, self.lines) = (name, lines)
    self.file = file
    guard let line = try line(), let header = try? JSON.parse(String(decoding: line, as: UTF8.self)),
      header["events"]?.integer == 1
    else {
      throw .notAnEventFile(name, reason: "its first line is not that of an event file")
    }
    if let problem = RunConfiguration.problem(of: header, at: "") { throw .notAnEventFile(name, reason: problem) }
    self.header = header.visible
  }

  /// Returns whether a file begins like an event file.
  public static func isEventFile(_ path: String) throws(ResultError) -> Bool {
    let start = "{\"events\":".utf8
    return try ResultError.reading(path, OpenFile.reading(path).prefix(start.count).elementsEqual(start))
  }

  /// Returns the next event, or nil after the last.
  ///
  /// - Throws: `ResultError` with the line that is not an event.
  public mutating func next() throws(ResultError) -> TimedEvent? {
    while let line = try line() {
      guard let (at, event) = EventFields.read(line) else {
        let start = String(decoding: line.prefix(80), as: UTF8.self).visible + (line.count > 80 ? "..." : "")
        throw problem("is no event, so it is damaged or was cut: \(start)")
      }
      guard at >= time else { throw problem("is not in the order of time: \(at) ns after \(time) ns") }
      time = at
      guard let event else { continue }
      if case .begin(_, _, _, let bytes) = event {
        guard bytes <= EventReader.begunBytesMax - begunBytes else {
          throw problem("begins more bytes than any replay decodes")
        }
        begunBytes += bytes
      }
      return TimedEvent(time: time, event: event)
    }
    return nil
  }

  /// Passes all events that are left to an observer.
  public mutating func feed<Observer: ReplayObserver>(_ observer: inout Observer) throws(ResultError) {
    while let next = try next() { observer.take(next.event, at: next.time) }
  }

  private func problem(_ words: String) -> ResultError { .notAnEventFile(name, reason: "line \(lineCount) \(words)") }

  private mutating func line() throws(ResultError) -> [UInt8]? {
    let found = try ResultError.reading(name, file == nil ? lines.next() : lines.next(file!))
    guard let line = found else { return nil }
    lineCount += 1
    guard lines.isWhole || line.count < EventReader.lineBytesMax else {
      throw .cannotRead(name, reason: "line \(lineCount) is longer than 4 MiB: it is not an event file")
    }
    return Array(line)
  }
}

/// The members of a line of an event file, a flat object.
///
/// Other members are ignored. Of two members with the same key, the first counts.
struct EventFields {
  private let members: [(key: String, value: JSON)]

  private struct Unreadable: Error {}
  private static let itemsMax = Int32(LibraryConfiguration.maxAssetCount)

  /// Returns the time and the event of a line, or nil if a member that it needs is missing. An event of a later version is
  /// nil.
  static func read(_ line: [UInt8]) -> (time: Int64, event: ReplayEvent?)? {
    guard let members = JSON.members(in: line) else { return nil }
    let fields = EventFields(members: members)
    return try? (fields.number("t"), fields.event())
  }

  private func event() throws(Unreadable) -> ReplayEvent? {
    guard let name = self["e"]?.string else { throw Unreadable() }
    switch EventName(rawValue: name) {
    case nil: return nil
    case .frame:
      return try .frame(offset: number("y", from: -FieldKind.figureMax), visible: EventFields.range(self["visible"]))
    case .start: return try .start(items(), tier())
    case .stop: return try .stop(items(), tier())
    case .release: return try .release(item())
    case .request: return try .request(item(), size("size"), word("outcome"))
    case .cancel: return try .cancel(item(), tier())
    case .refuse: return try .refuse(item(), tier())
    case .begin: return try .begin(key(), cause: word("cause"), cost: number("cost"), bytes: number("bytes"))
    case .end:
      guard case .bool(let kept)? = self["kept"] else { throw Unreadable() }
      return try .end(key(), kept: kept)
    case .drop: return try .drop(key(), bytes: number("bytes"), why: word("why"))
    case .download: return try .download(item(), bytes: number("bytes"), cost: number("cost"))
    case .downloaded: return try .downloaded(item())
    case .layout: return try .layout(size("target"))
    case .content: return try .content(items())
    case .live: return try .live(number("bytes"))
    }
  }

  private subscript(key: String) -> JSON? { members.first { $0.key == key }?.value }

  private func number(
    _ key: String, from least: Int64 = 0, to most: Int64 = FieldKind.figureMax
  ) throws(Unreadable) -> Int64 {
    guard let number = self[key]?.integer, least <= number, number <= most else { throw Unreadable() }
    return number
  }

  private func item() throws(Unreadable) -> Int32 { Int32(try number("item", to: Int64(Int32.max))) }

  private func key() throws(Unreadable) -> BitmapKey { try BitmapKey(item: item(), size: size("size"), tier: tier()) }

  private func tier() throws(Unreadable) -> Tier {
    guard let value = self["tier"] else { return .full }
    guard let word = value.string else { throw Unreadable() }
    return word == "coarse" ? .thumbnail : .full
  }

  private func word<Word: RawRepresentable<String>>(_ key: String) throws(Unreadable) -> Word {
    guard let word = self[key]?.string.flatMap({ Word(rawValue: $0) }) else { throw Unreadable() }
    return word
  }

  private func size(_ key: String) throws(Unreadable) -> PixelSize {
    let sides = try EventFields.pair(self[key])
    return PixelSize(width: sides.0, height: sides.1)
  }

  private func items() throws(Unreadable) -> [ItemRange] {
    guard let ranges = self["items"]?.array else { throw Unreadable() }
    return try ranges.map(EventFields.range)
  }

  private static func range(_ value: JSON?) throws(Unreadable) -> ItemRange {
    let (lower, upper) = try pair(value)
    guard 0 <= lower, lower <= upper, upper <= itemsMax else { throw Unreadable() }
    return ItemRange(lower: lower, upper: upper)
  }

  private static func pair(_ value: JSON?) throws(Unreadable) -> (Int32, Int32) {
    let sides = (value?.array ?? []).map { $0.integer.flatMap { Int32(exactly: $0) } }
    guard sides.count == 2, let first = sides[0], let last = sides[1] else { throw Unreadable() }
    return (first, last)
  }
}
