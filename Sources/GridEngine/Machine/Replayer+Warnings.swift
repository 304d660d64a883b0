import StrategyKit

/// Memory warnings, and the way to the background and back.
extension Replayer {
  /// The system asks for memory, or the app goes to the background: every bitmap goes that no cell shows, what was started
  /// is stopped, and nothing is preheated until the grid moves or the app is back.
  mutating func warnOfMemory() {
    isPaused = frameIndex >= 0
    stopAll(lettingGo: false)
    for photo in touched.items {
      for sizeClass in table.targetSizes.indices {
        let slot = sizeClass * table.capacity + Int(photo)
        if slots[slot].mayGo { drop(slot, why: .warning) }
      }
    }
    unwanted = workers.slots.filter { tier(of: Int($0)) == .full && !slots[Int($0)].has(.awaited) }
    strategy.memoryWarning(at: Nanoseconds(rawValue: now))
  }

  /// The grid moves, or the app is back from the background: preheating goes on with the next frame, anew.
  mutating func resume() {
    if !isPaused { return }
    isPaused = false
    strategy.resumed(under: context.layout, at: Nanoseconds(rawValue: now))
    thumbnails.window = .empty
  }

  /// Returns true if a decode that ends ran at a warning while no cell waited for it, and forgets it.
  mutating func forgetUnwanted(_ slot: Int) -> Bool {
    guard let index = unwanted.firstIndex(of: Int32(slot)) else { return false }
    unwanted.swapAt(index, unwanted.count - 1)
    unwanted.removeLast()
    return true
  }
}
