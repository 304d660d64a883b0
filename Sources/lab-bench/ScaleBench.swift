import CacheLab
import LabBase
import LabLibrary
import LabMeasure
import LabSystem
import Strategies

/// What a large library and a long trace cost: nothing that grows with assets that no frame shows.
enum ScaleBench {
  private static let small: Int32 = 4000
  private static let large: Int32 = 1_000_000

  static func measure() throws -> [Figure] {
    let directory = try PhotoLibrary.defaultCacheDirectory()
    let began = Clocks.threadCPU()
    let library = try PhotoLibrary.open(LibraryConfiguration(assetCount: Int(large)), in: directory)
    let opened = Clocks.threadCPU() - began
    return [
      Figure(
        name: "opening the library of \(large) assets", value: Double(opened) / Double(large), unit: "ns an asset",
        limit: .none, decimals: 1)
    ] + (try longTrace(library)) + [try memory(library)] + (try setUp(library)) + (try jumps(library))
  }

  private static func table(_ script: ReplayScript, _ library: PhotoLibrary) -> SlotTable {
    SlotTable(script: script, assets: library.index.assets, scales: .all, device: DeviceProfile.all[0])
  }

  /// A table, and a replay of one frame: what there is to pay before anything is shown.
  private static func setUp(_ library: PhotoLibrary) throws -> [Figure] {
    let script = SyntheticScroll.jumps(frames: 1, count: large)
    var figures: [Figure] = []
    let reference = Reference.steps(.cpu)
    for (name, most) in [("none", 50 * Double(large)), ("lru", nil)] {
      let strategy = try StrategySpec(name)
      let (elapsed, unit) = try reference.around {
        let began = Clocks.threadCPU()
        let replay = Replay(script: script, table: table(script, library))
        _ = replay.run(strategy, cells: .cancel)
        return Double(Clocks.threadCPU() - began)
      }
      figures.append(
        reference.figure(
          "set-up of \(name) over \(large) assets", elapsed, unit: unit, atMost: most,
          shown: "\(NumberText.fixed(elapsed / 1e6, decimals: 3)) ms of CPU"))
    }
    return figures
  }

  /// Uniform jumps show every asset in the end: a frame over many costs hardly more than one over few.
  private static func jumps(_ library: PhotoLibrary) throws -> [Figure] {
    let frames = 200_000
    var figures: [Figure] = []
    for name in ["none", "preheat2x", "lru"] {
      let strategy = try StrategySpec(name)
      var times: [Double] = []
      for count in [small, large] {
        let script = SyntheticScroll.jumps(frames: frames, count: count)
        let replay = Replay(script: script, table: table(script, library))
        // The faster of two: what else the machine does only adds.
        times.append(
          (0..<2).map { _ in
            let began = Clocks.threadCPU()
            let tally = replay.run(strategy, cells: .cancel)
            return Double(Clocks.threadCPU() - began) / Double(tally.requests.count)
          }.min() ?? 0)
      }
      figures.append(
        Figure(
          name: "a request of uniform jumps over \(large) assets / over \(small), \(name)", value: times[1] / times[0],
          unit: "x ", limit: .atMost(1.5)))
      figures.append(
        Figure(name: "the same over \(large)", value: times[1], unit: "ns a request", limit: .none, decimals: 1))
    }
    return figures
  }

  /// Resident memory that a replay takes which shows every asset, less that of one with as many requests over few.
  private static func memory(_ library: PhotoLibrary) throws -> Figure {
    let strategy = try StrategySpec("none")
    var growths: [Double] = []
    for count in [small, large] {
      let script = SyntheticScroll.everything(count: count, requests: large)
      growths.append(
        try growth {
          let replay = Replay(script: script, table: table(script, library))
          _ = replay.run(strategy, cells: .cancel)
        })
    }
    return Figure(
      name: "memory of table and slots once all \(large) assets were shown",
      value: (growths[1] - growths[0]) / Double(large), unit: "bytes an asset", limit: .atMost(32.5), decimals: 2)
  }

  /// How far resident memory rises while `body` runs, bytes.
  private static func growth(_ body: () throws -> Void) throws -> Double {
    guard ProcessMemory.resetHighWaterMark(), case .bytes(let before) = ProcessMemory.resident() else {
      throw BenchError("resident memory cannot be read: can /proc/self/clear_refs be written?")
    }
    try body()
    guard case .bytes(let after) = ProcessMemory.highWaterMark() else {
      throw BenchError("resident memory cannot be read")
    }
    return Double(after - before)
  }

  private static func longTrace(_ library: PhotoLibrary) throws -> [Figure] {
    let strategy = try StrategySpec("preheat2x")
    var growths: [Double] = []
    var (time, unit) = (0.0, 1.0)
    let reference = Reference.steps(.cpu)
    // The heap gives memory back now and then: the second of the long ones has to take all of it again.
    for samples in [100_000, 1_000_000, 1_000_000] {
      let script = SyntheticScroll.flings(frames: samples, count: small)
      let replay = Replay(script: script, table: table(script, library))
      let took = try reference.around {
        let began = Clocks.threadCPU()
        growths.append(try growth { _ = RunFacts(tally: replay.run(strategy, cells: .cancel)) })
        return Double(Clocks.threadCPU() - began)
      }
      (time, unit) = (took.value, took.unit)
    }
    return [
      reference.figure(
        "a trace of 1,000,000 samples, replayed without decoding", time, unit: unit, atMost: 1e9,
        shown: "\(NumberText.fixed(time / 1e9, decimals: 3)) s of CPU"),
      Figure(
        name: "memory of replaying a trace of 100,000 samples", value: growths[0] / 1e6, unit: "MB", limit: .atMost(24),
        decimals: 1),
      Figure(
        name: "memory of replaying one of 1,000,000, the most of two", value: max(growths[1], growths[2]) / 1e6,
        unit: "MB", limit: .atMost(24), decimals: 1),
    ]
  }
}
