import CacheLab
import LabBase
import StrategyKit

/// A visit in words, a line a question.
struct VisitWords {
  let visit: Visit
  let rescues: [Rescue]
  let columns: Int32?

  static func seconds(_ time: Int64) -> String { "\(NumberText.fixed(Double(time) / 1e9, decimals: 3)) s" }
  static func milliseconds(_ time: Int64) -> String { "\(NumberText.milliseconds(Double(time))) ms" }

  /// `item 1234 (row 308), frame 812: late, shown after 240 ms`.
  var title: String {
    let row = columns.map { $0 > 0 ? " (row \(visit.item / $0))" : "" } ?? ""
    let number = visit.number > 1 ? ", visit \(visit.number)" : ""
    return "item \(visit.item)\(row)\(number), frame \(visit.frame): \(verdict)"
  }

  private var verdict: String {
    if visit.outcome == .hit { return "a hit" }
    let end = visit.shown == nil ? "never shown in" : "shown after"
    return "\(visit.outcome.rawValue), \(end) \(VisitWords.milliseconds(visit.wait))"
  }

  /// What happened, in order.
  var lines: [(label: String, text: String)] {
    var lines: [(label: String, text: String)] = [("requested", "at \(VisitWords.seconds(visit.requested)), \(wish)")]
    if visit.outcome == .hit { return lines + [("held", held)] }
    if let download { lines.append(("file", download)) }
    lines += [("queued", queue), ("begun", begun), ("arrived", arrival)]
    if let past { lines.append(("before", past)) }
    for rescue in rescues { lines.append(("what if", VisitWords.words(rescue, of: visit))) }
    return lines
  }

  /// What the strategy had wanted until then.
  private var wish: String {
    if let started = visit.started {
      let lead = visit.requested - started
      return "started by the strategy " + (lead == 0 ? "in the same frame" : "\(VisitWords.milliseconds(lead)) before")
    }
    if let stopped = visit.stopped { return "started and given up at \(VisitWords.seconds(stopped))" }
    return "not started by the strategy"
  }

  private var held: String {
    guard let decode = visit.decode, let ended = decode.ended else { return "its bitmap was there" }
    let larger = decode.key.size == visit.size ? "" : ", at \(decode.key.size)"
    return "decoded \(VisitWords.seconds(decode.begun)) to \(VisitWords.seconds(ended)) on worker \(decode.worker + 1) "
      + "(\(decode.cause.rawValue))\(larger), \(VisitWords.milliseconds(visit.requested - ended)) before its cell"
  }

  private var download: String? {
    guard let download = visit.download else { return nil }
    let end = download.ended.map { "to \(VisitWords.seconds($0))" } ?? "and not there when its cell left"
    return "in the cloud: downloaded from \(VisitWords.seconds(download.begun)) \(end)"
  }

  private var queue: String {
    if let decode = visit.decode, decode.begun <= visit.requested,
      decode.number < (visit.passedBy.first?.number ?? .max),
      visit.passedByCount == 0, visit.running.contains(where: { $0.key == decode.key })
    {
      return "not any more: its decode ran already"
    }
    let items = visit.running.filter { $0.key.item != visit.item }.map { "\($0.key.item)" }.joined(separator: ", ")
    let running = NumberText.count(visit.runningBefore, "decode") + " running" + (items.isEmpty ? "" : " (\(items))")
    return "behind \(running) and \(NumberText.count(visit.demandsBefore, "request")); "
      + (visit.passedByCount == 0 ? "none began before it" : passed)
  }

  private var passed: String {
    let shown = visit.passedBy.prefix(6).map { "\($0.key.item)" }.joined(separator: ", ")
    let preheats = visit.passedBy.count { $0.cause == .preheat }
    let kind =
      preheats == 0 ? "" : ", \(preheats)\(visit.passedByCount > visit.passedBy.count ? " or more" : "") preheats"
    return "\(NumberText.count(visit.passedByCount, "decode")) began before it\(kind) "
      + "(\(shown)\(visit.passedByCount > 6 ? " ..." : ""))"
  }

  private var begun: String {
    guard let decode = visit.decode else { return "never: its cell left, or the trace ended, before its turn" }
    let wait = decode.begun - visit.requested
    let when = wait >= 0 ? "\(VisitWords.milliseconds(wait)) after" : "\(VisitWords.milliseconds(-wait)) before"
    return "at \(VisitWords.seconds(decode.begun)), \(when) the request, on worker \(decode.worker + 1) for "
      + "\(decode.cause.rawValue): \(VisitWords.milliseconds(decode.cost))"
  }

  private var arrival: String {
    if let shown = visit.shown {
      return "at \(VisitWords.seconds(shown)), \(VisitWords.milliseconds(visit.wait)) after its cell"
    }
    if visit.decode?.ended != nil && visit.decode?.kept == false { return "never: its file does not decode" }
    return visit.left.map { "never: its cell left at \(VisitWords.seconds($0))" } ?? "never: the trace ended"
  }

  private var past: String? {
    var parts: [String] = []
    if let lost = visit.lost {
      let why =
        switch lost.why {
        case .unwanted: "let go: nothing showed or wanted it"
        case .evicted: "evicted for room"
        case .warning: "dropped at a memory warning"
        case .removed: "gone with its photo"
        }
      parts.append("held \(VisitWords.seconds(lost.since)) to \(VisitWords.seconds(lost.until)), then \(why)")
    }
    if let size = visit.otherSizeHeld { parts.append("held at \(size), which does not serve \(visit.size)") }
    if let refused = visit.refused { parts.append("a preheat found no room at \(VisitWords.seconds(refused))") }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  static func words(_ rescue: Rescue, of visit: Visit) -> String {
    func lead(_ time: Int64) -> String { milliseconds(visit.requested - time) }
    let result = words(rescue.result, of: visit)
    switch rescue.change {
    case .earlierStart(let frames, let time):
      let later = frames == 1 ? "" : ", \(frames - 1) before: not"
      let count = NumberText.count(frames, "frame")
      return "started \(count) before (\(seconds(time)), \(lead(time))): \(result)\(later) (replayed)"
    case .estimatedStart(let time):
      return "started by \(seconds(time)), \(lead(time)) before: perhaps a hit (an estimate: its wait moved ahead)"
    case .noStart(let frames):
      let tried = frames == 1 ? "a frame before" : "from 1, 2, 4 ... to \(frames) frames before"
      return "started earlier, \(tried): no hit; from the earliest: \(result) (replayed)"
    case .noEarlierFrame:
      return visit.frame == 0
        ? "started earlier: cannot be, it is the first frame"
        : "started earlier: cannot be, cells ask at \(visit.size) from this very frame on"
    case .workers(let workers): return "one worker more, \(workers): \(result) (replayed)"
    case .memory(let strategy):
      let what = visit.lost?.why == .evicted ? "not evicted" : "no limit on memory"
      return "\(what), as \(strategy): \(result) (replayed)"
    }
  }

  private static func words(_ result: Rescue.Result, of visit: Visit) -> String {
    switch result {
    case .hit: return "a hit"
    case .neverShown(let wait): return "never shown in \(milliseconds(wait))"
    case .shown(let wait):
      guard visit.shown != nil else { return "shown after \(milliseconds(wait))" }
      if wait == visit.wait { return "no change" }
      let difference = milliseconds(abs(wait - visit.wait)) + (wait < visit.wait ? " sooner" : " later")
      return "shown after \(milliseconds(wait)), \(difference)"
    }
  }
}
