import CacheLab
import LabBase
import LabJudge
import LabPictures
import LabRecords
import LabSystem
import Strategies
import StrategyKit
import SystemPackage

/// Reads damaged results of fleets and makes tables, recommendations and merged files of them.
struct FleetFuzzer: Fuzzer {
  static let kind = (plural: "fleets", suffix: "fleet")

  private let seeds: [[UInt8]]
  private let folder: ScratchFolder
  /// Two whole shards of one fleet.
  private let halves: [String]
  /// Fleets that were summed up.
  private(set) var summedCount = 0
  /// Shards that were merged with a whole one.
  private(set) var mergedCount = 0

  init(seeds: [[UInt8]]) throws {
    let folder = try ScratchFolder()
    let fleets = try ["1/1", "1/2", "2/2"].map { try ResultSeeds.fleet(in: folder.path, shard: $0) }
    self.folder = folder
    self.seeds = fleets + seeds
    halves = [1, 2].map { "\(folder.path)/half-\($0).fleet" }
    for (half, bytes) in zip(halves, fleets.dropFirst()) { try write(bytes, to: half) }
  }

  func input(_ random: inout SplitMix64) -> [UInt8] {
    let seed = seeds[random.next(below: seeds.count)]
    guard let end = seed.firstIndex(of: UInt8(ascii: "\n")), seed.count > end + 24 else { return seed }
    var (head, cells) = (Array(seed[..<end]), Array(seed[(end + 13)..<(seed.count - 12)]))
    let count = seed.suffix(8)
    if random.chance(15) { FleetFuzzer.mutateHead(&head, &random) }
    repeat {
      if random.chance(60) {
        FleetFuzzer.mutateNumbers(&cells, &random)
      } else if !cells.isEmpty {
        let at = random.next(below: cells.count)
        if random.chance(60) { cells[at] = UInt8(truncatingIfNeeded: random.next()) } else { cells.remove(at: at) }
      }
    } while random.chance(30)
    // One block, its checksum as it should be, and the end.
    var writer = ByteWriter(bytes: head + [UInt8(ascii: "\n")])
    writer.little32(UInt32(cells.count))
    writer.little64(XXHash64.hash(cells))
    writer.append(cells)
    writer.little32(0)
    writer.append(count)
    return random.chance(10) ? Array(writer.bytes.dropLast(random.next(below: writer.count))) : writer.bytes
  }

  /// The first line damaged as a tree, its digest and checksum made anew: as somebody would who means it.
  private static func mutateHead(_ line: inout [UInt8], _ random: inout SplitMix64) {
    let text = String(decoding: line, as: UTF8.self)
    // Kind and format stand before the JSON.
    guard random.chance(80), let content = try? CheckedLine.content(text[...]),
      let brace = content.firstIndex(of: "{"), let head = try? JSON.parse(String(content[brace...]))
    else {
      if !line.isEmpty { line[random.next(below: line.count)] = UInt8(truncatingIfNeeded: random.next()) }
      return
    }
    guard var members = JSONMutator.mutate(head, &random).object else { return }
    members["digest"] = (members["work"]?["plan"]).map { .string(SHA256.hex(of: $0.compactText)) }
    line = Array(CheckedLine.text(content[..<brace] + JSON.object(members).compactText).utf8)
  }

  /// All that cells hold is numbers, one after the other: some of them damaged, or some in a row elsewhere.
  private static func mutateNumbers(_ cells: inout [UInt8], _ random: inout SplitMix64) {
    var (reader, numbers) = (ByteReader(cells), [UInt64]())
    while let number = reader.varint() { numbers.append(number) }
    guard reader.isAtEnd else { return }
    if random.chance(10) { NumberMutator.move(&numbers, &random) } else { NumberMutator.mutate(&numbers, &random) }
    var writer = ByteWriter()
    for number in numbers { writer.varint(number) }
    cells = writer.bytes
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool {
    let (path, merged) = ("\(folder.path)/fuzz.fleet", "\(folder.path)/merged.fleet")
    try write(input, to: path)
    // A refusal names a file, or the shard that is not there.
    let names = ["fuzz", "half", "merged", " is missing: "]
    let isSummed =
      try refusal(naming: names) {
        try sum(path)
        _ = try FleetMerge.merge([path], to: merged)
      } == nil
    if isSummed { summedCount += 1 }
    var isMerged = false
    for half in halves
    where try refusal(naming: names, of: { _ = try FleetMerge.merge([path, half], to: merged) }) == nil {
      isMerged = true
      mergedCount += 1
      if let problem = try refusal(naming: names, of: { try sum(merged) }) {
        throw Finding("what was merged cannot be read: \(problem)")
      }
    }
    return isSummed || isMerged
  }

  private func write(_ bytes: [UInt8], to path: String) throws(Finding) {
    do throws(FileError) { try OpenFile(path, .writeOnly, [.create, .truncate]).write(bytes) } catch {
      throw Finding("\(error)")
    }
  }

  /// All that is made of a whole fleet.
  private func sum(_ path: String) throws {
    let table = try FleetTable(path)
    _ = (table.text, table.markdown, table.json.prettyText)
    try FleetTable.csv(path) { _ in }
    for budget in [1, 30_000_000, Int64.max] {
      let found = FleetRecommendation(table, budget: ByteCount(rawValue: budget))
      _ = (found.text(code: nil), found.markdown(code: nil), found.json(code: nil).prettyText)
    }
    _ = Plot.fleet(table)
  }
}

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
