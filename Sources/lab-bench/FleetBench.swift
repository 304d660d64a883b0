import LabJudge
import LabLibrary
import Strategies

/// The cost of a sweep over a pack beside the replays themselves, and the speed of reading traces from a pack. Both
/// sides of each ratio are CPU times of one run of this program; a replay is from a parsed trace to its metrics and digest.
enum FleetBench {
  /// The copies of the shipped traces: enough for seconds of work, and blocks as in a fleet.
  private static let copies = 32
  private static let rounds = 3
  private static let strategies = ["preheat2x", "budget-priority"]

  static func measure() throws -> [Figure] {
    let library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    let folder = try ScratchFolder()
    let pack = try pack(in: folder.path)
    var figures = [
      Figure(
        name: "a mean shipped trace in a pack of \(pack.traceCount)",
        value: Double(pack.byteCount) / Double(pack.traceCount), unit: "bytes", limit: 0...20_000, decimals: 0)
    ]
    let rounds = try (0..<FleetBench.rounds).map { _ in
      (sweep: try sweep(pack, library, strategies, in: folder.path), unpacking: try unpack(pack))
    }
    func median(_ value: ((sweep: (all: Double, own: Double), unpacking: Double)) -> Double) -> Double {
      rounds.map(value).sorted()[rounds.count / 2]
    }
    let pace = NumberText.fixed(1e9 / median { $0.unpacking / Double(pack.traceCount) }, decimals: 0)
    figures += [
      Figure(
        name:
          "CPU of a sweep over it, \(strategies.joined(separator: " and ")) on one device, over that of the replays",
        value: median { $0.sweep.all / $0.sweep.own }, unit: "times", limit: 0...1.5, isTime: true),
      Figure(
        name: "the replays' CPU over that of unpacking their traces, \(pace) a second on one core",
        value: median { $0.sweep.own / $0.unpacking }, unit: "times", limit: 2.5...(.infinity), decimals: 1,
        isTime: true),
    ]
    for strategy in strategies {
      let (all, own) = try sweep(pack, library, [strategy], in: folder.path)
      figures.append(
        Figure(name: "the same sweep, \(strategy) alone", value: all / own, unit: "times"))
    }
    return figures
  }

  private static func pack(in folder: String) throws -> TracePack {
    let path = "\(folder)/shipped.pack"
    let documents = try TraceSet.stress.names.map { name in
      (name: name, document: try TraceDocument.load(path: Setting.path(ofTrace: name)))
    }
    let writer = try TracePackWriter(path)
    for copy in 0..<copies {
      for (name, document) in documents { try writer.add(document, name: "person-\(copy)/\(name)") }
    }
    try writer.finish()
    return try TracePack(path)
  }

  private static func sweep(
    _ pack: TracePack, _ library: PhotoLibrary, _ strategies: [String], in folder: String
  ) throws -> (all: Double, own: Double) {
    let specs = try strategies.map { try StrategySpec($0) }
    let device = DeviceProfile.all[0]
    var began = Clocks.threadCPU()
    let ground = SweepGround(
      strategies: specs.map { PeakSpec($0) }, devices: [device], assets: library.index.assets)
    let runner = try SweepRunner(ground, pack: pack)
    let work = SweepWriter.work(runner.plan, .whole, in: folder)
    let writer = try SweepWriter(runner.plan, .whole, try Journal(work))
    try runner.run(into: writer, threads: 1)
    _ = try writer.finish("\(folder)/all.tsv", .tsv)
    let all = Clocks.threadCPU() - began
    var own: Int64 = 0
    for block in 0..<pack.blockCount {
      let traces = try pack.traces(ofBlock: block)
      for index in 0..<traces.count {
        let trace = try traces.trace(index, sha256: "")
        began = Clocks.threadCPU()
        let applied = try trace.applying(ScreenOverride(assetCount: Int32(library.index.count)))
        let replay = Replay(
          script: ReplayScript(applied), assets: library.index.assets, device: device, settings: ReplaySettings())
        for spec in specs { _ = RunFacts(tally: replay.run(spec)).deterministic }
        own += Clocks.threadCPU() - began
      }
    }
    return (Double(all), Double(own))
  }

  private static func unpack(_ pack: TracePack) throws -> Double {
    let began = Clocks.threadCPU()
    for block in 0..<pack.blockCount {
      let traces = try pack.traces(ofBlock: block)
      for index in 0..<traces.count { _ = try traces.trace(index, sha256: "") }
    }
    return Double(Clocks.threadCPU() - began)
  }
}
