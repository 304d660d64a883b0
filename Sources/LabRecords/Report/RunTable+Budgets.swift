import CacheLab
import LabBase
import StrategyKit

/// Why a peak is above a budget that its strategy sets itself.
extension RunTable {
  /// The strategies whose peaks are above their budgets, and why, in a sentence; none where there are none.
  static func budgetNotes(of records: [RunRecord]) -> [String] {
    let names = records.filter(passesItsBudget).map(\.strategy).unique
    if names.isEmpty { return [] }
    return [
      "\(SharedRuns.list(names)) \(names.count == 1 ? "peaks above its budget" : "peak above their budgets"): "
        + "what cells show takes more, and an image that a cell waits for is decoded all the same"
    ]
  }

  /// True where bitmaps took more than the budget's bytes; what a budget in screens came to is in no record, but each
  /// decode that went beyond it is counted.
  private static func passesItsBudget(_ record: RunRecord) -> Bool {
    if record.isYardstick { return false }
    let budgets = budgets(in: record.configuration.strategy ?? "")
    let peak = record.metric(.peakBitmapBytes)?.number ?? 0
    return budgets.contains { budget in
      switch budget {
      case .bytes(let bytes): peak > Double(bytes.rawValue)
      case .screens: (record.metric(.overdrafts)?.number ?? 0) > 0
      }
    }
  }

  /// The budgets in a strategy's canonical text.
  private static func budgets(in text: String) -> [Budget] {
    StrategyWords(text).parts.flatMap(\.settings).compactMap { $0.key == "budget" ? Budget($0.value) : nil }
  }
}
