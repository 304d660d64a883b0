import LabSystem
import StrategyKit
import Testing

@testable import CacheLab
@testable import LabRecords

/// Logs of touches become traces.
@Suite struct LogTests {
  private let folder = TemporaryDirectory()

  private static func synthesis(_ model: ScrollModel = .flutter, hz: Int = 120) throws -> Synthesis {
    Synthesis(model: model, refreshHz: hz, layout: try Synthesis.layout(ScreenOverride()), title: "test")
  }

  /// Returns the trace of every session under its name, and the rows and sessions that were left out.
  private func traces(
    _ text: String, names: [ScrollLog.Column: String] = [:], unit: ScrollLog.TimeUnit? = nil, skipsDamage: Bool = false
  ) throws -> (traces: [String: TraceDocument], losses: LogLosses) {
    try folder.write(Array(text.utf8), to: "log.csv")
    let log = try ScrollLog("\(folder.path)/log.csv", names: names, unit: unit, skipsDamage: skipsDamage)
    var (traces, losses) = ([String: TraceDocument](), log.losses)
    let synthesis = try LogTests.synthesis()
    for session in log.sessions {
      do throws(InputError) {
        guard let document = try session.touches(synthesis, file: "log.csv") else { continue }
        #expect(traces.updateValue(document, forKey: session.name) == nil)
      } catch {
        try losses.leaveOut(error)
      }
    }
    return (traces, losses)
  }

  /// A stroke that first goes the slop, which no trace shows, and then keeps its speed.
  private static func stroke(_ way: Double, _ duration: Double, rest: Double = 0) -> Gesture {
    var ways = [FingerWay(way: 0, duration: 150), FingerWay(way: way, duration: duration)]
    if rest > 0 { ways.append(FingerWay(way: 0, duration: rest)) }
    return { [ways] in $0.pull(ways, speed: rest > 0 ? 0 : way / duration * 1000) }
  }

  /// A row at each frame between touch and lift: where the finger is that makes this trace.
  private static func log(of trace: Trace, document: TraceDocument, slop: Double) -> String {
    var samples: [(time: Int64, offset: Double)] = []
    var text = "user,session,time_ms,action,x,y\n"
    var down: Int64?
    for line in document.lines {
      if case .sample(let offset) = line.body { samples.append((line.time, Double(offset) / 1000)) }
    }
    func offset(_ time: Int64) -> Double {
      guard let next = samples.firstIndex(where: { $0.time >= time }) else { return samples.last?.offset ?? 0 }
      guard next > 0, samples[next].time > time else { return samples[next].offset }
      let (one, other) = (samples[next - 1], samples[next])
      return one.offset + (other.offset - one.offset) * Double(time - one.time) / Double(other.time - one.time)
    }
    func row(_ time: Int64, _ action: String, _ y: Double) {
      text += "anna,monday,\(CacheLab.TraceText.milliseconds(time)),\(action),100,\(y)\n"
    }
    for line in document.lines {
      guard case .event(let code, _) = line.body else { continue }
      if code == "down" { down = line.time }
      guard code == "up", let begin = down else { continue }
      let frame = Int64(1_000_000_000 / 120)
      // The frame before the lift says where the finger was, and how fast.
      let last = (line.time - 1) / frame * frame
      let start = offset(begin)
      let sign = offset(last) < start ? -1.0 : 1.0
      row(begin, "down", 500)
      var time = (begin / frame + 1) * frame
      var before = (begin, 500.0)
      var y = 500.0
      while time < line.time {
        let share = min(Double(time - begin) / 150e6, 1)
        y = 500 - (offset(time) - start) - sign * slop * share
        row(time, "move", y)
        if time + frame < line.time { before = (time, y) }
        time += frame
      }
      let lastTime = time - frame
      let speed = (y - before.1) / Double(lastTime - before.0)
      row(line.time, "up", y + speed * Double(line.time - lastTime))
    }
    return text
  }

