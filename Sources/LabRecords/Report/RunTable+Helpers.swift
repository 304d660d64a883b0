import CacheLab
import LabBase

/// What decoding in other processes added to an image, and what all processes took.
extension RunTable {
  static var helperColumns: [TextTable.Column] { [.init(["added us", "p50/p95"]), .init(["all", "MB"])] }

  static let helperLegend =
    "; added: what asking another process adds to a decode; all: anonymous memory of host and helpers, bitmaps once, at "
    + "the ledger's peak"

  static func helperCells(of record: RunRecord) -> [String] {
    guard case .distribution(let added)? = record.metric(.helperLatency) else { return ["-", "-"] }
    let texts = [added.p50, added.p95].map { NumberText.fixed(Double($0) / 1e3, decimals: 0) }
    return [texts.joined(separator: "/"), record.metric(.totalMemory)?.number.map(NumberText.megabytes) ?? "-"]
  }
}
