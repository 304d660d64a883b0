import LabBase

/// The traces that a page's player holds, and which of them did not fit.
public struct PlayerData: Sendable {
  /// The page's element: JSON, in the words and columns in which `PageEngine` answers too.
  let script: String
  /// Traces that would have made the page too large.
  let leftOut: [String]

  /// Bytes of player data that a page holds at most, unless its first trace alone takes more.
  public static let bytesMax = 10_000_000

  /// - Parameters:
  ///   - traces: the most important first; each with a reel at least.
  ///   - best: the strategy shown on the right at first.
  public init(_ traces: [ReelTrace], best: String?, bytesMax: Int = PlayerData.bytesMax) {
    var (texts, leftOut): ([String], [String]) = ([], [])
    var used = 0
    for trace in traces {
      let text = HTMLText.script(PlayerData.json(trace, best: best))
      if !texts.isEmpty && used + text.utf8.count > bytesMax {
        leftOut.append(trace.name)
        continue
      }
      used += text.utf8.count
      texts.append(text)
    }
    self.leftOut = leftOut
    script = "{\"traces\":[\n" + texts.joined(separator: ",\n") + "\n]}"
  }

  /// A trace and its reels; right stands the best at first, left that of the others which leaves most blank.
  private static func json(_ trace: ReelTrace, best: String?) -> JSON {
    let columns = trace.reels.map { trace.columns(of: $0) }
    // The last column of a reel has the blank cells of each frame.
    let totals = columns.map { $0.suffix(trace.frames.count).reduce(0, +) }
    let right = trace.reels.firstIndex { $0.strategy == best } ?? totals.indices.min { totals[$0] < totals[$1] } ?? 0
    let left = totals.indices.filter { $0 != right }.max { (totals[$0], -$0) < (totals[$1], -$1) } ?? right
    let runs = zip(trace.reels, columns).map { reel, columns -> JSON in
      .object(reel.members.merging(["strategy": .string(reel.strategy), "columns": numbers(columns)]) { $1 })
    }
    return .object(
      trace.members.merging([
        "columns": numbers(trace.columns), "runs": .array(runs), "left": .integer(Int128(left)),
        "right": .integer(Int128(right)),
      ]) { $1 })
  }

  private static func numbers(_ column: [Int64]) -> JSON { .array(column.map { .integer(Int128($0)) }) }
}

extension PlayerData {
  /// The replay player's part of a page.
  var html: String {
    """
    <noscript><p class="note">The player needs JavaScript, which is off.</p></noscript>
    \(PageResource.elements)\
    <script type="application/json" id="player-data">
    \(script)
    </script>

    """
  }

  /// What is said below the player.
  var note: String {
    let left =
      leftOut.isEmpty
      ? "" : " Left out, so that the page stays small: \(leftOut.joined(separator: ", "))."
    return
      "Virtual time, the replays of the records, to the microsecond. Pictures stand for photos; memory is the exact "
      + "ledger of bitmap bytes, its peak the dot.\(left)"
  }
}

/// The page's style and script as they are embedded in the program.
enum PageResource {
  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  static let elements = String(decoding: PackageResources.player_html, as: UTF8.self)
  static let player = String(decoding: PackageResources.player_js, as: UTF8.self)
}
