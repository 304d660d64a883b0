import LabBase
import LabJudge
import LabSystem
import StrategyKit
import SystemPackage

/// Reads damaged results of fleets and makes tables, recommendations and merged files of them.
struct FleetFuzzer: Fuzzer {
  static let kind = (plural: "fleets", suffix: "fleet")

  private let seeds: [[UInt8]]
  private let folder: ScratchFolder
  /// Fleets that were summed up.
  private(set) var summedCount = 0

  init(seeds: [[UInt8]] = []) throws {
    folder = try ScratchFolder()
    self.seeds = [try ResultSeeds.fleet(in: folder.path)] + seeds
  }

  func input(_ random: inout SplitMix64) -> [UInt8] {
    let seed = seeds[random.next(below: seeds.count)]
    guard let end = seed.firstIndex(of: UInt8(ascii: "\n")), seed.count > end + 24 else { return seed }
    var (head, cells) = (Array(seed[...end]), Array(seed[(end + 13)..<(seed.count - 12)]))
    let count = seed.suffix(8)
    repeat {
      if random.chance(10) {
        head[random.next(below: head.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      } else if !cells.isEmpty {
        let at = random.next(below: cells.count)
        if random.chance(60) { cells[at] = UInt8(truncatingIfNeeded: random.next()) } else { cells.remove(at: at) }
      }
    } while random.chance(30)
    // One block, its checksum as it should be, and the end.
    var writer = ByteWriter(bytes: head)
    writer.little32(UInt32(cells.count))
    writer.little64(XXHash64.hash(cells))
    writer.append(cells)
    writer.little32(0)
    writer.append(count)
    return random.chance(10) ? Array(writer.bytes.dropLast(random.next(below: writer.count))) : writer.bytes
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> Bool {
    let (path, merged) = ("\(folder.path)/fuzz.fleet", "\(folder.path)/merged.fleet")
    do throws(FileError) {
      try OpenFile(path, .writeOnly, [.create, .truncate]).write(input)
    } catch {
      throw Finding("\(error)")
    }
    do {
      let table = try FleetTable(path)
      _ = (table.text, table.markdown, table.json.prettyText)
      try FleetTable.csv(path) { _ in }
      for budget in [1, 30_000_000, Int64.max] {
        let found = FleetRecommendation(table, budget: ByteCount(rawValue: budget))
        _ = (found.text(code: nil), found.markdown(code: nil), found.json(code: nil).prettyText)
      }
      _ = try FleetMerge.merge([path], to: merged)
      summedCount += 1
      return true
    } catch {
      let text = "\(error)"
      guard text.contains("fuzz"), text.utf8.count < 4_000 else { throw Finding("a refusal says: \(text.prefix(300))") }
      return false
    }
  }
}
