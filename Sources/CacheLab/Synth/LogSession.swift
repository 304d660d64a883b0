/// A row of a log of fingers or of offsets.
public struct LogRow: Sendable {
  public enum Action: Sendable { case down, move, up, cancel }

  /// In nanoseconds, from any beginning.
  public var time: Int64
  /// In thousandths of a point: the finger's distance from the top of the screen, or the offset.
  public var y: Int64
  public var line: Int
  /// The finger; only equality counts.
  public var pointer: Int32 = 0
  public var action = Action.move

  public init(time: Int64, y: Int64, line: Int) { (self.time, self.y, self.line) = (time, y, line) }
}

/// The rows of one session, in the order of the log, whose times do not go back.
public struct LogSession: Sendable {
  /// The nanoseconds of rest before the first movement, in which the first screen fills.
  static let lead: Int64 = 1_000_000_000

  public let user: String
  public let session: String
  /// The number of the part of the log's session, from 1.
  public let part: Int
  public var rows: [LogRow] = []

  public init(user: String, session: String, part: Int = 1) {
    (self.user, self.session, self.part) = (user, session, part)
  }

  /// The user and the session, with the number of its part from the second on.
  public var name: String {
    let number = part > 1 ? ["\(part)"] : []
    let session = ([session].filter { !$0.isEmpty } + number).joined(separator: "-")
    let name = [user, session].filter { !$0.isEmpty }.joined(separator: "/")
    return name.isEmpty ? "session" : name
  }

  /// Returns the trace of a session of offsets, or nil if it has one row, which is no scroll.
  ///
  /// - Throws: `InputError` if it is too long, or cannot be replayed.
  public func offsets(layout: GridLayout, file: String) throws(InputError) -> TraceDocument? {
    guard let first = rows.first, let last = rows.last, rows.count > 1 else { return nil }
    guard last.time - first.time <= Synthesis.secondsMax * 1_000_000_000 else { throw tooLong(file, at: first) }
    let movement = rows.first { $0.y != first.y } ?? last
    let begin = min(first.time, movement.time - LogSession.lead)
    let source: TraceValue.Members = [
      ("kind", .string("converted")), ("by", .string("lab-run trace convert")),
      ("model", .string("from \(file.split(separator: "/").last.map(String.init) ?? file)")),
    ]
    var document = TraceDocument(header: .header(layout, title: name, source: source))
    if begin < first.time { document.sample(0, first.y) }
    // Three decimals of a millisecond are what a trace holds.
    func time(_ time: Int64) -> Int64 { (time - begin + 500) / 1000 * 1000 }
    // The median time from row to row while the content moves.
    let steps = zip(rows, rows.dropFirst()).filter { $0.y != $1.y }.map { $1.time - $0.time }.sorted()
    let step = steps.isEmpty ? 0 : steps[(steps.count - 1) / 2]
    for (index, row) in rows.enumerated() {
      if index > 0, case let before = rows[index - 1], row.y != before.y,
        row.time - before.time > max(TraceMotion.gapMax, 2 * step)
      {
        // The app told of no frame while the content rested.
        document.sample(time(row.time - step), before.y)
      }
      document.sample(time(row.time), row.y)
    }
    document.event(document.lines.last?.time ?? 0, .end)
    try check(document, file: file)
    return document
  }

  func check(_ document: TraceDocument, file: String) throws(InputError) {
    do throws(InputError) { _ = try document.trace(name: name) } catch {
      throw failure(
        file, "cannot be replayed, \(error.value.map { "'\($0)' " } ?? "")\(error.problem)",
        cure: "check the unit, or ask for a longer grid with --assets")
    }
  }

  func tooLong(_ file: String, at row: LogRow) -> InputError {
    failure(file, "goes on for more than a day from its first row", cure: "check the unit of its times", at: row)
  }

