import CacheLab
import Strategies

/// Counts how often each slot was decoded while its photo was in the grid: one that goes takes its image with it.
struct BeginCounter: ReplayObserver {
  private(set) var counts: [BitmapKey: Int] = [:]

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .begin(let key, _, _, _): counts[key, default: 0] += 1
    case .content(let photos):
      counts = counts.filter { key, _ in photos.contains { $0.contains(ItemID(rawValue: key.item)) } }
    default: break
    }
  }
}
