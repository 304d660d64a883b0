import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabRecords
import Strategies

/// Reads damaged results, journals and settings of sweeps, and makes summaries and recommendations of them.
struct SweepTarget: FuzzTarget {
  static let kind = (plural: "sweeps", suffix: "tsv")

  let seeds: [[UInt8]]
  private let plan = MatrixPlan(
    configurations: ["aa", "bb"], environment: RunEnvironment(gitRevision: nil), program: nil)

  /// Results more often than settings: they are read in most places.
  init(_ corpus: Corpus) throws {
    seeds = Array(repeating: try corpus.files("tsv"), count: 3).flatMap(\.self) + (try corpus.files("sweep"))
  }

  static func mutate(_ input: inout [UInt8], other: [UInt8], _ random: inout SplitMix64) {
    switch random.next(below: 3) {
    case 0:
      let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.count
      var head = Array(input[..<end])
      HeadMutator.mutate(&head, &random)
      input.replaceSubrange(..<end, with: head)
    case 1: mutateCell(&input, &random)
    default: TraceMutator.mutate(&input, other: other, &random)
    }
    if random.chance(90) { input = checked(input) }
  }

  /// The checksum of each line but the second, the names of columns, as it should be.
  private static func checked(_ bytes: [UInt8]) -> [UInt8] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let checked = lines.enumerated().map { index, line in
      line.lastIndex(of: "\t").map { index == 1 ? String(line) : CheckedLine.text(String(line[..<$0])) } ?? String(line)
    }
    return Array(checked.joined(separator: "\n").utf8)
  }

  /// One cell of a row replaced.
  private static func mutateCell(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 3 else { return }
    let place = random.next(in: 2...(lines.count - 2))
    var cells = lines[place].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    cells[random.next(below: cells.count)] = Array(FuzzWords.any(FuzzWords.numbers, &random).utf8)[...]
    lines[place] = Array(cells.joined(separator: [UInt8(ascii: "\t")]))[...]
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  mutating func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let text = String(decoding: input, as: UTF8.self)
    let isSummed = try refusal { try sum(try SweepTable(tsv: text, name: "fuzz")) } == nil
    var hasSettings = false
    _ = try refusal {
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
    _ = (summary.text, summary.markdown, summary.json.prettyText)
    let comparison = StrategyComparison(merged, against: merged.plan.strategies.count - 1)
    _ = (comparison.text, comparison.markdown, comparison.json.prettyText)
    for budget in [1, 30_000_000, Int64.max] {
      let found = Recommendation(merged, budget: ByteCount(rawValue: budget))
      let code = found.answer.map {
        RecommendedCode(for: .uikit, merged.plan, strategy: $0, ReplaySettings(), command: "fuzz")
      }
      _ = (found.text(code: code), found.markdown(code: code), found.json(code: code).prettyText)
    }
  }
}