  private func failure(_ file: String, _ problem: String, cure: String, at row: LogRow? = nil) -> InputError {
    InputError(file, line: (row ?? rows.first)?.line, "session '\(name)' \(problem)", cure: cure)
  }

  /// Returns the trace of a session of touches, or nil if none scrolls: the scroll under these fingers by the physics of
  /// `synthesis`.
  ///
  /// The newest finger pulls the content; when it lifts while another is down, that one goes on.
  ///
  /// - Throws: `InputError` with the line for an impossible touch, and for a session that is too long or cannot be replayed.
  public func touches(_ synthesis: Synthesis, file: String) throws(InputError) -> TraceDocument? {
    let slop = synthesis.model.slop
    let strokes = try strokes(file)
    guard strokes.contains(where: { $0.points.contains { $0.way.magnitude > slop } }) else { return nil }
    var synthesis = synthesis
    synthesis.title = name
    var gestures: [Gesture] = []
    var clock: Int64 = 0
    for stroke in strokes {
      let pause = Double(stroke.down - clock) / 1000
      if pause > 0 { gestures.append { $0.wait(pause) } }
      gestures.append(stroke.gesture(slop: slop))
      clock = stroke.lift
    }
    let document: TraceDocument
    do throws(InputError) {
      document = try synthesis.made(
        GestureScript(gestures),
        words: "touches of a log, slop \(Int64(slop * 1000).decimal(over: 1000)) pt",
        converter: "lab-run trace convert")
    } catch {
      throw tooLong(file, at: rows[0])
    }
    try check(document, file: file)
    return document
  }

  private func strokes(_ file: String) throws(InputError) -> [TouchStroke] {
    guard let first = rows.first else { return [] }
    var hand = Hand(file: file, begin: first.time - LogSession.lead)
    for row in rows {
      guard row.time - first.time < Synthesis.secondsMax * 1_000_000_000 else { throw tooLong(file, at: row) }
      try hand.take(row)
    }
    guard hand.fingers.isEmpty else { throw hand.neverLifts(before: "its session ends") }
    return hand.strokes
  }
}

/// A finger, or several one after the other, from the first touch to the last lift.
struct TouchStroke: Sendable {
  /// In microseconds since the session began.
  var down: Int64
  var lift: Int64
  /// The points that content would have moved without slop, positive towards the end.
  var points: [(time: Int64, way: Double)]
  /// The first of the points that tell the speed: those of the finger that lifted last.
  var firstOfFinger = 0
  var isCancelled = false

  /// The silence before a lift up to which a finger still flings (Android's `VelocityTracker`), and the time of its way
  /// that tells its speed, in microseconds.
  private static let silenceMax: Int64 = 40_000
  private static let horizon: Int64 = 100_000
  /// The least time between points that tell a speed, in microseconds: screens tell of touches up to 240 times a second, and the slope
  /// of what lies closer together is mostly that of its times.
  private static let spacing: Int64 = 4_000

  /// The points a second at the lift, 0 if the finger stopped before: the slope at its last point of the parabola that
  /// fits its last 100 ms best, as in Android, Flutter and Chromium.
  var speed: Double {
    guard !isCancelled, let last = points.last, lift - last.time <= TouchStroke.silenceMax else { return 0 }
    var first = points.count - 1
    while first > firstOfFinger, last.time - points[first - 1].time <= TouchStroke.horizon,
      points[first].time - points[first - 1].time <= TouchStroke.silenceMax
    { first -= 1 }
    var recent: [(time: Int64, way: Double)] = []
    for point in points[first...].reversed()
    where recent.last.map({ $0.time - point.time >= TouchStroke.spacing }) ?? true {
      recent.append(point)
    }
    return TouchStroke.slope(recent.map { (t: Double($0.time - last.time) / 1e6, y: $0.way - last.way) })
  }

