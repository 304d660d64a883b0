import Strategies
import Testing

@Suite struct ItemRangeTests {
  @Test func beforeAndAfterAreWhatAnotherRangeLeaves() {
    for a in 0..<6 as Range<Int32> {
      for b in a..<6 {
        for c in 0..<6 as Range<Int32> {
          for d in c..<6 {
            let (range, other) = (ItemRange(lower: a, upper: b), ItemRange(lower: c, upper: d))
            let (before, after) = (range.before(other), range.after(other))
            let left = Array(before.lower..<before.upper) + Array(after.lower..<after.upper)
            #expect(left == (a..<b).filter { !(c..<d).contains($0) }, "\(range) without \(other)")
          }
        }
      }
    }
  }
}
