import CacheLab
import GridDriver
import LabBase
import LabSystem
import Strategies

/// What an app's driver costs the main thread: a frame with the answers that came since the one before.
enum DriverBench {
  /// Nanoseconds a frame that 99 of 100 stay below, on the machine on which limits were set.
  private static let p99Max = 60_000.0
  private static let traces = ["fastscroll", "hunt", "ios-hunt", "scroll-to-top"]
  private static let strategies = ["none", "preheat2x", "windowed-lead", "budget-priority"]
  private static let repeats = 5

  static func measure() throws -> [Figure] {
    let reference = Reference.steps(.cpu)
    let settings = try traces.map { try Setting(trace: $0) }
    return try strategies.map { id in
      let strategy = try StrategySpec(id)
      let (frames, unit) = try reference.around { try settings.map { try times(strategy, $0.replay.script) } }
      let all = frames.joined().sorted()
      guard let most = all.last else { throw BenchError("no trace has a frame") }
      let p99 = Double(all[min(all.count - 1, (all.count * 99 + 99) / 100 - 1)])
      func shown(_ time: Double) -> String { NumberText.fixed(time / 1000, decimals: 1) }
      return reference.figure(
        "\(id) in a driver: a frame, p99 of \(NumberText.count(all.count, "frame"))", p99, unit: unit, atMost: p99Max,
        shown: "\(shown(p99)) us, never more than \(shown(Double(most)))")
    }
  }

  /// Nanoseconds by frame. Of the same frame in several runs the least counts: what else the machine did only adds.
  private static func times(_ strategy: StrategySpec, _ script: ReplayScript) throws -> [Int64] {
    var least: [Int64] = []
    for _ in 0..<repeats {
      let times = try run(strategy, script)
      least = least.isEmpty ? times : zip(least, times).map { min($0, $1) }
    }
    return least
  }

  private static func run(_ strategy: StrategySpec, _ script: ReplayScript) throws -> [Int64] {
    let source = EvenSource()
    let driver = try GridDriver(
      strategy, source: source, layout: script.layouts[0], clock: { Nanoseconds(rawValue: source.now) })
    var told = 0
    driver.onImage = { place, _, _ in told += place }
    var times: [Int64] = []
    var spent: Int64 = 0
    func timed(_ body: () -> Void) {
      let began = Clocks.monotonic()
      body()
      spent += Clocks.monotonic() - began
    }
    for step in script.steps {
      while let request = source.next(until: step.time) { timed { request.answer(.image(request.place)) } }
      source.now = step.time
      switch step.kind {
      case .frame:
        timed { driver.scrolled(to: MilliPoints(rawValue: step.value)) }
        times.append(spent)
        spent = 0
      case .layout: driver.layoutChanged(to: script.layouts[Int(step.value)])
      case .memoryWarning, .background: driver.memoryWarning()
      case .content: throw BenchError("a trace whose photos come and go")
      }
    }
    return times
  }
}

/// Makes each image in 12 ms of virtual time.
private final class EvenSource: ImageSource {
  /// Nanoseconds.
  var now: Int64 = 0
  private var open: [(end: Int64, request: ImageRequest<Int>)] = []

  func begin(_ request: ImageRequest<Int>) { open.append((now + 12_000_000, request)) }

  func cancel(_ request: ImageRequest<Int>) { open.removeAll { $0.request === request } }

  /// The next that ends by `time`, at its time.
  func next(until time: Int64) -> ImageRequest<Int>? {
    guard let first = open.first, first.end <= time else { return nil }
    now = first.end
    open.removeFirst()
    return first.request
  }
}
