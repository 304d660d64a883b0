import CacheLab
import LabRecords

/// What a job of a sweep came to: the cells of its row, as a record of the same run has them in CSV.
public struct SweepRow: Hashable, Sendable {
  /// Of the job, from 0.
  public let number: Int
  /// Of the deterministic block: equal to that of a record of the same run.
  public let digest: String
  /// A cell a column of `SweepRow.columns`.
  let cells: [String]

  private static let metrics = MetricColumns(MetricCatalog.metrics(.deterministic))

  /// Names of all cells: `warm-hit-rate`, `warm-time-to-image-p95`.
  static let columns = metrics.names

  init(number: Int, _ facts: RunFacts) {
    let block = DeterministicBlock(facts)
    self.number = number
    digest = block.digest
    cells = SweepRow.metrics.cells { block.metrics[$0] }
  }

  /// Reads back `line`; nil for anything else.
  package init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == SweepRow.columns.count + 2, let number = Int(fields[0]), number > 0,
      fields.dropFirst(2).allSatisfy({ SweepRow.isFigure($0) })
    else { return nil }
    self.init(number: number - 1, digest: String(fields[1]), cells: fields.dropFirst(2).map(String.init))
  }

  init(number: Int, digest: String, cells: [String]) {
    self.number = number
    self.digest = digest
    self.cells = cells
  }

  /// Whether a cell is empty or a decimal number that a run can have come to: `nan` and `inf` are numbers to Swift.
  static func isFigure(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let isDecimal = text.utf8.allSatisfy { "0123456789+-.e".utf8.contains($0) }
    guard isDecimal, let number = Double(text) else { return false }
    return number.magnitude <= Double(FieldKind.wideFigureMax)
  }

  /// The row without the names of what was run, for a journal.
  var line: String { (["\(number + 1)", digest] + cells).joined(separator: "\t") }

  /// The value of a column as it stands; nil when the row has none.
  public func text(_ column: String) -> String? {
    guard let index = SweepRow.columns.firstIndex(of: column), !cells[index].isEmpty else { return nil }
    return cells[index]
  }
}
