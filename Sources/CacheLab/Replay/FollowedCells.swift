package import StrategyKit

/// What the events of a replay say of bitmaps and cells: what is being decoded, what is held, what each cell shows and
/// what it waits for.
package struct FollowedCells: Sendable {
  /// Target sizes in the order in which they came into force.
  package private(set) var sizes: [PixelSize] = []
  /// Bytes of what is held.
  private(set) var held: [BitmapKey: Int64] = [:]
  /// Bytes that running decodes reserve.
  private var running: [BitmapKey: Int64] = [:]
  /// The held coarse bitmap of an item, whose size is its own.
  private var coarse: [Int32: BitmapKey] = [:]
  /// What each cell shows.
  package private(set) var shown: [Int32: BitmapKey] = [:]
  /// What each blank cell, or one that shows a coarse image, waits for.
  package private(set) var waiting: [Int32: BitmapKey] = [:]
  /// The ledger, bytes.
  package private(set) var displayed: Int64 = 0
  package private(set) var inFlight: Int64 = 0
  /// Cells that show nothing at all.
  package private(set) var blankCount = 0

  package init(
    sizes: [PixelSize] = [], held: [BitmapKey: Int64] = [:], running: [BitmapKey: Int64] = [:],
    coarse: [Int32: BitmapKey] = [:], shown: [Int32: BitmapKey] = [:], waiting: [Int32: BitmapKey] = [:],
    displayed: Int64 = 0, inFlight: Int64 = 0, blankCount: Int = 0
  ) {
    self.sizes = sizes
    self.held = held
    self.running = running
    self.coarse = coarse
    self.shown = shown
    self.waiting = waiting
    self.displayed = displayed
    self.inFlight = inFlight
    self.blankCount = blankCount
  }

  /// True while the cell waits for this very key: a bitmap of another target size does not end its wait.
  package func awaits(_ key: BitmapKey) -> Bool { key.tier == .full && waiting[key.item] == key }

  /// True when this bitmap would change what a cell shows.
  package func wouldShow(_ key: BitmapKey) -> Bool {
    awaits(key) || (key.tier == .coarse && waiting[key.item] != nil && shown[key.item] == nil)
  }

  /// The bitmap that serves a hit: the key's own, else the smallest held one that is at least as large in both sides.
  /// Of equally large ones it is that whose target size came into force first.
  package func serving(_ key: BitmapKey) -> BitmapKey {
    if held[key] != nil { return key }
    var found: BitmapKey?
    for size in sizes where size.covers(key.size) && size.pixelCount < found?.size.pixelCount ?? .max {
      let larger = BitmapKey(item: key.item, size: size)
      if held[larger] != nil { found = larger }
    }
    return found ?? key
  }

  /// Cells ask for a target size from now on.
  package mutating func know(_ size: PixelSize) {
    if !sizes.contains(size) { sizes.append(size) }
  }

  /// A cell asks for its image.
  package mutating func request(_ key: BitmapKey, _ outcome: RequestOutcome) {
    know(key.size)
    if outcome == .hit { return show(serving(key)) }
    if waiting.updateValue(key, forKey: key.item) == nil && shown[key.item] == nil { blankCount += 1 }
    if outcome == .coarse, let coarse = coarse[key.item] { show(coarse) }
  }

  /// A cell left the screen.
  package mutating func release(_ item: Int32) {
    if waiting.removeValue(forKey: item) != nil && shown[item] == nil { blankCount -= 1 }
    if let key = shown.removeValue(forKey: item) { displayed -= held[key] ?? 0 }
  }

  package mutating func begin(_ key: BitmapKey, bytes: Int64) {
    if key.tier == .full { know(key.size) }
    inFlight += bytes - (running.updateValue(bytes, forKey: key) ?? 0)
  }

  package mutating func end(_ key: BitmapKey, kept: Bool) {
    guard let bytes = running.removeValue(forKey: key) else { return }
    inFlight -= bytes
    guard kept else { return }
    let isNews = wouldShow(key)
    held[key] = bytes
    if key.tier == .coarse { coarse[key.item] = key }
    guard isNews else { return }
    show(key)
    if key.tier == .full { waiting[key.item] = nil }
  }

  package mutating func drop(_ key: BitmapKey) {
    held[key] = nil
    if key.tier == .coarse { coarse[key.item] = nil }
  }

  private mutating func show(_ key: BitmapKey) {
    if let old = shown.updateValue(key, forKey: key.item) {
      displayed -= held[old] ?? 0
    } else if waiting[key.item] != nil {
      blankCount -= 1
    }
    displayed += held[key] ?? 0
  }
}
