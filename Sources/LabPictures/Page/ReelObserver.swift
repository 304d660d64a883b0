public import CacheLab
public import StrategyKit

/// Hears a replay and writes down when a cell's picture changes and how much is held.
public struct ReelObserver: ReplayObserver {
  private let table: SlotTable
  /// What each photo's cell showed last.
  private var last: ContiguousArray<ReelCell>
  /// The same by place, and where each photo is: empty where place and photo are the same.
  private var shown: ContiguousArray<ReelCell> = []
  private var places: ContiguousArray<Int32> = []
  /// The slot that each photo's cell waits for; -1 for none.
  private var awaited: ContiguousArray<Int32>
  private(set) var changes: [ReplayReel.Change] = []
  private(set) var levels: [ReplayReel.Level] = []
  private(set) var peakBytes: Int64 = 0

  public init(table: SlotTable) {
    self.table = table
    last = ContiguousArray(repeating: .blank, count: table.capacity)
    awaited = ContiguousArray(repeating: -1, count: table.capacity)
  }

  public mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    switch outcome {
    case .hit: set(item.index, .sharp, time)
    case .coarse: set(item.index, .soft, time)
    case .late, .miss: set(item.index, .blank, time)
    }
    awaited[item.index] = outcome == .hit ? -1 : slot
  }

  public mutating func release(_ item: ItemID, at time: Nanoseconds) { awaited[item.index] = -1 }

  public mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    let item = table.item(ofSlot: slot).index
    if table.isCoarse(slot) {
      if kept, awaited[item] >= 0, last[item] == .blank { set(item, .soft, time) }
      return
    }
    guard kept, awaited[item] == slot else { return }
    awaited[item] = -1
    set(item, .sharp, time)
  }

  public mutating func live(_ bytes: ByteCount, at time: Nanoseconds) {
    let level = ReplayReel.Level(time: time.rawValue / 1000, bytes: bytes.rawValue)
    peakBytes = max(peakBytes, level.bytes)
    if levels.last?.time == level.time { levels.removeLast() }
    if levels.last?.bytes != level.bytes { levels.append(level) }
  }

  /// Photos are elsewhere: so is what their cells show.
  public mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
    if shown.isEmpty { shown = last }
    places = ContiguousArray(repeating: -1, count: last.count)
    var place = 0
    for photo in photos.lazy.flatMap({ $0.lower..<$0.upper }) {
      places[Int(photo)] = Int32(place)
      show(last[Int(photo)], at: place, time)
      place += 1
    }
  }

  private mutating func set(_ photo: Int, _ state: ReelCell, _ time: Nanoseconds) {
    guard last[photo] != state else { return }
    last[photo] = state
    if places.isEmpty {
      changes.append(ReplayReel.Change(time: time.rawValue / 1000, item: Int32(photo), state: state))
    } else if places[photo] >= 0 {
      show(state, at: Int(places[photo]), time)
    }
  }

  private mutating func show(_ state: ReelCell, at place: Int, _ time: Nanoseconds) {
    guard shown[place] != state else { return }
    shown[place] = state
    changes.append(ReplayReel.Change(time: time.rawValue / 1000, item: Int32(place), state: state))
  }
}
