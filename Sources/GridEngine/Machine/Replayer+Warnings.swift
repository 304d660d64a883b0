import StrategyKit

/// Memory warnings, and the way to the background and back.
extension Replayer {
  /// Drops every bitmap that no cell shows and stops what was started, since the system asks for memory or the app goes
  /// to the background. Nothing is preheated until the grid moves or the app is back.
  mutating func warnOfMemory() {
    isPaused = frameIndex >= 0
    stopAll(isLettingGo: false)
    for photo in touched.items {
      for sizeClass in table.targetSizes.indices {
        let slot = sizeClass * table.capacity + Int(photo)
        if slots[slot].canGo { drop(slot, why: .warning) }
      }
    }
    unwanted = workers.slots.filter { tier(of: Int($0)) == .full && !slots[Int($0)].has(.awaited) }
    strategy.memoryWarning(at: Nanoseconds(rawValue: now))
  }

  /// Resumes preheating, anew, with the next frame: the grid moves, or the app is back from the background.
  mutating func resume() {
    if !isPaused { return }
    isPaused = false
    strategy.resumed(under: context.layout, at: Nanoseconds(rawValue: now))
    thumbnails.window = .empty
  }

  /// Returns whether a decode that ends ran at a warning while no cell waited for it, and forgets it.
  mutating func forgetUnwanted(_ slot: Int) -> Bool {
    guard let index = unwanted.firstIndex(of: Int32(slot)) else { return false }
    unwanted.swapAt(index, unwanted.count - 1)
    unwanted.removeLast()
    return true
  }
}
