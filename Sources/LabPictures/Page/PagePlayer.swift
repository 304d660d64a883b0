import CacheLab

/// The replay player's part of a page. Without scripts a still stands there instead.
struct PagePlayer {
  let data: PlayerData

  var html: String {
    guard let still = data.still else { return "" }
    return """
      <figure id="still">
      \(still.svg(isFile: false))
      <figcaption>\(HTMLText.escaped(still.caption)) Grey cells wait for their image.</figcaption>
      <noscript><p class="note">The player needs JavaScript, which is off: above is the moment at which these two differ \
      most.</p></noscript>
      </figure>
      \(elements)\
      <script type="application/json" id="player-data">
      \(data.script)
      </script>

      """
  }

  /// What is said below the player.
  var note: String {
    let left =
      data.leftOut.isEmpty
      ? "" : " Left out, so that the page stays small: \(data.leftOut.joined(separator: ", ")); --show puts one first."
    return
      "Virtual time, the replays of the records, to the microsecond. Pictures stand for photos; memory is the exact "
      + "ledger of bitmap bytes, its peak the dot.\(left)"
  }

  /// The player's elements: the same for every page, but for a word on soft images where there are some.
  private var elements: String {
    let soft =
      data.hasSoft ? "<li><i style=\"background:var(--soft)\"></i>blurred: the thumbnail alone</li>" : ""
    let parts = PageResource.elements.split(separator: "<!-- soft -->", maxSplits: 1)
    return parts.joined(separator: soft)
  }
}
