import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabPictures
import LabRecords
import LabSystem
import Strategies
import StrategyKit

/// Reads damaged results, journals and settings of sweeps, and makes summaries and recommendations of them.
struct SweepTarget: FuzzTarget {
  static let kind = (plural: "sweeps", suffix: "tsv")

  let seeds: [[UInt8]]
  private let plan: MatrixPlan

  /// Results more often than settings: they are read in most places.
  init(_ corpus: Corpus) throws {
    seeds = Array(repeating: try corpus.files("tsv"), count: 3).flatMap(\.self) + (try corpus.files("sweep"))
    plan = try MatrixPlan(
      configurations: ["aa", "bb"], environment: RunEnvironment(gitRevision: nil), program: nil)
  }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    Mutator.text(&input, other: other, trees: 30, &random)
    guard random.chance(90) else { return }
    var lines = String(decoding: input, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    // The second line, the names of columns, has no checksum.
    for index in lines.indices where index != 1 { lines[index] = Mutator.sealed(lines[index]) }
    input = Array(lines.joined(separator: "\n").utf8)
  }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let text = String(decoding: input, as: UTF8.self)
    let isSummed = try isTaken { try sum(try SweepTable(tsv: text, name: "fuzz")) }
    var hasSettings = false
    _ = try isTaken {
      let settings = try SweepSettings(text: text, file: "fuzz")
      hasSettings = true
      _ = try StrategyGrid.swept(
        named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: .all)
    }
    // What the lines of a matrix's journal are read by; those of a sweep's are rows of its table.
    for line in text.split(separator: "\n") { _ = plan.finished(String(line)) }
    return isSummed || hasSettings ? ["read": 1, "summed": isSummed ? 1 : 0] : [:]
  }

  private func sum(_ table: SweepTable) throws(SweepError) {
    let merged = try SweepMerge.merge([(name: "fuzz", table: table)]).table
    _ = (merged.text(.tsv), merged.text(.csv), merged.text(.json))
    let summary = SweepSummary(merged)
    _ = (summary.parts.text, summary.parts.markdown, summary.json.prettyText)
    let comparison = StrategyComparison(merged, against: merged.plan.strategies.count - 1)
    _ = (comparison.text, comparison.markdown, comparison.json.prettyText)
    for budget in [1, 30_000_000, Int64.max] {
      let found = Recommendation(merged, budget: ByteCount(rawValue: budget))
      let code = found.answer.map {
        RecommendedCode(for: .uikit, merged.plan, strategy: $0, ReplaySettings(), command: "fuzz")
      }
      _ = (found.parts(code: code).text, found.parts(code: code).markdown, found.json(code: code).prettyText)
    }
  }
}

/// Reads damaged results of fleets and makes tables, recommendations and merged files of them.
struct FleetTarget: FuzzTarget {
  static let kind = (plural: "fleets", suffix: "fleet")

  let seeds: [[UInt8]]
  private let folder: ScratchFolder
  /// Whole fleets and shards of one, to be merged with damaged ones.
  private let partners: [String]

  init(_ corpus: Corpus) throws {
    let (seeds, folder) = (try corpus.files("fleet"), try ScratchFolder())
    (self.seeds, self.folder) = (seeds, folder)
    partners = try seeds.indices.map { try folder.write(seeds[$0], as: "partner-\($0).fleet") }
  }

  func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")), input.count > end + 24 else { return }
    var (head, cells) = (Array(input[..<end]), ByteReader(Array(input[(end + 13)..<(input.count - 12)])))
    if random.chance(15) { Mutator.text(&head, trees: 90, &random) }
    // All that cells hold is numbers, one after the other.
    var (numbers, packed) = ([UInt64](), ByteWriter())
    while let number = cells.varint() { numbers.append(number) }
    if random.chance(10) {
      Mutator.list(&numbers, &random)
    } else if !numbers.isEmpty {
      let place = random.next(below: numbers.count)
      let extreme = random.pick(FuzzWords.unsigned)
      numbers[place] = random.pick([numbers[place] &+ 1, numbers[place] &- 1, random.pick(numbers), extreme, extreme])
    }
    for number in numbers { packed.varint(number) }
    // Numbers that are cut, or longer than they need be.
    if random.chance(20) {
      var bytes = packed.bytes
      Mutator.bytes(&bytes, &random)
      packed = ByteWriter(bytes: bytes)
    }
    // One block, its checksum as it should be, and the end.
    var writer = ByteWriter(bytes: Array((Mutator.sealed(String(decoding: head, as: UTF8.self)) + "\n").utf8))
    writer.little32(UInt32(packed.count))
    writer.little64(XXHash64.hash(packed.bytes))
    writer.append(packed.bytes)
    writer.little32(0)
    writer.append(input.suffix(8))
    input = random.chance(5) ? Array(writer.bytes.dropLast(random.next(below: writer.count))) : writer.bytes
  }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let (path, merged) = (try folder.write(input, as: "fuzz.fleet"), "\(folder.path)/merged.fleet")
    // A refusal names a file, or the shard that is not there.
    let names = ["fuzz", "partner", "merged", " is missing: "]
    let isWhole = try isTaken(naming: names) {
      try sum(path)
      _ = try FleetMerge.merge([path], to: merged)
    }
    var mergedCount = 0
    for partner in partners
    where try isTaken(naming: names, by: { _ = try FleetMerge.merge([path, partner], to: merged) }) {
      mergedCount += 1
      do { try sum(merged) } catch { throw Finding("what was merged cannot be read: \(error)") }
    }
    guard isWhole || mergedCount > 0 else { return [:] }
    return ["read": 1, "summed": isWhole ? 1 : 0, "merged": mergedCount]
  }

  /// All that is made of a whole fleet.
  private func sum(_ path: String) throws {
    let table = try FleetTable(path)
    _ = (table.parts.text, table.parts.markdown, table.json.prettyText)
    try FleetTable.csv(path) { _ in }
    for budget in [1, 30_000_000, Int64.max] {
      let found = FleetRecommendation(table, budget: ByteCount(rawValue: budget))
      _ = (found.parts.text, found.parts.markdown, found.json(code: nil).prettyText)
    }
    _ = Plot.fleet(table)
  }
}

extension Mutator {
  /// A line of a result with its checksum, and with the digest of its plan where it is a first line: as somebody writes
  /// it who means the damage.
  fileprivate static func sealed(_ line: String) -> String {
    guard let tab = line.lastIndex(of: "\t") else { return line }
    let content = line[..<tab]
    // Kind and format stand before the JSON.
    guard let brace = content.firstIndex(of: "{"), var members = (try? JSON.parse(String(content[brace...])))?.object,
      let plan = members["plan"] ?? members["work"]?["plan"]
    else { return CheckedLine.text(String(content)) }
    members["digest"] = .string(SHA256.hex(of: plan.compactText))
    return CheckedLine.text(content[..<brace] + JSON.object(members).compactText)
  }
}