  @Test func aLogOfATraceBecomesThatTraceWithinAPixel() throws {
    let gestures: [Gesture] = [
      { $0.wait(600) }, LogTests.stroke(180, 150), { $0.wait(250) }, LogTests.stroke(240, 200), { $0.rest(300) },
      LogTests.stroke(-90, 300, rest: 200), { $0.wait(700) }, LogTests.stroke(-150, 100), { $0.rest(500) },
      LogTests.stroke(60, 250),
    ]
    let synthesis = try LogTests.synthesis()
    let document = try synthesis.made(GestureScript(gestures), words: "test")
    let original = try document.trace(name: "original")
    let log = LogTests.log(of: original, document: document, slop: ScrollModel.flutter.slop)
    let made = try #require(try traces(log).traces["anna/monday"])
    let converted = try made.trace(name: "converted")
    #expect(converted.warningCount == 0 && converted.header.source.kind == "converted")
    // What rests is written once: each frame shows the last sample before it.
    func shown(_ trace: Trace, at time: Int64) -> Int64 {
      trace.entries.last { $0.kind == .sample && $0.time <= time }?.value ?? 0
    }
    var farthest: Int64 = 0
    for frame in 0..<(Int(original.end.rawValue / 1_000_000) * 120 / 1000 - 72) {
      // A touch begins at 600 ms, which is a frame, and times have whole microseconds. A second of rest comes first.
      let time = Int64(frame) * 1_000_000_000 / 120 + 3000
      let (first, second) = (shown(original, at: time + 600_000_000), shown(converted, at: time + 1_000_000_000))
      farthest = max(farthest, (first - second).magnitude.signed)
    }
    #expect(farthest < 333, "\(farthest) thousandths of a point")
    #expect(abs(original.end.rawValue - converted.end.rawValue + 400_000_000) < 20_000_000)
  }

  private static let head = "user,session,time_ms,action,x,y\n"
  private static let stroke = [
    ("1000", "down", 500), ("1016", "move", 470), ("1033", "move", 430), ("1050", "move", 390), ("1058", "up", 390),
  ]

  private static func rows(_ user: String, _ session: String, after: Int = 0) -> [String] {
    stroke.map { "\(user),\(session),\(Int($0.0)! + after),\($0.1),100,\($0.2)" }
  }

  @Test func formsOfTheSameLogMakeTheSameTrace() throws {
    let rows = LogTests.rows("anna", "1")
    let plain = try #require(try traces(LogTests.head + rows.joined(separator: "\n")).traces["anna/1"]).text
    let fields = rows.map { row in row.split(separator: ",").map(String.init) }
    let numbers = ["down": "0", "move": "2", "up": "1"]
    let events = ["down": "touchstart", "move": "touchmove", "up": "touchend"]
    let forms: [(text: String, names: [ScrollLog.Column: String], unit: ScrollLog.TimeUnit?)] = [
      ("\u{FEFF}" + LogTests.head + rows.joined(separator: "\r\n\r\n") + "\r\n", [:], nil),
      (
        "\"y\"\t\"note\"\t\"User\"\t\"session\"\t\"Time_S\"\t\"action\"\n"
          + fields.map { "\($0[5]).0\t7\" a,b\t\"\($0[0])\"\t1\t1.\($0[2].dropFirst())\t\(numbers[$0[3]]!)" }
          .joined(separator: "\n"), [:], nil
      ),
      (
        "uid,session,when,touch,phase,pointer\n"
          + fields.map { "\($0[0]),1,\($0[2])000,\($0[5]),\(events[$0[3]]!),0x7f" }.joined(separator: "\n"),
        [.user: "uid", .time: "when", .y: "touch", .action: "phase"], .microseconds
      ),
    ]
    for (text, names, unit) in forms {
      #expect(try traces(text, names: names, unit: unit).traces["anna/1"]?.text == plain, "\(text)")
    }
  }

  @Test func sessionsMayBeMixedAndTheNewestFingerPulls() throws {
    let (one, other) = (LogTests.rows("a", "1"), LogTests.rows("b", "1", after: 5))
    let mixed = zip(one, other).flatMap { [$0, $1] }
    let parted = try traces(LogTests.head + (one + other).joined(separator: "\n")).traces.mapValues(\.text)
    #expect(parted.count == 2)
    #expect(try traces(LogTests.head + mixed.joined(separator: "\n")).traces.mapValues(\.text) == parted)
    // A second finger comes down, pulls on, and lifts; the first, which moved unheard, goes on from where it is.
    let text = """
      user,session,time_ms,action,x,y,pointer
      a,1,0,down,1,500,4
      a,1,16,move,1,450,4
      a,1,33,down,1,600,5
      a,1,33,move,1,300,4
      a,1,50,move,1,560,5
      a,1,66,up,1,560,5
      a,1,83,move,1,290,4
      a,1,400,up,1,290,4
      """
    let made = try #require(try traces(text).traces["a/1"]).trace(name: "t")
    // 50 less the slop of 18, 40, and 10.
    #expect(made.entries.last { $0.kind == .sample }?.value == 82_000)
  }

