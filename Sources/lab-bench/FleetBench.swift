/// The cost of a sweep over a pack beside the replays themselves, and the speed of reading traces from a pack. Both
/// sides of each ratio are CPU times of one run of this program; a replay is from a parsed trace to its metrics and digest.
struct FleetBench {
  /// The copies of the shipped traces: enough for seconds of work, and blocks as in a fleet.
  private static let copies = 32
  private static let rounds = 3

  private let library: PhotoLibrary
  private let folder: ScratchFolder
  private let pack: TracePack

  private init() throws {
    library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    folder = try ScratchFolder()
    let path = "\(folder.path)/shipped.pack"
    let documents = try TraceSet.stress.names.map { name in
      (name: name, document: try TraceDocument.load(path: Setting.path(ofTrace: name)))
    }
    let writer = try TracePackWriter(path)
    for copy in 0..<FleetBench.copies {
      for (name, document) in documents { try writer.add(document, name: "person-\(copy)/\(name)") }
    }
    try writer.finish()
    pack = try TracePack(path)
  }

  static func measure() throws -> [Figure] {
    let (bench, specs) = (try FleetBench(), [try StrategySpec("preheat2x"), try StrategySpec("budget-priority")])
    let count = Double(bench.pack.traceCount)
    let rounds = try (0..<rounds).map { _ in
      let unpacking = Double(try bench.eachTrace { _ in })
      let (all, own) = try bench.sweep(specs)
      return (overhead: all / own, share: own / unpacking, pace: 1e9 * count / unpacking)
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let pace = NumberText.fixed(median(rounds.map(\.pace)), decimals: 0)
    let figures = [
      Figure(
        name: "a mean shipped trace in a pack of \(bench.pack.traceCount)",
        value: Double(bench.pack.byteCount) / count, unit: "bytes", limit: 0...20_000, decimals: 0),
      Figure(
        name: "CPU of a sweep over it, preheat2x and budget-priority on one device, over that of the replays",
        value: median(rounds.map(\.overhead)), unit: "times", limit: 0...1.5, isTime: true),
      Figure(
        name: "the replays' CPU over that of unpacking their traces, \(pace) a second on one core",
        value: median(rounds.map(\.share)), unit: "times", limit: 2.5...(.infinity), decimals: 1, isTime: true),
    ]
    return try figures
      + specs.map { spec in
        let (all, own) = try bench.sweep([spec])
        return Figure(name: "the same sweep, \(spec) alone", value: all / own, unit: "times")
      }
  }

  private func sweep(_ specs: [StrategySpec]) throws -> (all: Double, own: Double) {
    let all = try Clocks.cpu {
      let ground = SweepGround(
        strategies: specs.map { PeakSpec($0) }, devices: [DeviceProfile.all[0]], assets: library.index.assets)
      let runner = try SweepRunner(ground, pack: pack)
      let journal = try Journal(runner.plan.work(.whole, in: folder.path))
      try runner.run(.whole, into: journal, threads: 1)
      _ = try SweepFormat.tsv.finish(journal, as: "\(folder.path)/all.tsv")
    }
    var own: Int64 = 0
    _ = try eachTrace { trace in
      own += try Clocks.cpu {
        let replay = try Setting.replay(trace, library)
        for spec in specs { _ = RunFacts(tally: replay.run(spec)).deterministic }
      }
    }
    return (Double(all), Double(own))
  }

  private func eachTrace(_ use: (Trace) throws -> Void) throws -> Int64 {
    try Clocks.cpu {
      for block in 0..<pack.blockCount {
        let traces = try pack.traces(ofBlock: block)
        for index in 0..<traces.count { try use(try traces.trace(index)) }
      }
    }
  }
}
