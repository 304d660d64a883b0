import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabPictures
import LabRecords
import Strategies
import StrategyKit

/// Reads damaged records, baselines, limits and device files, and makes of them all that the lab makes.
struct DocumentTarget: FuzzTarget {
  static let kind = (plural: "documents", suffix: "json")
  static let trees = 85

  /// A line each.
  let seeds: [[UInt8]]
  /// Documents of a gate that are whole, to be judged beside damaged ones.
  private let record: RunRecord
  private let evidence: GateEvidence
  private let limits: GateLimits

  init(_ corpus: Corpus) throws {
    let documents = try corpus.files("json").map { try JSON.parse(String(decoding: $0, as: UTF8.self)) }
    let texts = documents.map(\.compactText)
    guard let record = texts.lazy.compactMap({ try? RunRecord(text: $0, name: "seed") }).first,
      let baseline = texts.lazy.compactMap({ try? Baseline(text: $0, file: "seed") }).first,
      let limits = documents.lazy.compactMap({ try? GateLimits(json: $0, file: "seed") }).first
    else { throw Finding("the corpus needs a record, a baseline and limits") }
    (self.record, self.limits) = (record, limits)
    evidence = GateEvidence(cells: [
      GateEvidence.Cell(
        name: "a case", baseline: baseline, baselinePath: "b.json", record: record, memoryRuns: [1 << 20], parting: "",
        reproduce: "lab-run x")
    ])
    seeds = texts.map { Array($0.utf8) }
  }

  func check(_ input: [UInt8]) throws(Finding) -> [String: Int] {
    let text = String(decoding: input, as: UTF8.self)
    let readers: [() throws -> Void] = [
      { try consume([try RunRecord(text: text, name: "fuzz"), record]) },
      {
        let read = try Baseline(text: text, file: "fuzz")
        var evidence = evidence
        for index in evidence.cells.indices { evidence.cells[index].baseline = read }
        _ = read.text
        try judge(evidence, limits)
      },
      { try judge(evidence, try GateLimits(json: (try? JSON.parse(text)) ?? .null, file: "fuzz")) },
      { _ = try DeviceFile(text: text, path: "fuzz").json.prettyText },
    ]
    var isRead = false
    for reader in readers where try isTaken(by: reader) { isRead = true }
    return isRead ? ["read": 1] : [:]
  }

  private func judge(_ evidence: GateEvidence, _ limits: GateLimits) throws(Finding) {
    let report = GateJudge(limits: limits).judge(evidence)
    _ = (report.text(showsAll: true), report.text(showsAll: false), report.markdown, report.junit)
    _ = (report.json.prettyText, evidence.benchmarkJSON.prettyText, report.exitCode(isStrict: true))
    for line in report.annotations.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let isCommand = ["::error title=", "::warning title=", "::notice title="].contains { line.hasPrefix($0) }
      guard isCommand else { throw Finding("an annotation is no command of the gate's: \(line.prefix(100))") }
    }
  }

  /// Everything that is made of records.
  private func consume(_ records: [RunRecord]) throws {
    let table = RunTable(records)
    _ = (table.text, table.markdown, RecordCSV.text(records), RecordChoice.latest(records).count)
    let compared = records.enumerated().map { ComparedRecord($1, source: "\($0).json") }
    for (column, metrics) in [(nil, []), (nil, ["all"]), (RecordDimension.strategy, []), (.strategy, ["all"])] {
      guard let comparison = try? RecordComparison(compared, column: column, metrics: metrics) else { continue }
      _ = (comparison.text, comparison.markdown, comparison.csv, comparison.json.prettyText)
    }
    if let pivot = try? RecordComparison(compared, rows: [.strategy], column: .trace, filesAreSides: false) {
      _ = pivot.text
    }
    let settings = ReportSetting.groups(of: records)
    var plots = [Plot.compare(records), .pareto(records), .pareto(records, paying: .work)]
    plots += Column.judged.map { .heat(records, metric: $0) }
    plots += settings.flatMap { ReportPicture.overview($0.matrix, number: 1) }.map(\.plot)
    for plot in plots { _ = (plot.script(command: "fuzz"), plot.data) }
    let content = ReportContent(settings: settings, command: "fuzz")
    _ = (content.html, content.markdown)
    for record in records { _ = ResidentMemory(record) }
    var evidence = evidence
    for index in evidence.cells.indices { evidence.cells[index].record = records[0] }
    try judge(evidence, limits)
  }
}