  @Test(arguments: [
    ("user,session,time_ms,x,y\na,1,1,1,1", "log.csv:1: no column for the action among", false),
    ("", "log.csv:1: no column for the user among ''; name it with --names user=HEADING, or say --names user=-", false),
    ("user,session,time_ms,t_s,action,y\n", "log.csv:1: 2 columns for the time among 'user', 'session', 'time", false),
    ("user,session,time,action,y\n", "log.csv:1: 'time' does not say what it counts; call it time_ms", false),
    (head + "a,1,x,down,1,5", "log.csv:2: 'x' is no time; write a number", true),
    (head + "a,1,1e300,down,1,5", "log.csv:2: '1e300' is no time; write a number", true),
    (head + "a,1,9223372036854.7758079,down,1,5", "log.csv:2: '9223372036854.7758079' is no time", true),
    (head + "a,1,1,down,1,nan", "log.csv:2: 'nan' is no y; write a number", true),
    (head + "a,1,1,fly,1,5", "log.csv:2: 'fly' is no action; write down, move, up or cancel", true),
    (head + "a,1,1,down", "log.csv:2: 'a,1,1,down' has not the 6 fields of the head line", true),
    (head + "a,1,1,down,\"1,2\",5", "log.csv:2: 'a,1,1,down,\"1,2\",5' has not the 6 fields", true),
    (head + "a,1,1,up,1,5", "log.csv:2: 'up' of a finger that is not down", true),
    (
      head + "a,1,1,down,1,5", "log.csv:2: a finger touches here and never lifts; add the row that lifts it before its",
      true
    ),
    (
      head + "a,1,1,down,1,5\na,1,2,down,1,5",
      "log.csv:2: a finger touches here and never lifts; add the row that lifts it before line 3, where it", true
    ),
    (head + "a,1,1,down,1,5\na,1,99999999,up,1,5", "log.csv:3: session 'a/1' goes on for more than a day", true),
  ])
  func aWrongLogIsNamedByLineAndMayBeLeftOut(_ text: String, _ message: String, _ canBeSkipped: Bool) throws {
    let error = #expect(throws: InputError.self) { try traces(text) }
    let said = error.map { $0.description.replacing(folder.path + "/", with: "") } ?? ""
    #expect(said.hasPrefix(message) && said.hasSuffix("--skip-damaged") == canBeSkipped, "\(said)")
    guard canBeSkipped else { return }
    let (made, losses) = try traces(text + "\n" + LogTests.rows("good", "1").joined(separator: "\n"), skipsDamage: true)
    #expect(made.count == 1 && made["good/1"] != nil && losses.count == 1 && losses.first?.line == error?.line)
  }

  @Test func aTouchThatDoesNotScrollMakesNoTrace() throws {
    #expect(try traces(LogTests.head + "a,1,1,down,1,5\na,1,2,up,1,5").traces.isEmpty)
  }

  @Test func aClockThatGoesBackBeginsASession() throws {
    let rows = (0..<6).flatMap { LogTests.rows("a", "1", after: $0 % 2 == 0 ? 900 : 0) }.joined(separator: "\n")
    #expect(try traces(LogTests.head + rows).traces.keys.sorted() == ["a/1", "a/1-2", "a/1-3", "a/1-4"])
  }

  @Test func pointsThatAreTooNearToEachOtherAreNoSpeed() {
    func speed(_ points: [(time: Int64, way: Double)]) -> Double {
      TouchStroke(down: -200_000, lift: 0, points: points).speed
    }
    // A finger rests, and what it goes then comes in two rows that lie 2 ms apart.
    let rest: [(time: Int64, way: Double)] = [(-66_000, 0), (-50_000, 0), (-34_000, 0), (-18_000, 0)]
    #expect(speed(rest + [(-2000, 8), (0, 16)]) < 2500 && speed([(-60_000, 0), (-2000, 8), (0, 16)]) == 0)
    // One that goes on steadily keeps its speed, however its rows are bunched.
    let steady = [-60_000, -44_000, -42_000, -20_000, -2000, 0].map { (time: Int64($0), way: Double($0) / 1000) }
    #expect((speed(steady) - 1000).magnitude < 1e-6)
  }

  /// Whatever stands in a log, the reader says what is wrong or leaves it out.
  @Test(arguments: [1, 2, 3] as [UInt64]) func damagedLogsNeverCrash(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let whole = Array(
      (LogTests.head + (1...6).flatMap { LogTests.rows("u\($0 % 2)", "\($0)") }.joined(separator: "\n")).utf8)
    let bytes = Array(",;\t\"\n\r.-0123456789e+\u{0}ud".utf8) + [0xFF, 0xC3]
    for _ in 0..<200 {
      var damaged = whole
      for _ in 0...random.next(below: 6) {
        let place = random.next(below: damaged.count)
        switch random.next(below: 3) {
        case 0: damaged[place] = bytes[random.next(below: bytes.count)]
        case 1: damaged.remove(at: place)
        default:
          damaged.insert(
            contentsOf: (0..<random.next(below: 30)).map { _ in bytes[random.next(below: bytes.count)] }, at: place)
        }
      }
      let text = String(decoding: damaged, as: UTF8.self)
      for (_, document) in (try? traces(text, skipsDamage: true).traces) ?? [:] {
        #expect(throws: Never.self, "seed \(seed): \(text)") { try document.trace(name: "t") }
      }
    }
  }

