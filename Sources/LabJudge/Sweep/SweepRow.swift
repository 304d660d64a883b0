import CacheLab
import LabRecords
import StrategyKit

/// What a job of a sweep came to: the cells of its row, as a record of the same run has them in CSV.
public struct SweepRow: Hashable, Sendable {
  /// Of the job, from 0.
  public let number: Int
  /// Of the deterministic block: equal to that of a record of the same run.
  public let digest: String
  /// What the budgets came to that are written as peaks, in the order of the strategy's text; empty where none is.
  public let budgets: [Int64]
  /// A cell a column of `SweepRow.columns`.
  let cells: [String]

  private static let metrics = Column.all(of: Metric.all(.deterministic))

  /// Names of all cells: `warm-hit-rate`, `warm-time-to-image-p95`.
  static let columns = metrics.map(\.id)

  init(number: Int, _ facts: RunFacts, budgets: [ByteCount] = []) {
    let block = DeterministicBlock(facts)
    self.number = number
    digest = block.digest
    self.budgets = budgets.map(\.rawValue)
    cells = SweepRow.metrics.map { $0.cell(block.metrics[$0.metric.id]) }
  }

  /// Reads back `line`; nil for anything else.
  package init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    let count = SweepRow.columns.count + 2
    guard fields.count == count || fields.count == count + 1, let number = Int(fields[0]), number > 0,
      fields[2..<count].allSatisfy({ SweepRow.isFigure($0) })
    else { return nil }
    var budgets: [Int64] = []
    if let text = fields[count...].first {
      guard let read = SweepRow.budgets(text), !read.isEmpty else { return nil }
      budgets = read
    }
    self.init(
      number: number - 1, digest: String(fields[1]), cells: fields[2..<count].map(String.init), budgets: budgets)
  }

  init(number: Int, digest: String, cells: [String], budgets: [Int64] = []) {
    self.number = number
    self.digest = digest
    self.budgets = budgets
    self.cells = cells
  }

  /// Reads back `budgetText`; nil for anything else.
  static func budgets(_ text: Substring) -> [Int64]? {
    let parts = text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }.filter(PeakShare.range.contains)
    guard numbers.count == parts.count, numbers.map({ "\($0)" }).joined(separator: " ") == text else { return nil }
    return numbers
  }

  /// Bytes, a space between those of several; empty where no budget is a peak.
  var budgetText: String { budgets.map { "\($0)" }.joined(separator: " ") }

  /// Whether a cell is empty or a decimal number that a run can have come to: `nan` and `inf` are numbers to Swift.
  static func isFigure(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let isDecimal = text.utf8.allSatisfy { "0123456789+-.e".utf8.contains($0) }
    guard isDecimal, let number = Double(text) else { return false }
    return number.magnitude <= Double(FieldKind.wideFigureMax)
  }

  /// The row without the names of what was run, for a journal.
  package var line: String {
    (["\(number + 1)", digest] + cells + (budgets.isEmpty ? [] : [budgetText])).joined(separator: "\t")
  }

  /// The value of a column as it stands; nil when the row has none.
  public func text(_ column: String) -> String? {
    guard let index = SweepRow.columns.firstIndex(of: column), !cells[index].isEmpty else { return nil }
    return cells[index]
  }
}
