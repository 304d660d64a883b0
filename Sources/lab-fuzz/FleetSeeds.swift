import CacheLab
import LabBase
import LabJudge
import LabRecords
import LabSystem
import Strategies
import SystemPackage

extension ResultSeeds {
  /// The bytes of a shard of a small fleet, run in a folder.
  static func fleet(in folder: String, shard: String) throws -> [UInt8] {
    let path = "\(folder)/seed.pack"
    let writer = try TracePackWriter(path)
    for (index, trace) in TraceSeeds.all.enumerated() {
      guard let document = try? TraceDocument(trace, name: "seed") else { continue }
      try writer.add(document, name: "user\(index % 3)/\(index)")
    }
    try writer.finish()
    let pack = try TracePack(path)
    let strategies = try ["none", "preheat2x", "lru:budget=20MB"].map { PeakSpec(try StrategySpec($0)) }
    let plan = SweepPlan(
      strategies: strategies, traces: [.init(name: "seed.pack", sha256: pack.digest)],
      screens: [.recorded],
      devices: [DeviceProfile.all[0]], settings: .object(["assets": .integer(200)]))
    let assets = ContiguousArray(
      (0..<200).map { index in
        AssetInfo(width: 1024, height: 768, encodedBytes: Int32(2_000 + index * 79), thumbnailBytes: 0, decodes: true)
      })
    let runner = try FleetRunner(
      plan: FleetPlan(plan, traceCount: pack.traceCount), shard: SweepShard(shard) ?? .whole, pack: pack,
      strategies: strategies,
      screens: [.recorded], devices: [DeviceProfile.all[0]], assets: assets, settings: ReplaySettings())
    let result = "\(folder)/seed.fleet"
    var session = FleetSession(runner, to: result, threads: 1) { _, _ in }
    try session.run(resuming: false)
    let file = try OpenFile(result, .readOnly)
    return try file.prefix(Int(try file.state().byteCount))
  }
}