  /// Returns the traces of a log of offsets under their names.
  private func offsets(_ text: String, names: [ScrollLog.Column: String] = [:]) throws -> [String: TraceDocument] {
    try folder.write(Array(text.utf8), to: "log.csv")
    let log = try ScrollLog("\(folder.path)/log.csv", names: names)
    var traces: [String: TraceDocument] = [:]
    let layout = try Synthesis.layout(ScreenOverride())
    for session in log.sessions { traces[session.name] = try session.offsets(layout: layout, file: "log.csv") }
    return traces
  }

  @Test func offsetsBecomeTracesBySession() throws {
    let text =
      "user,session,time_s,offset\na,1,10.0,0\nb,1,3,100\na,1,10.016,12.5\nb,1,3.5,160\na,1,10.033,40\nc,1,1,5\n"
    let traces = try offsets(text)
    #expect(traces.keys.sorted() == ["a/1", "b/1"], "one row is no scroll")
    let document = try #require(traces["a/1"])
    let lines = "[0,0]\n[984,0]\n[1000,12.5]\n[1017,40]\n[1017,\"end\"]\n"
    #expect(document.text.hasSuffix(lines), "\(document.text)")
    let trace = try document.trace(name: "t")
    #expect(try trace.layouts == [Synthesis.layout(ScreenOverride())] && trace.header.source.kind == "converted")
    #expect(trace.header.source.model == "from log.csv")
    let error = #expect(throws: InputError.self) { try offsets(text + "c,1,1,6\n") }
    #expect(
      error?.description.hasSuffix(
        "log.csv:8: '1' is the time of the row above in its session; keep one of the two, or leave it out with --skip-damaged"
      ) == true)
  }

  @Test(arguments: [
    ("t_s", "0", "0.016"), ("timestamp_us", "1774745998000000", "1774745998016000"),
    ("T_ns", "1774745998000000000", "1774745998016000000"), ("offset_x,time_ms", "900,0", "900,16"),
  ])
  func headingsTellUnitsAndPlaces(_ head: String, _ first: String, _ second: String) throws {
    let text = "\(head),offset\n\(first),1\n\(second),2\n"
    let trace = try offsets(text, names: [.user: "-", .session: "-"])["session"]
    #expect(trace?.text.hasSuffix("[0,1]\n[984,1]\n[1000,2]\n[1000,\"end\"]\n") == true, "\(trace?.text ?? "")")
  }

  /// An app tells of no frames while the content rests: what moves then began a frame ago.
  @Test func aPauseEndsOneRowBeforeTheMovement() throws {
    let times = [0, 16, 32, 48, 3048, 3064]
    let rows = times.enumerated().map { "a,1,\($1),\($0 * 9)\n" }.joined()
    let text = try offsets("user,session,t_ms,offset\n" + rows)["a/1"]?.text
    #expect(text?.contains("[1032,27]\n[4016,27]\n[4032,36]\n[4048,45]\n") == true, "\(text ?? "")")
    // Rows that always lie far apart are the frames that the app tells of.
    let slow = times.indices.map { "a,1,\($0 * 400),\($0 * 9)\n" }.joined()
    let plain = try offsets("user,session,t_ms,offset\n" + slow)["a/1"]?.text
    #expect(plain?.hasSuffix("[1000,9]\n[1400,18]\n[1800,27]\n[2200,36]\n[2600,45]\n[2600,\"end\"]\n") == true)
  }

  @Test func aNamedColumnDecidesTheKindOfLog() throws {
    let log = "user,session,t_ms,action,y,top\na,1,5,scroll,3,10\na,1,21,scroll,3,20\n"
    let text = try offsets(log, names: [.offset: "top"])["a/1"]?.text
    #expect(text?.hasSuffix("\n[984,10]\n[1000,20]\n[1000,\"end\"]\n") == true, "\(text ?? "")")
    let error = #expect(throws: InputError.self) { try offsets(log, names: [.offset: "top", .y: "y"]) }
    #expect(error?.line == 1 && error?.problem == "names a column of touches beside one of offsets")
  }

  @Test func whatRestsAtFirstRestsNoLonger() throws {
    let log = "user,session,t_ms,offset\na,1,5,10\na,1,2005,10\na,1,2021,20\n"
    let text = try offsets(log)["a/1"]?.text
    #expect(text?.hasSuffix("\n[0,10]\n[2000,10]\n[2016,20]\n[2016,\"end\"]\n") == true, "\(text ?? "")")
  }
}

extension UInt64 {
  fileprivate var signed: Int64 { Int64(self) }
}
