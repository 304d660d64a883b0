public import CacheLab
import StrategyKit

/// Follows a replay and writes down when a cell's picture changes and how much is held.
public struct ReelRecorder: EventTaker {
  private var follower: ReplayFollower
  /// What each photo's cell showed last.
  private var last: ContiguousArray<ReelCell>
  /// The same by place, and where each photo is: empty where place and photo are the same.
  private var shown: ContiguousArray<ReelCell> = []
  private var places: ContiguousArray<Int32> = []
  private(set) var changes: [ReplayReel.Change] = []
  private(set) var levels: [ReplayReel.Level] = []
  private(set) var peakBytes: Int64 = 0

  public init(_ replay: Replay, cells: CellPolicy) {
    follower = ReplayFollower(
      size: replay.script.layouts[0].targetSize, cells: cells, workers: replay.table.device.workers, followsJobs: false)
    last = ContiguousArray(repeating: .blank, count: replay.table.capacity)
  }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    follower.take(event, at: time)
    switch event {
    case .request(let item, _, _): look(at: item, time)
    case .end(let key, kept: true): if follower.shown[key.item] == key { look(at: key.item, time) }
    case .content(let photos): move(photos, time)
    case .live(let bytes): keep(bytes, time)
    // A cell that left is not looked at: what it showed last stays, and nobody sees it.
    case .end, .release, .frame, .start, .stop, .cancel, .refuse, .begin, .drop, .download, .downloaded, .layout: break
    }
  }

  private mutating func keep(_ bytes: Int64, _ time: Int64) {
    let level = ReplayReel.Level(time: time / 1000, bytes: bytes)
    peakBytes = max(peakBytes, level.bytes)
    if levels.last?.time == level.time { levels.removeLast() }
    if levels.last?.bytes != level.bytes { levels.append(level) }
  }

  /// Photos are elsewhere: so is what their cells show.
  private mutating func move(_ photos: ItemRanges, _ time: Int64) {
    if shown.isEmpty { shown = last }
    places = ContiguousArray(repeating: -1, count: last.count)
    var place = 0
    for photo in photos.lazy.flatMap({ $0.lower..<$0.upper }) {
      places[Int(photo)] = Int32(place)
      show(last[Int(photo)], at: place, time)
      place += 1
    }
  }

  /// The cell of a photo on screen may show something else.
  private mutating func look(at item: Int32, _ time: Int64) {
    let photo = Int(item)
    let state: ReelCell =
      switch follower.shown[item]?.tier {
      case .full: .sharp
      case .coarse: .soft
      case nil: .blank
      }
    guard last[photo] != state else { return }
    last[photo] = state
    if places.isEmpty {
      changes.append(ReplayReel.Change(time: time / 1000, item: item, state: state))
    } else if places[photo] >= 0 {
      show(state, at: Int(places[photo]), time)
    }
  }

  private mutating func show(_ state: ReelCell, at place: Int, _ time: Int64) {
    guard shown[place] != state else { return }
    shown[place] = state
    changes.append(ReplayReel.Change(time: time / 1000, item: Int32(place), state: state))
  }
}