  /// Returns the slope at 0 of the least squares parabola, or of a line for fewer than three times.
  static func slope(_ points: [(t: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let (meanT, meanY) = (points.reduce(0) { $0 + $1.t } / count, points.reduce(0) { $0 + $1.y } / count)
    let meanS = points.reduce(0) { $0 + $1.t * $1.t } / count
    var (tt, ts, ss, ty, sy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for point in points {
      let (t, s, y) = (point.t - meanT, point.t * point.t - meanS, point.y - meanY)
      tt += t * t
      ts += t * s
      ss += s * s
      ty += t * y
      sy += s * y
    }
    guard tt > 0 else { return 0 }
    let determinant = tt * ss - ts * ts
    // Two times make no parabola.
    guard points.count > 2, determinant > 1e-9 * tt * ss else { return ty / tt }
    return (ty * ss - sy * ts) / determinant
  }

  /// Returns the pull of the content, which follows once the finger has gone farther than `slop`.
  func gesture(slop: Double) -> Gesture {
    guard let start = points.firstIndex(where: { $0.way.magnitude > slop }) else {
      let contact = Double(lift - down) / 1000
      return { $0.pull([FingerWay(way: 0, duration: contact)], speed: 0) }
    }
    let taken = points[start].way < 0 ? -slop : slop
    var ways: [FingerWay] = []
    var (time, way) = (down, 0.0)
    for (index, point) in points.enumerated() {
      let shown = index < start ? 0 : point.way - taken
      let duration = Double(point.time - time) / 1000
      if shown == way, let last = ways.last, last.way == 0 {
        ways[ways.count - 1].duration += duration
      } else {
        ways.append(FingerWay(way: shown - way, duration: duration))
      }
      (time, way) = (point.time, shown)
    }
    if lift > time { ways.append(FingerWay(way: 0, duration: Double(lift - time) / 1000)) }
    return { [ways, speed] in $0.pull(ways, speed: speed) }
  }
}

private struct Hand {
  let file: String
  /// The beginning of the session, in nanoseconds.
  let begin: Int64
  private(set) var strokes: [TouchStroke] = []
  /// The last one pulls.
  var fingers: [(pointer: Int32, y: Int64)] = []
  var downLine = 0

  func neverLifts(before until: String) -> InputError {
    InputError(
      file, line: downLine, "a finger touches here and never lifts", cure: "add the row that lifts it before \(until)")
  }

  mutating func take(_ row: LogRow) throws(InputError) {
    let time = (row.time - begin + 500) / 1000
    let place = fingers.firstIndex { $0.pointer == row.pointer }
    if row.action == .down {
      guard place == nil else { throw neverLifts(before: "line \(row.line), where it touches again") }
      if fingers.isEmpty {
        strokes.append(TouchStroke(down: time, lift: time, points: [(time, 0)]))
        downLine = row.line
      } else {
        change(at: time)
      }
      return fingers.append((row.pointer, row.y))
    }
    guard let place else {
      throw InputError(
        file, line: row.line, value: "\(row.action)", "of a finger that is not down",
        cure: "add the row in which it touches")
    }
    let moved = Double(fingers[place].y - row.y) / 1000
    // A lift where the finger was is no movement.
    if place == fingers.count - 1, row.action == .move || (row.action == .up && moved != 0) { pull(moved, at: time) }
    fingers[place].y = row.y
    guard row.action != .move else { return }
    if row.action == .cancel { fingers = [] } else { fingers.remove(at: place) }
    if fingers.isEmpty {
      strokes[strokes.count - 1].lift = time
      strokes[strokes.count - 1].isCancelled = row.action == .cancel
    } else if place == fingers.count {
      change(at: time)
    }
  }

  private mutating func pull(_ way: Double, at time: Int64) {
    let last = strokes.count - 1
    strokes[last].points.append((time, (strokes[last].points.last?.way ?? 0) + way))
  }

  private mutating func change(at time: Int64) {
    pull(0, at: time)
    strokes[strokes.count - 1].firstOfFinger = strokes[strokes.count - 1].points.count - 1
  }
}
