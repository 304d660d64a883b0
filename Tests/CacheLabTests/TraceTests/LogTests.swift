import LabSystem
import StrategyKit
import Testing

@testable import CacheLab
@testable import LabRecords

/// Logs of touches become traces.
@Suite struct LogTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func reader(
    _ text: String, names: [LogColumn: String] = [:], unit: TimeUnit? = nil, skipsBad: Bool = false
  ) throws -> LogReader {
    try folder.write(Array(text.utf8), to: "log.csv")
    var rules = LogReader.Rules()
    (rules.names, rules.unit, rules.skipsBad) = (names, unit, skipsBad)
    return try LogReader("\(folder.path)/log.csv", .touches, rules: rules)
  }

  private static func synthesis(_ model: ScrollModel = .flutter, hz: Int = 120) throws -> Synthesis {
    Synthesis(model: model, refreshHz: hz, layout: try Synthesis.layout(ScreenOverride()), title: "test")
  }

  /// Every session's trace, as text under its name.
  private func traces(
    _ text: String, names: [LogColumn: String] = [:], unit: TimeUnit? = nil, skipsBad: Bool = false,
    rowsMax: Int = LogReader.rowsMax
  ) throws -> (traces: [String: TraceDocument], losses: LogLosses) {
    var reader = try reader(text, names: names, unit: unit, skipsBad: skipsBad)
    reader.rowsMax = rowsMax
    var (traces, losses) = ([String: TraceDocument](), LogLosses())
    let synthesis = try LogTests.synthesis()
    while let sessions = try reader.next() {
      for session in sessions {
        do throws(InputError) {
          let document = try session.touches(
            synthesis, slop: nil, file: "log.csv", skipsBad: skipsBad, losses: &losses)
          #expect(traces.updateValue(document, forKey: session.name) == nil)
        } catch {
          guard skipsBad && error.part != nil else { throw error }
          losses.leaveOut(error)
        }
      }
    }
    losses.add(reader.losses)
    return (traces, losses)
  }

  private struct Played: Fingers {
    var gestures: [Gesture]
    mutating func next(at offset: Double, of last: Double) -> Gesture? {
      gestures.isEmpty ? nil : gestures.removeFirst()
    }
  }

  /// A stroke that first goes the slop, which no trace shows, and then keeps its speed.
  private static func stroke(_ way: Double, _ duration: Double, rest: Double = 0) -> Gesture {
    var ways = [FingerWay(way: 0, duration: 150), FingerWay(way: way, duration: duration)]
    if rest > 0 { ways.append(FingerWay(way: 0, duration: rest)) }
    return .pull(ways, speed: rest > 0 ? 0 : way / duration * 1000)
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
      .wait(600), LogTests.stroke(180, 150), .wait(250), LogTests.stroke(240, 200), .rest(300),
      LogTests.stroke(-90, 300, rest: 200), .wait(700), LogTests.stroke(-150, 100), .rest(500),
      LogTests.stroke(60, 250),
    ]
    let synthesis = try LogTests.synthesis()
    let document = try synthesis.made(Played(gestures: gestures), fingers: "test", seed: nil)
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

  private static let head = "user,session,time,action,x,y\n"
  private static let stroke = [
    ("1000", "down", 500), ("1016", "move", 470), ("1033", "move", 430), ("1050", "move", 390), ("1058", "up", 390),
  ]

  private static func rows(_ user: String, _ session: String, after: Int = 0) -> [String] {
    stroke.map { "\(user),\(session),\(Int($0.0)! + after),\($0.1),100,\($0.2)" }
  }

  @Test func formsOfTheSameLogMakeTheSameTrace() throws {
    let rows = LogTests.rows("anna", "1")
    let plain = try #require(try traces(LogTests.head + rows.joined(separator: "\n")).traces["anna/1"]).text
    let mixed = rows.map { row -> [String] in row.split(separator: ",").map(String.init) }
    let codes = ["down": "0", "move": "2", "up": "1"]
    let forms: [(String, [LogColumn: String], TimeUnit?)] = [
      (LogTests.head + rows.joined(separator: "\r\n") + "\r\n", [:], nil),
      ("\u{FEFF}# a log\n\n" + LogTests.head + rows.joined(separator: "\n\n"), [:], nil),
      (
        "\"y\";\"note\";\"UserID\";\"session_id\";\"Time (s)\";\"ACTION\";\"x\"\n"
          + mixed.map {
            "\($0[5]),0;\"a \"\"b\"\"; c d\";\"\($0[0])\";\"\($0[1])\";1,\($0[2].dropFirst());ACTION_\($0[3].uppercased());7"
          }
          .joined(separator: "\n"), [:], nil
      ),
      (
        mixed.map { [$0[2] + "000000", $0[0], "9", $0[1], codes[$0[3]]!, $0[5]].joined(separator: "\t") }
          .joined(separator: "\n"),
        [.time: "1", .user: "2", .session: "4", .action: "5", .y: "6", .x: "-"], nil
      ),
      // A quote in the middle of a field is a letter.
      (
        "user,session,time,action,x,y,note\n"
          + rows.map { $0 + ",4.7\" phone" }.joined(separator: "\n"), [:], nil
      ),
      // No word is taken for another that is as long and begins as it does.
      (
        LogTests.head
          + rows.map {
            $0.replacing("move", with: "drag").replacing("down", with: "Press").replacing("up", with: "lift")
          }.joined(separator: "\n"), [:], nil
      ),
      (
        "uid,visit,when,touchx,touchy,phase,finger\n"
          + mixed.map {
            "\($0[0]),\($0[1]),\($0[2])000,1,\($0[5]),touch\($0[3] == "up" ? "end" : $0[3] == "down" ? "start" : "move"),0x7f"
          }
          .joined(separator: "\n"), [.time: "when"], .microseconds
      ),
    ]
    for (text, names, unit) in forms {
      let made = try traces(text, names: names, unit: unit).traces
      #expect(made["anna/1"]?.text == plain, "\(text)")
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
      user,session,time,action,x,y,pointer
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

  @Test func whatWaitsIsBoundedAndASessionThatComesBackIsNamed() throws {
    let rows = (1...40).flatMap { LogTests.rows("u\($0)", "1") }
    let text = LogTests.head + rows.joined(separator: "\n") + "\n"
    let all = try traces(text).traces.mapValues(\.text)
    #expect(all.count == 40)
    #expect(try traces(text, rowsMax: 20).traces.mapValues(\.text) == all)
    let error = #expect(throws: InputError.self) {
      try traces(text + LogTests.rows("u1", "1", after: 900)[0], rowsMax: 20)
    }
    #expect(error?.description.contains("log.csv:202: 'u1/1' comes back after some 10 rows of others: sort") == true)
  }

  @Test(arguments: [
    ("user,session,time,x,y\na,1,1,1,1", "log.csv:1: no column for the action among", false),
    ("a,1,1000,down,1,1\n", "log.csv:1: 'a,1,1000,down,1,1' is no head line", false), ("", "log.csv: no row", false),
    ("user,session,time,t,action,x,y\n", "log.csv:1: 'time' and 't' may both be the time: choose", false),
    ("\u{0}\u{1}", "log.csv:1: this is no text in UTF-8", false),
    ("user,session,time,action,x,y,Y\n", "log.csv:1: 'y' and 'Y' may both be the y of the touch", false),
    (head + "a,1,1,down,1,\"5", "log.csv:2: '\"5' is no y of the touch: write a number", true),
    (head + String(repeating: "9", count: 70_000), "log.csv:2: a row of more than 65536 bytes: break it", false),
    (head + "a,1,x,down,1,5", "log.csv:2: 'x' is no time: write a number", true),
    (head + "a,1,1e300,down,1,5", "log.csv:2: '1e300' is no time: write a number", true),
    (head + "a,1,9223372036854.7758079,down,1,5", "log.csv:2: '9223372036854.7758079' is no time", true),
    (head + "a,1,1,down,1,nan", "log.csv:2: 'nan' is no y of the touch", true),
    (head + "a,1,1,fly,1,5", "log.csv:2: 'fly' is no action: write down, move, up or cancel", true),
    (head + "a,1,1,down", "log.csv:2: 'a,1,1,down' has fewer than 6 fields", true),
    (
      head + "a,1,9,down,1,5\na,1,8,up,1,5",
      "log.csv:2: a finger touches here and never lifts: add the row that lifts it before its", true
    ),
    (head + "a,1,1,up,1,5", "log.csv:2: 'up' of a finger that is not down", true),
    (
      head + "a,1,1,down,1,5", "log.csv:2: a finger touches here and never lifts: add the row that lifts it before its",
      true
    ),
    (
      head + "a,1,1,down,1,5\na,1,2,down,1,5",
      "log.csv:2: a finger touches here and never lifts: add the row that lifts it before line 3, where it", true
    ),
    (head + "a,1,1,down,1,5\na,1,2,up,1,5", "log.csv:2: session 'a/1' has no touch that scrolls", true),
    (head + "a,1,1,down,1,5\na,1,99999999,up,1,5", "log.csv:3: session 'a/1' goes on for more than a day", true),
  ])
  func aWrongLogIsNamedByLineAndMayBeLeftOut(_ text: String, _ message: String, _ canBeSkipped: Bool) throws {
    let error = #expect(throws: InputError.self) { try traces(text, unit: .milliseconds) }
    let said = error.map { $0.description.replacing(folder.path + "/", with: "") } ?? ""
    #expect(said.hasPrefix(message), "\(said)")
    #expect((error?.part != nil) == canBeSkipped)
    guard canBeSkipped else { return }
    let whole = text + "\n" + LogTests.rows("good", "1").joined(separator: "\n")
    let (made, losses) = try traces(whole, unit: .milliseconds, skipsBad: true)
    #expect(made.count == 1 && made["good/1"] != nil && !losses.causes.isEmpty)
  }

  @Test(arguments: ["0", "9", "-9223372036854775808"])
  func aColumnThatIsNotThereIsNamed(_ number: String) throws {
    let text = LogTests.head + LogTests.rows("a", "1").joined(separator: "\n")
    let error = #expect(throws: InputError.self) { try traces(text, names: [.y: number]) }
    #expect(error?.description.contains("--names y=\(number): no such column among 'user', ") == true)
  }

  @Test func timesOfAnotherUnitAreFoundOrRefused() throws {
    let rows = LogTests.rows("a", "1") + LogTests.rows("a", "1", after: 900)
    for (unit, begin, digits) in [("ms", "", ""), ("us", "177474599", "000"), ("ns", "", "000000")] {
      let lines = rows.map { row in
        row.split(separator: ",").enumerated().map { $0 == 2 ? begin + $1 + digits : String($1) }.joined(separator: ",")
      }
      var found = try reader(LogTests.head + lines.joined(separator: "\n"))
      _ = try found.next()
      #expect(found.timeWords == unit)
    }
    let error = #expect(throws: InputError.self) {
      var wrong = try reader(LogTests.head + rows.joined(separator: "\n"), unit: .seconds)
      _ = try wrong.next()
    }
    #expect(error?.description.hasSuffix("use --time-unit ms") == true, "\(error?.description ?? "")")
  }

  @Test func whatIsLeftOutIsCountedByItsCause() throws {
    let rows = LogTests.rows("good", "1") + ["a,1,x,down,1,5", "a,1,y,down,1,5", "a,1,1,fly,1,5", "a,1,2,up,1,5"]
    let losses = try traces(LogTests.head + rows.joined(separator: "\n"), skipsBad: true).losses
    #expect(losses.causes.map(\.count).sorted() == [1, 1, 1, 2], "\(losses.causes)")
    #expect(losses.count(.row) == 4 && losses.count(.session) == 1)
    #expect(losses.causes.contains { $0.count == 2 && $0.first.line == 7 }, "\(losses.causes)")
  }

  @Test func numbersOfStrokesStandForActions() throws {
    let points = [(0, 500), (16, 470), (33, 430), (50, 390)]
    var (actions, strokes) = (LogTests.head, "user,session,time,strokeID,y\n")
    for stroke in 1...2 {
      for (time, y) in points {
        actions += "a,1,\(time + stroke * 900),\(time == 0 ? "down" : "move"),100,\(y)\n"
        strokes += "a,1,\(time + stroke * 900),\(stroke),\(y)\n"
      }
      actions += "a,1,\(50 + stroke * 900),up,100,390\n"
    }
    let plain = try #require(try traces(actions).traces["a/1"])
    #expect(try traces(strokes).traces["a/1"]?.text == plain.text)
  }

  @Test func aClockThatGoesBackBeginsASession() throws {
    // What waits is bounded, and parts stay parts.
    let rows = (0..<6).flatMap { LogTests.rows("a", "1", after: $0 % 2 == 0 ? 900 : 0) }.joined(separator: "\n")
    let (made, losses) = try traces(LogTests.head + rows, skipsBad: true, rowsMax: 20)
    #expect(made.keys.sorted() == ["a/1", "a/1-2", "a/1-3", "a/1-4"] && losses.causes.isEmpty, "\(losses)")
  }

  @Test func aSecondOfRestComesBeforeTheFirstTouch() throws {
    let made = try #require(try traces(LogTests.head + LogTests.rows("a", "1").joined(separator: "\n")).traces["a/1"])
    #expect(try made.trace(name: "t").entries.first { $0.kind == .event(.down) }?.time == 1_000_000_000)
  }

  @Test func pointsThatAreTooNearToEachOtherAreNoSpeed() {
    func speed(_ points: [(time: Int64, way: Double)]) -> Double {
      TouchStroke(down: -200_000, lift: 0, points: points).speed
    }
    // A finger rests, and what it goes then comes in two rows that lie 2 ms apart.
    let rest: [(time: Int64, way: Double)] = [(-66_000, 0), (-50_000, 0), (-34_000, 0), (-18_000, 0)]
    #expect(speed(rest + [(-2000, 8), (0, 16)]) < 2500)
    #expect(speed([(-60_000, 0), (-2000, 8), (0, 16)]) == 0)
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
      for (_, document) in (try? traces(text, skipsBad: true).traces) ?? [:] {
        #expect(throws: Never.self, "seed \(seed): \(text)") { try document.trace(name: "t") }
      }
    }
  }
}

extension UInt64 {
  fileprivate var signed: Int64 { Int64(self) }
}
