/// A replay as its event file tells it, in the form that pictures need.
public struct EventTimeline: Sendable {
  /// The ledger after a change, bytes.
  struct Memory: Sendable {
    var time: Int64
    var displayed: Int64
    var kept: Int64
    var inFlight: Int64
    var live: Int64 { displayed + kept + inFlight }
  }

  /// A frame: its time, offset in thousandths of a point, cells on screen and how many of them are blank.
  struct Frame: Sendable {
    var time: Int64
    var offset: Int64
    var cells: Int
    var blank = 0
    var hits = 0
    var late = 0
    var misses = 0
  }

  public let strategy: String
  public let trace: String
  /// Height of the viewport in thousandths of a point.
  let viewportHeight: Int64
  private(set) var memory: [Memory] = []
  private(set) var frames: [Frame] = []
  /// Waits of all requests, nanoseconds; a hit's is 0.
  private(set) var waits: [Int64] = []

  /// Reads an event file's text.
  ///
  /// - Throws: `ResultError.notARecord` with the line that is none of an event file.
  public init(text: String, name: String) throws(ResultError) {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, let header = try? JSON.parse(String(first)), header["events"]?.integer == 1 else {
      throw .notARecord(name, reason: "its first line is not that of an event file (lab-run --events FILE)")
    }
    strategy = header["strategy-short"]?.string ?? "?"
    trace = header["trace"]?["name"]?.string ?? "?"
    let height = header["screen"]?["viewport-pt"]?.array?.last?.string.flatMap { Double($0) } ?? 1
    viewportHeight = max(1, Int64(height * 1000))
    var state = State()
    for (index, line) in lines.enumerated().dropFirst() {
      guard let event = try? JSON.parse(String(line)), let kind = event["e"]?.string, let time = event["t"]?.integer
      else {
        throw .notARecord(name, reason: "line \(index + 1) is no event")
      }
      apply(kind, event, Int64(time), &state)
    }
    finishFrame(&state)
  }

  private struct Key: Hashable {
    var item: Int64
    var width: Int64
  }

  private struct State {
    var resident: [Key: Int64] = [:]
    var running: [Key: Int64] = [:]
    /// What each cell shows.
    var shown: [Int64: Key] = [:]
    /// Since when each cell waits for its full image.
    var waiting: [Int64: Int64] = [:]
    /// Coarse bitmaps that are decoded or held, and those that waiting cells show, bytes by item.
    var coarse: [Int64: Int64] = [:]
    var soft: [Int64: Int64] = [:]
    var width: Int64 = 0
    var displayed: Int64 = 0
    var inFlight: Int64 = 0
    var live: Int64 = 0
  }

  private mutating func apply(_ kind: String, _ event: JSON, _ time: Int64, _ state: inout State) {
    let item = Int64(event["item"]?.integer ?? -1)
    let width = event["size"]?.array?.first?.integer.map { Int64($0) } ?? state.width
    let key = Key(item: item, width: width)
    if event["tier"]?.string == "coarse" { return EventTimeline.applyCoarse(kind, event, item, &state) }
    switch kind {
    case "frame":
      finishFrame(&state)
      let visible = event["visible"]?.array?.compactMap { $0.integer.map { Int($0) } } ?? [0, 0]
      frames.append(
        Frame(time: time, offset: Int64(event["y"]?.integer ?? 0), cells: (visible.last ?? 0) - (visible.first ?? 0)))
    case "request": request(key, event["outcome"]?.string ?? "miss", time, &state)
    case "release": release(item, time, &state)
    case "begin":
      let bytes = Int64(event["bytes"]?.integer ?? 0)
      state.running[key] = bytes
      state.inFlight += bytes
    case "end":
      let bytes = state.running.removeValue(forKey: key) ?? 0
      state.inFlight -= bytes
      guard event["kept"] == .bool(true) else { break }
      state.resident[key] = bytes
      if let since = state.waiting[item] {
        waits.append(time - since)
        state.waiting[item] = nil
        EventTimeline.harden(item, &state)
        show(key, &state)
      }
    case "drop": state.resident[key] = nil
    case "live":
      state.live = Int64(event["bytes"]?.integer ?? 0)
      memory.append(
        Memory(
          time: time, displayed: state.displayed, kept: max(0, state.live - state.displayed - state.inFlight),
          inFlight: state.inFlight))
    default: break
    }
  }

  private mutating func request(_ key: Key, _ outcome: String, _ time: Int64, _ state: inout State) {
    let outcome = RequestOutcome(rawValue: outcome) ?? .miss
    switch outcome {
    case .hit: frames[frames.count - 1].hits += 1
    case .late: frames[frames.count - 1].late += 1
    case .coarse, .miss: frames[frames.count - 1].misses += 1
    }
    guard outcome == .hit else {
      state.waiting[key.item] = time
      if outcome == .coarse { EventTimeline.soften(key.item, &state) }
      return
    }
    waits.append(0)
    // A larger bitmap may serve where the strategy lets it.
    let serving =
      state.resident[key] != nil ? key : state.resident.keys.filter { $0.item == key.item }.min { $0.width < $1.width }
    if let serving { show(serving, &state) }
  }

  private mutating func release(_ item: Int64, _ time: Int64, _ state: inout State) {
    if let since = state.waiting.removeValue(forKey: item) { waits.append(time - since) }
    EventTimeline.harden(item, &state)
    if let key = state.shown.removeValue(forKey: item) { state.displayed -= state.resident[key] ?? 0 }
  }

  private static func applyCoarse(_ kind: String, _ event: JSON, _ item: Int64, _ state: inout State) {
    switch kind {
    case "begin":
      let bytes = Int64(event["bytes"]?.integer ?? 0)
      state.coarse[item] = bytes
      state.inFlight += bytes
    case "end":
      state.inFlight -= state.coarse[item] ?? 0
      if event["kept"] != .bool(true) {
        state.coarse[item] = nil
      } else if state.waiting[item] != nil {
        soften(item, &state)
      }
    case "drop": state.coarse[item] = nil
    default: break
    }
  }

  /// A waiting cell shows its coarse image.
  private static func soften(_ item: Int64, _ state: inout State) {
    state.soft[item] = state.coarse[item] ?? 0
    state.displayed += state.coarse[item] ?? 0
  }

  /// A cell shows its coarse image no longer.
  private static func harden(_ item: Int64, _ state: inout State) {
    state.displayed -= state.soft.removeValue(forKey: item) ?? 0
  }

  private func show(_ key: Key, _ state: inout State) {
    state.shown[key.item] = key
    state.displayed += state.resident[key] ?? 0
  }

  private mutating func finishFrame(_ state: inout State) {
    if !frames.isEmpty { frames[frames.count - 1].blank = state.waiting.count - state.soft.count }
  }
}
