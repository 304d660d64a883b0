/// The picture of a cell.
package enum ReelCell: UInt8, Sendable {
  /// Nothing yet, shown grey.
  case blank
  /// A degraded image.
  case thumbnail
  /// The image that was asked for.
  case sharp
}

/// Records the pictures of a replay for a player: the changes of cells and of held memory, to the microsecond.
///
/// Frames are kept once for all strategies, in `ReelTrace`.
public struct ReplayReel: ReplayObserver, Sendable {
  /// The name in tables.
  public let strategy: String
  /// The states of cells at a place from a time in microseconds on; before its first change a cell is blank.
  package private(set) var changes: [(time: Int64, item: Int32, state: ReelCell)] = []
  /// The bytes of held bitmaps from a time in microseconds on.
  package private(set) var levels: [(time: Int64, bytes: Int64)] = []
  /// The high-water mark of the ledger, exact; between two levels of one microsecond it may lie above both.
  package private(set) var peakBytes: Int64 = 0
  /// The last picture by photo, and by place; that of a cell that left stays, since it is not visible.
  private var (last, shown): (ContiguousArray<ReelCell>, ContiguousArray<ReelCell>)
  /// The place of each photo; -1 if it has none.
  private var places: ContiguousArray<Int32>

  /// - Parameter strategy: The name in tables.
  public init(_ replay: Replay, of strategy: String) {
    last = ContiguousArray(repeating: .blank, count: replay.table.capacity)
    shown = last
    places = ContiguousArray(0..<Int32(last.count))
    self.strategy = strategy
  }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .request(let photo, _, .hit): note(.sharp, photo, time)
    case .request(let photo, _, .thumbnail): note(.thumbnail, photo, time)
    case .request(let photo, _, .late), .request(let photo, _, .miss): note(.blank, photo, time)
    case .content(let photos): move(photos, time)
    case .live(let bytes): hold(bytes, time)
    default: break
    }
  }

  public mutating func show(_ photo: Int32, _ tier: Tier, at time: Int64) {
    note(tier == .full ? .sharp : .thumbnail, photo, time)
  }

  private mutating func move(_ photos: [ItemRange], _ time: Int64) {
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

  private mutating func hold(_ bytes: Int64, _ time: Int64) {
    peakBytes = max(peakBytes, bytes)
    if levels.last?.time == time / 1000 { levels.removeLast() }
    if levels.last?.bytes != bytes { levels.append((time / 1000, bytes)) }
  }

  private mutating func note(_ state: ReelCell, _ item: Int32, _ time: Int64) {
    last[Int(item)] = state
    let place = Int(places[Int(item)])
    if place >= 0 { put(state, at: place, time) }
  }

  private mutating func put(_ state: ReelCell, at place: Int, _ time: Int64) {
    guard shown[place] != state else { return }
    shown[place] = state
    changes.append((time / 1000, Int32(place), state))
  }
}
