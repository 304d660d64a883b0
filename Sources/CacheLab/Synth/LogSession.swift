public import StrategyKit

/// A row of a log, of a finger or of an offset.
public struct LogRow: Sendable {
  public enum Action: UInt8, Sendable { case down, move, up, cancel }

  /// Nanoseconds, from any beginning.
  public var time: Int64
  /// Thousandths of a point: of the finger, downwards from the top of the screen; or the offset.
  public var y: Int64
  public var line: Int
  public var pointer: Int32
  public var action: Action

  public init(time: Int64, y: Int64, line: Int, pointer: Int32 = 0, action: Action = .move) {
    (self.time, self.y, self.line, self.pointer, self.action) = (time, y, line, pointer, action)
  }
}

/// The rows of one session, in the order of the log, whose times do not go back.
public struct LogSession: Sendable {
  public let user: String
  public let session: String
  public var rows: [LogRow] = []

  public init(user: String, session: String) { (self.user, self.session) = (user, session) }

  public var name: String { [user, session].filter { !$0.isEmpty }.joined(separator: "/") }

  /// The trace of a session of offsets.
  ///
  /// - Throws: `LogError` where it has one row, or its times are in another unit.
  public func offsets(layout: GridLayout, unit: TimeUnit?, file: String) throws(LogError) -> TraceDocument {
    guard let first = rows.first, rows.count > 1 else { throw failure(file, .oneRow) }
    guard rows[rows.count - 1].time - first.time <= TraceParser.timeMax else { throw failure(file, .longSession) }
    do throws(TraceError) {
      var document = try TraceCSV.document(
        samples: rows.map { ($0.time - first.time, $0.y) }, name: file, layout: layout, stated: unit)
      document.header.set("title", .string(name.isEmpty ? "a session" : name))
      return document
    } catch {
      throw failure(file, .trace(error.problem))
    }
  }

  func failure(_ file: String, _ problem: LogProblem, at row: LogRow? = nil) -> LogError {
    LogError(
      file: file, line: (row ?? rows.first)?.line, value: name.isEmpty ? "of the log" : "'\(name)'", problem: problem)
  }
}

/// A finger, or several one after the other, from the first touch to the last lift.
struct TouchStroke: Sendable {
  /// Microseconds since the session began.
  var down: Int64
  var lift: Int64
  /// Points that content would have moved without slop, positive towards the end.
  var points: [(time: Int64, way: Double)]
  /// Where the points begin that tell the speed: those of the finger that lifted last.
  var firstOfFinger = 0
  var isCancelled = false

  /// How long before a lift a finger may have been silent and still fling (Android's `VelocityTracker`), and what of its
  /// way tells its speed; microseconds.
  private static let silenceMax: Int64 = 40_000
  private static let horizon: Int64 = 100_000

  /// Points a second at the lift, 0 where the finger stopped before: the slope at its last point of the parabola that
  /// fits its last 100 ms best, as in Android, Flutter and Chromium.
  var speed: Double {
    guard !isCancelled, let last = points.last, lift - last.time <= TouchStroke.silenceMax else { return 0 }
    var first = points.count - 1
    while first > firstOfFinger, last.time - points[first - 1].time <= TouchStroke.horizon,
      points[first].time - points[first - 1].time <= TouchStroke.silenceMax
    { first -= 1 }
    let recent = points[first...].map { (t: Double($0.time - last.time) / 1e6, y: $0.way - last.way) }
    return TouchStroke.slope(recent)
  }

  /// The slope at 0 of the least squares parabola; of a line, where there are fewer than three times.
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

  /// The ways of the content, which follows once the finger has gone farther than `slop`; the speed, 0 without a scroll.
  func gesture(slop: Double) -> Gesture {
    guard let start = points.firstIndex(where: { $0.way.magnitude > slop }) else {
      return .pull([FingerWay(way: 0, duration: Double(lift - down) / 1000)], speed: 0)
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
    return .pull(ways, speed: speed)
  }
}

/// Plays the strokes of a session at their times.
struct TouchFingers: Fingers {
  let strokes: [TouchStroke]
  let slop: Double
  private var next = 0
  private var clock: Int64 = 0

  init(strokes: [TouchStroke], slop: Double) { (self.strokes, self.slop) = (strokes, slop) }

  mutating func next(at offset: Double, of last: Double) -> Gesture? {
    guard next < strokes.count else { return nil }
    let stroke = strokes[next]
    if stroke.down > clock {
      defer { clock = stroke.down }
      return .wait(Double(stroke.down - clock) / 1000)
    }
    next += 1
    clock = stroke.lift
    return stroke.gesture(slop: slop)
  }
}
