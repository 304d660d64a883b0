public import CacheLab
public import StrategyKit

/// Watches a replay and writes down when a cell's picture changes and how much is held.
public struct ReelRecorder: SelectiveObserver {
  /// What each photo's cell showed last.
  private var last: ContiguousArray<ReelCell>
  /// The same by place, and where each photo is: empty where place and photo are the same.
  private var shown: ContiguousArray<ReelCell> = []
  private var places: ContiguousArray<Int32> = []
  private(set) var changes: [ReplayReel.Change] = []
  private(set) var levels: [ReplayReel.Level] = []
  private(set) var peakBytes: Int64 = 0

  public init(_ replay: Replay) { last = ContiguousArray(repeating: .blank, count: replay.table.capacity) }

  // A cell that left is not looked at: what it showed last stays, and nobody sees it.

  public mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    let state: ReelCell =
      switch outcome {
      case .hit: .sharp
      case .coarse: .soft
      case .late, .miss: .blank
      }
    note(state, item, time)
  }

  public mutating func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) {
    note(tier == .full ? .sharp : .soft, item, time)
  }

  /// Photos are elsewhere: so is what their cells show.
  public mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
    if shown.isEmpty { shown = last }
    places = ContiguousArray(repeating: -1, count: last.count)
    var place = 0
    for range in photos {
      for photo in range.lower..<range.upper {
        places[Int(photo)] = Int32(place)
        put(last[Int(photo)], at: place, time)
        place += 1
      }
    }
  }

  public mutating func live(_ bytes: ByteCount, at time: Nanoseconds) {
    let level = ReplayReel.Level(time: time.rawValue / 1000, bytes: bytes.rawValue)
    peakBytes = max(peakBytes, level.bytes)
    if levels.last?.time == level.time { levels.removeLast() }
    if levels.last?.bytes != level.bytes { levels.append(level) }
  }

  private mutating func note(_ state: ReelCell, _ item: ItemID, _ time: Nanoseconds) {
    let photo = Int(item.rawValue)
    guard last[photo] != state else { return }
    last[photo] = state
    if places.isEmpty {
      changes.append(ReplayReel.Change(time: time.rawValue / 1000, item: item.rawValue, state: state))
    } else if places[photo] >= 0 {
      put(state, at: Int(places[photo]), time)
    }
  }

  private mutating func put(_ state: ReelCell, at place: Int, _ time: Nanoseconds) {
    guard shown[place] != state else { return }
    shown[place] = state
    changes.append(ReplayReel.Change(time: time.rawValue / 1000, item: Int32(place), state: state))
  }
}
