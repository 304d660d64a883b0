import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabPictures
import LabRecords
import LabSystem
import Strategies
import StrategyKit

/// Reads damaged rows and settings of sweeps, merges the rows with whole ones, and makes summaries, recommendations and
/// pictures of them.
struct SweepTarget: FuzzTarget {
  static let kind = (plural: "sweeps", suffix: "tsv")

  let seeds: [[UInt8]]
  private let plan: MatrixPlan
  private let folder: ScratchFolder
  /// Whole rows, to be merged with damaged ones.
  private let partners: [String]

  /// Results more often than settings: they are read in most places.
  init(_ corpus: Corpus) throws {
    let (rows, folder) = (try corpus.files("tsv"), try ScratchFolder())
    seeds = Array(repeating: rows, count: 3).flatMap(\.self) + (try corpus.files("sweep"))
    self.folder = folder
    partners = try rows.indices.map { try folder.write(rows[$0], as: "partner-\($0).tsv") }
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
    let (path, merged) = (try folder.write(input, as: "fuzz.tsv"), "\(folder.path)/merged.tsv")
    // A refusal names a file, or the shard that is not there.
    let names = ["fuzz", "partner", "merged", " is missing: "]
    let isSummed = try isTaken(naming: names) { try sum(path) }
    var mergedCount = 0
    for partner in partners
    where try isTaken(naming: names, by: { try SweepMerge([path, partner]).write(to: merged) }) {
      mergedCount += 1
      do { try sum(merged) } catch { throw Finding("what was merged cannot be read: \(error)") }
    }
    var hasSettings = false
    _ = try isTaken {
      let settings = try SweepSettings(text: text, file: "fuzz")
      hasSettings = true
      _ = try StrategyGrid.swept(
        named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: .all)
    }
    // What the lines of a matrix's journal are read by; those of a sweep's are rows of its table.
    for line in text.split(separator: "\n") { _ = plan.finished(String(line)) }
    let isRead = isSummed || hasSettings || mergedCount > 0
    return isRead ? ["read": 1, "summed": isSummed ? 1 : 0, "merged": mergedCount] : [:]
  }

  private func sum(_ path: String) throws {
    for format in SweepFormat.allCases { try format.write(try SweepReader(path)) { _ in } }
    var rule = Population.Rule()
    rule.secondsMin = 0
    let table = try SweepTable(reading: path, rule)
    let summary = SweepSummary(table)
    _ = (summary.parts.text, summary.parts.markdown, summary.json.prettyText)
    let comparison = StrategyComparison(table, against: table.plan.strategies.count - 1)
    _ = (comparison.text, comparison.markdown, comparison.json.prettyText)
    for budget in [1, 30_000_000, Int64.max] {
      let found = Recommendation(table, budget: ByteCount(rawValue: budget))
      let code = found.answer.map {
        RecommendedCode(for: .uikit, table.plan, strategy: $0, ReplaySettings(), command: "fuzz")
      }
      _ = (found.parts(code: code).text, found.parts(code: code).markdown, found.json(code: code).prettyText)
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
      let plan = members["plan"]
    else { return CheckedLine.text(String(content)) }
    members["digest"] = .string(SHA256.hex(of: plan.compactText))
    return CheckedLine.text(content[..<brace] + JSON.object(members).compactText)
  }
}
