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
      <div id="player" class="player" role="group" aria-label="Replay player" tabindex="0" hidden>
      <div class="top">
      <label>Trace <select data-part="trace"></select></label>
      \(legend)
      </div>
      <div class="panes">
      \(pane("left", "Left"))
      \(pane("right", "Right"))
      </div>
      <div class="strips" aria-hidden="true"><span>Blank cells over time</span>
      <canvas data-part="strip-left"></canvas><canvas data-part="strip-right"></canvas></div>
      <input type="range" data-part="time" min="0" max="1000" step="any" value="0" aria-label="Time in the trace">
      <div class="controls">
      <button type="button" class="main" data-part="play">Play</button>
      <button type="button" data-part="back" aria-label="One frame back" title="One frame back">‹</button>
      <button type="button" data-part="on" aria-label="One frame on" title="One frame on">›</button>
      <label>Speed <select data-part="speed"></select></label>
      <output data-part="clock"></output>
      </div>
      <p class="keys"><kbd>Space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> step a frame, with <kbd>Shift</kbd> a \
      second; <kbd>Home</kbd>, <kbd>End</kbd>; <kbd>+</kbd> <kbd>−</kbd> change the speed.</p>
      <p class="quiet" role="status" data-part="said"></p>
      </div>
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

  private var legend: String {
    let soft =
      data.hasSoft ? "<li><i style=\"background:var(--soft)\"></i>soft: only the coarse image is there</li>" : ""
    return """
      <ul class="legend"><li><i style="background:var(--blank)"></i>grey: no image yet</li>\(soft)\
      <li><i style="background:linear-gradient(165deg,var(--sharp) 55%,var(--hill) 56%)"></i>picture: sharp</li></ul>
      """
  }

  private func pane(_ side: String, _ name: String) -> String {
    """
    <div class="pane" data-pane="\(side)">
    <select data-part="strategy" aria-label="\(name) strategy"></select>
    <div class="body">
    <canvas class="screen" data-part="screen" role="img" aria-label="The screen"></canvas>
    <div class="told" data-part="text"><dl><dt>blank cells</dt><dd data-part="blank"></dd>\
    <dt>bitmaps held</dt><dd data-part="now"></dd><dt>peak so far</dt><dd data-part="peak"></dd></dl>
    <canvas class="memory" data-part="memory" role="img" aria-label="Bitmaps held over time"></canvas></div>
    </div></div>
    """
  }
}
