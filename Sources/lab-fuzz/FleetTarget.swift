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
struct FleetTarget: FuzzTarget {
  static let kind = (plural: "fleets", suffix: "fleet")

  let seeds: [[UInt8]]
  private let folder: ScratchFolder
  /// Whole fleets and shards of one, to be merged with damaged ones.
  private let partners: [String]

  init(_ corpus: Corpus) throws {
    let folder = try ScratchFolder()
    self.folder = folder
    seeds = try corpus.files("fleet")
    partners = seeds.indices.map { "\(folder.path)/partner-\($0).fleet" }
    for (partner, bytes) in zip(partners, seeds) { try FleetTarget.write(bytes, to: partner) }
  }

  static func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")), input.count > end + 24 else { return }
    var (head, cells) = (Array(input[..<end]), Array(input[(end + 13)..<(input.count - 12)]))
    let count = input.suffix(8)
    if random.chance(15) { HeadMutator.mutate(&head, &random) }
    if random.chance(60) {
      mutateNumbers(&cells, &random)
    } else if !cells.isEmpty {
      // Gentle damage: whatever moves the numbers behind it is refused.
      cells[random.next(below: cells.count)] = ByteMutator.byte(&random)
    }
    // One block, its checksum as it should be, and the end.
    var writer = ByteWriter(bytes: head + [UInt8(ascii: "\n")])
    writer.little32(UInt32(cells.count))
    writer.little64(XXHash64.hash(cells))
    writer.append(cells)
    writer.little32(0)
    writer.append(count)
    input = random.chance(5) ? Array(writer.bytes.dropLast(random.next(below: writer.count))) : writer.bytes
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

  mutating func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let (path, merged) = ("\(folder.path)/fuzz.fleet", "\(folder.path)/merged.fleet")
    try FleetTarget.write(input, to: path)
    // A refusal names a file, or the shard that is not there.
    let names = ["fuzz", "partner", "merged", " is missing: "]
    let problem = try refusal(naming: names) {
      try sum(path)
      _ = try FleetMerge.merge([path], to: merged)
    }
    var mergedCount = 0
    for partner in partners
    where try refusal(naming: names, of: { _ = try FleetMerge.merge([path, partner], to: merged) }) == nil {
      mergedCount += 1
      if let problem = try refusal(naming: names, of: { try sum(merged) }) {
        throw Finding("what was merged cannot be read: \(problem)")
      }
    }
    if problem == nil { return ["read": 1, "summed": 1, "merged": mergedCount] }
    return mergedCount > 0 ? ["read": 1, "merged": mergedCount] : [:]
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(Finding) {
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
