import CacheLab
import LabBase

/// A replay in two lines of block letters, for a terminal: memory over time, and how many images were ready.
public struct Sparklines: Sendable {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// Fewer columns tell nothing.
  private static let columnsMin = 12
  /// More make a line long and no clearer.
  private static let widestRow = 60

  private let replay: EventTimeline

  public init(_ replay: EventTimeline) {
    self.replay = replay
  }

  /// Two lines with a newline behind each.
  ///
  /// - Parameters:
  ///   - width: Columns of the terminal; the words behind the blocks are left out where it is narrow.
  ///   - isColoured: Whether to colour what was not ready: late yellow, missed red.
  public func text(width: Int, isColoured: Bool) -> String {
    let total = replay.total
    let peak =
      "peak \(NumberText.megabytes(Double(replay.peak.live))) MB at "
      + "\(NumberText.fixed(Double(replay.peak.time) / 1e9, decimals: 1)) s"
    let coarse = total.coarse > 0 ? "\(total.share(total.coarse)) coarse, " : ""
    let found =
      "\(total.share(total.hits)) ready, \(coarse)\(total.share(total.late)) late, \(total.share(total.misses)) miss"
    let label = 9
    let words = max(peak.count, found.count) + 2
    let hasWords = width - label - words >= Sparklines.columnsMin
    let columns = max(
      Sparklines.columnsMin, min(Sparklines.widestRow, width - label - (hasWords ? words : 0) - 1))
    return "memory   \(memory(columns))\(hasWords ? "  \(peak)" : "")\n"
      + "ready    \(ready(columns, isColoured: isColoured))\(hasWords ? "  \(found)" : "")\n"
  }

  /// The parts of the time that a column stands for.
  private func parts(_ column: Int, of columns: Int) -> Range<Int> {
    let count = EventTimeline.parts
    return column * count / columns..<max(column * count / columns + 1, (column + 1) * count / columns)
  }

  /// The most that was held in each column, the peak as high as a letter.
  private func memory(_ columns: Int) -> String {
    let most = max(1, replay.peak.live)
    return String(
      (0..<columns).map { column in
        let held = replay.memory[parts(column, of: columns)].map(\.live).max() ?? 0
        return Sparklines.block(Double(held) / Double(most))
      })
  }

  /// The share of requests that found their image, where there were any.
  private func ready(_ columns: Int, isColoured: Bool) -> String {
    var text = ""
    for column in 0..<columns {
      var sum = EventTimeline.Requests()
      for part in replay.requests[parts(column, of: columns)] { sum.add(part) }
      guard sum.all > 0 else {
        text += " "
        continue
      }
      let block = Sparklines.block(Double(sum.hits) / Double(sum.all))
      let colour = sum.hits == sum.all ? "32" : sum.misses > sum.late ? "31" : "33"
      text += isColoured ? "\u{1B}[\(colour)m\(block)\u{1B}[0m" : String(block)
    }
    return text
  }

  private static func block(_ share: Double) -> Character {
    blocks[max(0, min(blocks.count - 1, Int((share * Double(blocks.count)).rounded(.up)) - 1))]
  }
}
