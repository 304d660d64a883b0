public import CacheLab

/// The traces that a report's player holds, and those that did not fit.
public struct PlayerData: Sendable {
  /// The content of the page's script element: JSON in the form of `PageEngine`.
  let script: String
  /// The traces that would have made the page too large.
  let leftOut: [String]

  /// The most bytes of player data in a page, unless its first trace alone takes more.
  public static let bytesMax = 10_000_000

  /// - Parameters:
  ///   - traces: The traces, the most important first, each with at least one reel.
  ///   - best: The strategy that is shown on the right at first.
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
    script = "[\n" + texts.joined(separator: ",\n") + "\n]"
  }

  /// Returns a trace, its reels, and the two shown first: the best strategy on the right, and of the others the one
  /// with the most blank area on the left.
  private static func json(_ trace: ReelTrace, best: String?) -> JSON {
    let blank = trace.reels.map { trace.blankTime(of: $0) }
    let right = trace.reels.firstIndex { $0.strategy == best } ?? blank.indices.min { blank[$0] < blank[$1] } ?? 0
    let left = blank.indices.filter { $0 != right }.max { (blank[$0], -$0) < (blank[$1], -$1) } ?? right
    return .object(
      trace.members.merging([
        "runs": .array(trace.reels.map { .object(trace.members(of: $0)) }),
        "shown": .array([.integer(Int128(left)), .integer(Int128(right))]),
      ]) { $1 })
  }
}

extension PlayerData {
  var html: String {
    """
    <noscript><p class="note">The player needs JavaScript, which is off.</p></noscript>
    \(PageResource.elements)\
    <script type="application/json" id="player-data">
    \(script)
    </script>

    """
  }

  var note: String {
    let left =
      leftOut.isEmpty
      ? "" : " Left out, so that the page stays small: \(leftOut.joined(separator: ", "))."
    return
      "Virtual time, the replays of the records, to the microsecond. Pictures stand for photos; memory is the exact "
      + "ledger of bitmap bytes, its peak the dot.\(left)"
  }
}

enum PageResource {
  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  static let elements = String(decoding: PackageResources.player_html, as: UTF8.self)
  static let player = String(decoding: PackageResources.player_js, as: UTF8.self)
}
