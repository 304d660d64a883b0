import CacheLab
import Strategies

/// Has a replay's books checked at times spread over the replay, and keeps the first violation.
struct BooksObserver: SelectiveObserver {
  private(set) var violation: String?
  private(set) var checkCount = 0
  private let stride: Int
  private var momentCount = 0

  /// So many slots are looked at in a replay, or a little more.
  private static let looksMax = 20_000

  /// - Parameters:
  ///   - slotCount: What a check looks at.
  ///   - momentCount: About how many times something happens.
  init(slotCount: Int, momentCount: Int) {
    stride = 1 + slotCount * momentCount / BooksObserver.looksMax
  }

  mutating func wantsBooksChecked(at time: Nanoseconds) -> Bool {
    momentCount += 1
    guard violation == nil && momentCount % stride == 0 else { return false }
    checkCount += 1
    return true
  }

  mutating func booksDisagree(_ found: InvariantViolation, at time: Nanoseconds) {
    violation = "at \(time.rawValue) ns \(found)"
  }
}
