extension LogSession {
  /// Returns the trace of a session of touches: the scroll under these fingers by the physics of `synthesis`.
  ///
  /// The newest finger pulls the content; when it lifts while another is down, that one goes on.
  ///
  /// - Parameters:
  ///   - slop: The points that a finger moves before the content follows; those of the model by default.
  ///   - skipsBad: Whether wrong rows and touches are left out, and added to `losses`.
  /// - Throws: `InputError`, with the line.
  public func touches(
    _ synthesis: Synthesis, slop: Double?, file: String, skipsBad: Bool, losses: inout LogLosses
  ) throws(InputError) -> TraceDocument {
    let slop = slop ?? synthesis.model.slop
    let strokes = try strokes(file, skipsBad: skipsBad, losses: &losses)
    guard strokes.contains(where: { $0.points.contains { $0.way.magnitude > slop } }) else {
      throw failure(file, "has no touch that scrolls, so that there is nothing to replay", cure: "remove it")
    }
    var synthesis = synthesis
    synthesis.title = name
    do throws(InputError) {
      var document = try synthesis.made(
        TouchFingers(strokes: strokes, slop: slop),
        fingers: "touches of a log, slop \(TraceText.decimal(Int64(slop * 1000), decimals: 3)) pt", seed: nil)
      var source = document.header["source"] ?? .nothing
      source.set("kind", .string("converted"))
      source.set("by", .string("lab-run trace convert --touches"))
      source.set("license", nil)
      document.header.set("source", source)
      return document
    } catch {
      throw tooLong(file, at: rows[0])
    }
  }

  private func strokes(
    _ file: String, skipsBad: Bool, losses: inout LogLosses
  ) throws(InputError) -> [TouchStroke] {
    guard let first = rows.first else { return [] }
    var strokes: [TouchStroke] = []
    var hand = Hand(file: file, begin: first.time - LogSession.lead)
    func leaveOut(_ error: InputError) throws(InputError) {
      guard skipsBad else { throw error }
      losses.leaveOut(error)
    }
    for row in actions {
      guard row.time - first.time < Synthesis.secondsMax * 1_000_000_000 else { throw tooLong(file, at: row) }
      do throws(InputError) {
        if let stroke = try hand.take(row) { strokes.append(stroke) }
      } catch {
        try leaveOut(error)
        guard error.part == .stroke else { continue }
        // The row touches anew.
        hand = Hand(file: file, begin: hand.begin)
        _ = try? hand.take(row)
      }
    }
    if hand.isDown { try leaveOut(hand.neverLifts(before: "its session ends")) }
    return strokes
  }

  /// The rows with their actions: the first row of a numbered stroke touches, and the last one lifts.
  private var actions: [LogRow] {
    guard rows.first?.action == .stroke else { return rows }
    var actions: [LogRow] = []
    for (index, var row) in rows.enumerated() {
      row.action = index == 0 || rows[index - 1].pointer != row.pointer ? .down : .move
      actions.append(row)
      guard index == rows.count - 1 || rows[index + 1].pointer != row.pointer else { continue }
      row.action = .up
      actions.append(row)
    }
    return actions
  }
}

/// The fingers that are down.
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
      file, line: downLine, "a finger touches here and never lifts", cure: "add the row that lifts it before \(until)",
      part: .stroke)
  }

  /// Takes the next row, and returns the stroke that it ends, if any.
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
        cure: "add the row in which it touches", part: .row)
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

  /// Lets another finger pull from now on.
  private mutating func change(at time: Int64) {
    stroke.points.append((time, stroke.points.last?.way ?? 0))
    stroke.firstOfFinger = stroke.points.count - 1
  }
}
