extension LogSession {
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
      if stroke.down > clock { gestures.append(.wait(Double(stroke.down - clock) / 1000)) }
      gestures.append(stroke.gesture(slop: slop))
      clock = stroke.lift
    }
    let document: TraceDocument
    do throws(InputError) {
      document = try synthesis.made(
        GestureScript(gestures),
        words: "touches of a log, slop \(TraceText.decimal(Int64(slop * 1000), decimals: 3)) pt",
        converter: "lab-run trace convert")
    } catch {
      throw tooLong(file, at: rows[0])
    }
    try check(document, file: file)
    return document
  }

  private func strokes(_ file: String) throws(InputError) -> [TouchStroke] {
    guard let first = rows.first else { return [] }
    var strokes: [TouchStroke] = []
    var hand = Hand(file: file, begin: first.time - LogSession.lead)
    for row in rows {
      guard row.time - first.time < Synthesis.secondsMax * 1_000_000_000 else { throw tooLong(file, at: row) }
      if let stroke = try hand.take(row) { strokes.append(stroke) }
    }
    if hand.isDown { throw hand.neverLifts(before: "its session ends") }
    return strokes
  }
}

private struct Hand {
  let file: String
  /// The beginning of the session, in nanoseconds.
  let begin: Int64
  /// The last one pulls.
  private var fingers: [(pointer: Int32, y: Int64)] = []
  private var stroke = TouchStroke(down: 0, lift: 0, points: [])
  private var downLine = 0

  init(file: String, begin: Int64) { (self.file, self.begin) = (file, begin) }

  var isDown: Bool { !fingers.isEmpty }

  func neverLifts(before until: String) -> InputError {
    InputError(
      file, line: downLine, "a finger touches here and never lifts", cure: "add the row that lifts it before \(until)")
  }

  mutating func take(_ row: LogRow) throws(InputError) -> TouchStroke? {
    let time = (row.time - begin + 500) / 1000
    let place = fingers.firstIndex { $0.pointer == row.pointer }
    if row.action == .down {
      guard place == nil else { throw neverLifts(before: "line \(row.line), where it touches again") }
      if fingers.isEmpty {
        stroke = TouchStroke(down: time, lift: time, points: [(time, 0)])
        downLine = row.line
      } else {
        change(at: time)
      }
      fingers.append((row.pointer, row.y))
      return nil
    }
    guard let place else {
      throw InputError(
        file, line: row.line, value: "\(row.action)", "of a finger that is not down",
        cure: "add the row in which it touches")
    }
    if place == fingers.count - 1 {
      let moved = Double(fingers[place].y - row.y) / 1000
      // A lift where the finger was is no movement.
      if row.action == .move || (row.action == .up && moved != 0) {
        stroke.points.append((time, (stroke.points.last?.way ?? 0) + moved))
      }
    }
    fingers[place].y = row.y
    guard row.action != .move else { return nil }
    if row.action == .cancel { fingers = [] } else { fingers.remove(at: place) }
    guard fingers.isEmpty else {
      if place == fingers.count { change(at: time) }
      return nil
    }
    stroke.lift = time
    stroke.isCancelled = row.action == .cancel
    return stroke
  }

  private mutating func change(at time: Int64) {
    stroke.points.append((time, stroke.points.last?.way ?? 0))
    stroke.firstOfFinger = stroke.points.count - 1
  }
}
