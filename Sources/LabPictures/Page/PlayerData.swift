import LabBase

/// The traces that a page's player holds, and which of them did not fit.
public struct PlayerData: Sendable {
  /// Of each trace, where its player begins.
  let moments: [ReelMoment]
  /// The page's element: JSON.
  let script: String
  /// Traces that would have made the page too large.
  let leftOut: [String]

  /// Bytes of player data that a page holds at most, unless its first trace alone takes more.
  public static let bytesMax = 6_000_000

  /// - Parameters:
  ///   - traces: the most important first; each with a reel at least.
  ///   - best: the strategy shown on the right at first.
  public init(_ traces: [ReelTrace], best: String?, bytesMax: Int = PlayerData.bytesMax) {
    var moments: [ReelMoment] = []
    var (texts, leftOut): ([String], [String]) = ([], [])
    var used = 0
    for trace in traces {
      let moment = ReelMoment(trace, best: best)
      let text = HTMLText.script(PlayerData.json(moment))
      if !moments.isEmpty && used + text.utf8.count > bytesMax {
        leftOut.append(trace.name)
        continue
      }
      used += text.utf8.count
      moments.append(moment)
      texts.append(text)
    }
    self.moments = moments
    self.leftOut = leftOut
    script = "{\"player\":1,\"traces\":[\n" + texts.joined(separator: ",\n") + "\n]}"
  }

  /// True when a coarse image is shown anywhere.
  var hasSoft: Bool {
    moments.contains { $0.trace.reels.contains { $0.changes.contains { $0.state == .soft } } }
  }

  /// A trace, its reels, the strategies that stand side by side at first, and when.
  private static func json(_ moment: ReelMoment) -> JSON {
    let trace = moment.trace
    var members = trace.members
    members["frames"] = columns(trace.frameColumns)
    members["runs"] = .array(
      trace.reels.map { reel in
        .object([
          "strategy": .string(reel.strategy), "peak": .integer(Int128(reel.peakBytes)),
          "columns": columns(reel.columns + [trace.blanks(reel).map(Int64.init)]),
        ])
      })
    members["left"] = .integer(Int128(moment.left))
    members["right"] = .integer(Int128(moment.right))
    members["start"] = .integer(Int128(moment.time))
    return .object(members)
  }

  /// Columns of numbers, each as the differences of its neighbours in base 36: few letters, and a script reads them.
  private static func columns(_ columns: [[Int64]]) -> JSON {
    .array(
      columns.map { column in
        let differences = zip(column, [0] + column).map { String($0 - $1, radix: 36) }
        return .string(differences.joined(separator: " "))
      })
  }
}

extension PlayerData {
  /// The replay player's part of a page. Without scripts a still stands there instead.
  var html: String {
    guard let moment = moments.first else { return "" }
    return """
      <figure id="still">
      \(moment.svg(isFile: false))
      <figcaption>\(HTMLText.escaped(moment.caption)) Grey cells wait for their image.</figcaption>
      <noscript><p class="note">The player needs JavaScript, which is off: above is the moment at which these two differ \
      most.</p></noscript>
      </figure>
      \(elements)\
      <script type="application/json" id="player-data">
      \(script)
      </script>

      """
  }

  /// What is said below the player.
  var note: String {
    let left =
      leftOut.isEmpty
      ? "" : " Left out, so that the page stays small: \(leftOut.joined(separator: ", ")); --show puts one first."
    return
      "Virtual time, the replays of the records, to the microsecond. Pictures stand for photos; memory is the exact "
      + "ledger of bitmap bytes, its peak the dot.\(left)"
  }

  /// The player's elements: the same for every page, but for a word on soft images where there are some.
  private var elements: String {
    let soft =
      hasSoft ? "<li><i style=\"background:var(--soft)\"></i>blurred: the thumbnail alone</li>" : ""
    let parts = PageResource.elements.split(separator: "<!-- soft -->", maxSplits: 1)
    return parts.joined(separator: soft)
  }
}

/// The page's style and script as they are embedded in the program.
enum PageResource {
  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  static let elements = String(decoding: PackageResources.player_html, as: UTF8.self)
  static let player = String(decoding: PackageResources.player_js, as: UTF8.self)
}
