import LabBase

extension LogSession {
  /// The trace of a session of touches: where the scroll goes under these fingers by the physics of `synthesis`.
  ///
  /// The newest finger pulls the content; when it lifts while another is down, that one goes on.
  ///
  /// - Parameters:
  ///   - slop: Points that a finger goes before the content follows; otherwise those of the model.
  ///   - skipsBad: Leaves out rows and touches that are wrong, and adds them to `losses`.
  /// - Throws: `LogError`, with the line.
  public func touches(
    _ synthesis: Synthesis, slop: Double?, file: String, skipsBad: Bool, losses: inout LogLosses
  ) throws(LogError) -> TraceDocument {
    let slop = slop ?? synthesis.model.slop
    let strokes = try strokes(file, skipsBad: skipsBad, losses: &losses)
    guard strokes.contains(where: { $0.points.contains { $0.way.magnitude > slop } }) else {
      throw failure(file, .noScroll)
    }
    var synthesis = synthesis
    synthesis.title = name.isEmpty ? "a session" : name
    do throws(SynthError) {
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
      throw failure(file, .longSession)
    }
  }

  private func strokes(
    _ file: String, skipsBad: Bool, losses: inout LogLosses
  ) throws(LogError) -> [TouchStroke] {
    guard let first = rows.first else { return [] }
    var strokes: [TouchStroke] = []
    var hand = Hand(begin: first.time)
    for row in rows {
      guard row.time - first.time < Synthesis.secondsMax * 1_000_000_000 else {
        throw failure(file, .longSession, at: row)
      }
      do throws(LogProblem) {
        if let stroke = try hand.take(row) { strokes.append(stroke) }
      } catch {
        let isTouch = if case .neverLifts = error { true } else { false }
        let failure = LogError(
          file: file, line: isTouch ? hand.downLine : row.line, value: isTouch ? name : "\(row.action)", problem: error)
        guard skipsBad else { throw failure }
        if isTouch {
          losses.leaveOut(.touch, failure)
          // The row touches anew.
          hand = Hand(begin: first.time)
          _ = try? hand.take(row)
        } else {
          losses.leaveOut(.row, failure)
        }
      }
    }
    if hand.isDown {
      let failure = LogError(file: file, line: hand.downLine, value: name, problem: .neverLifts(secondLine: nil))
      guard skipsBad else { throw failure }
      losses.leaveOut(.touch, failure)
    }
    return strokes
  }
}

/// The fingers that are down.
private struct Hand {
  /// Nanoseconds at which the session begins.
  let begin: Int64
  /// The last one pulls.
  private var fingers: [(pointer: Int32, y: Int64)] = []
  private var stroke = TouchStroke(down: 0, lift: 0, points: [])
  /// Where the first of them touched.
  private(set) var downLine = 0

  init(begin: Int64) { self.begin = begin }

  var isDown: Bool { !fingers.isEmpty }

  /// The stroke that the row ends, if any.
  mutating func take(_ row: LogRow) throws(LogProblem) -> TouchStroke? {
    let time = (row.time - begin + 500) / 1000
    let place = fingers.firstIndex { $0.pointer == row.pointer }
    if row.action == .down {
      guard place == nil else { throw .neverLifts(secondLine: row.line) }
      if fingers.isEmpty {
        stroke = TouchStroke(down: time, lift: time, points: [(time, 0)])
        downLine = row.line
      } else {
        change(at: time)
      }
      fingers.append((row.pointer, row.y))
      return nil
    }
    guard let place else { throw .noFinger }
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

  /// Another finger pulls from now on.
  private mutating func change(at time: Int64) {
    stroke.points.append((time, stroke.points.last?.way ?? 0))
    stroke.firstOfFinger = stroke.points.count - 1
  }
}

/// What `--skip-bad` left out.
public struct LogLosses: Sendable {
  public enum Part: Int, CaseIterable, Sendable { case row, touch, session }

  /// By the number of a part.
  public private(set) var counts = Part.allCases.map { _ in 0 }
  /// The first of each, by line.
  public private(set) var examples: [LogError] = []

  public init() {}

  public var isEmpty: Bool { examples.isEmpty }

  public mutating func leaveOut(_ part: Part, _ error: LogError) {
    if counts[part.rawValue] == 0 { examples.append(error) }
    counts[part.rawValue] += 1
  }

  public mutating func add(_ other: LogLosses) {
    if counts.contains(0), examples.count < 6 { examples += other.examples }
    for part in counts.indices { counts[part] += other.counts[part] }
  }
}
