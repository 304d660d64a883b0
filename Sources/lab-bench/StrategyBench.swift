/// The cost of each strategy: instructions of a request and of a frame, with the jobs that it names until the next, and
/// times beside them. Instructions are the same on a machine of any pace and load.
enum StrategyBench {
  private static let repeats = 5
  private static let requestMax = ["none": 1_600.0, "preheat2x": 1_900]
  /// The limit of instructions for a frame, for every strategy that ships; budget-priority executes 24,751.
  private static let frameMax = 33_000.0

  static func measure() throws -> [Figure] {
    let settings = try TraceSet.stress.names.map { try Setting(trace: $0) }
    return try StrategyRegistry.all.prefetchers.flatMap { try instructions($0.descriptor.id, settings) }
  }

  private static func instructions(_ id: String, _ settings: [Setting]) throws -> [Figure] {
    let program = Paths.directory(of: ThisProcess.executable ?? "") + "/lab-run"
    guard Paths.isExecutable(program) else {
      throw BenchError("\(program) is not there; build it with make build")
    }
    let words = [
      "run", "--instructions", "--decode", "none", "--format", "json", "--strategy", id, "--trace", "fastscroll",
      "--quiet",
    ]
    let text = try ChildProcess.output(of: program, words)
    let counted = try JSON.parse(text)["instructions"]
    guard let request = counted?["request"]?.number, let frame = counted?["frame"]?.number else {
      throw BenchError("lab-run \(words.joined(separator: " ")): \(text.prefix(200))")
    }
    let spec = try StrategySpec(id)
    let pace = settings.first { $0.name == "fastscroll" }.map { requestTime(spec, $0.replay) } ?? .nan
    var worst = (trace: "", times: Distribution(samples: [0]))
    for setting in settings {
      let times = frameTimes(spec, setting.replay)
      if times.p99 > worst.times.p99 { worst = (setting.name, times) }
    }
    func shown(_ time: Int64) -> String { NumberText.fixed(Double(time) / 1000, decimals: 2) }
    func figure(_ name: String, _ mean: Double, _ limit: ClosedRange<Double>?) -> Figure {
      Figure(
        name: "\(id): \(name)", value: mean, unit: "instructions", limit: limit, decimals: mean < 10_000 ? 1 : 0)
    }
    return [
      figure(
        "a request of fastscroll, \(NumberText.fixed(pace, decimals: 0)) ns of CPU", request,
        requestMax[id].map { 0...$0 }),
      figure(
        "a frame of fastscroll; its time on \(worst.trace), where it takes longest: p99 \(shown(worst.times.p99)) us, "
          + "never more than \(shown(worst.times.max))", frame, 0...frameMax),
    ]
  }

  /// Of several replays the fastest counts, here and below: other load only adds.
  private static func requestTime(_ spec: StrategySpec, _ replay: Replay) -> Double {
    (0..<repeats).reduce(.infinity) { least, _ in
      var count: Int64 = 1
      let time = Clocks.cpu { count = max(1, replay.run(spec).requests.count) }
      return min(least, Double(time) / Double(count))
    }
  }

  private static func frameTimes(_ spec: StrategySpec, _ replay: Replay) -> Distribution {
    var frames: [Int64] = []
    for _ in 0..<repeats {
      let times = replay.run(spec, observer: FrameTimes()).observer.times
      frames = frames.isEmpty ? times : zip(frames, times).map { min($0, $1) }
    }
    return Distribution(samples: frames)
  }
}

private struct FrameTimes: ReplayObserver {
  private(set) var times: [Int64] = []
  private var began: Int64 = 0

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .frame = event { times.append(0) }
  }

  mutating func strategyWillPlan() { began = Clocks.monotonic() }
  mutating func strategyDidPlan() {
    // Before the first frame nothing is queued that a strategy could be asked about.
    if !times.isEmpty { times[times.count - 1] += Clocks.monotonic() - began }
  }
}
