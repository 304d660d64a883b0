import LabBase
import StrategyKit

/// What `library info` says.
public enum LibraryText {
  public static func summary(_ summary: LibrarySummary) -> String {
    func bits(_ thousandths: Int64) -> String { NumberText.fixed(Double(thousandths) / 1000, decimals: 2) }
    var lines = [
      "\(summary.name): \(NumberText.count(summary.assetCount, "photo")), "
        + "\(NumberText.megabytes(Double(summary.encodedBytes.rawValue))) MB as files, "
        + "\(NumberText.megabytes(Double(summary.storedBytes.rawValue))) MB on disk"
    ]
    if let range = summary.milliBitsPerPixel {
      lines.append("bits a pixel: \(bits(range.least)) to \(bits(range.most)), mean \(bits(range.mean))")
    }
    for (size, count) in summary.sizes.prefix(12) {
      let share = NumberText.percent(Double(count) / Double(max(summary.assetCount, 1)))
      lines.append("  \(size)  \(NumberText.grouped(Int64(count)))  \(share)")
    }
    if summary.sizes.count > 12 { lines.append("  and \(summary.sizes.count - 12) other sizes") }
    if summary.undecodableCount > 0 {
      lines.append("\(summary.undecodableCount) do not decode")
      lines += summary.undecodable.prefix(12).map { "  \($0.file): \($0.reason)" }
      if summary.undecodable.count > 12 {
        lines.append("  and \(summary.undecodable.count - 12) other files: '\(ToolName.current) library list' has all")
      }
    }
    if summary.skippedCount > 0 { lines.append("\(summary.skippedCount) other files were left out") }
    if summary.unreadableCount > 0 { lines.append("\(summary.unreadableCount) could not be read or are too large") }
    lines.append("fingerprint \(summary.fingerprint)")
    lines.append("kept at \(summary.path)")
    return lines.joined(separator: "\n") + "\n"
  }
}
