import LabBase

/// The rows of a picture's data: tab-separated, one head line with units.
struct PlotData {
  private(set) var text: String

  init(_ columns: String...) { text = columns.joined(separator: "\t") + "\n" }

  mutating func append(_ cells: String...) { text += cells.joined(separator: "\t") + "\n" }

  mutating func append(_ values: Double..., decimals: Int) {
    text += values.map { NumberText.fixed($0, decimals: decimals) }.joined(separator: "\t") + "\n"
  }

  /// Ends a block; gnuplot counts them from 0 as `index`.
  mutating func endBlock() { text += "\n\n" }

  /// A name as a cell, without what would be read as more than one.
  static func cell(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline || $0 == "\"" ? " " : $0 })
  }
}
