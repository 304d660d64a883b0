import LabBase
import LabSystem

/// What times are measured in, so that a machine half as fast says the same: steps of a fixed loop over whole numbers, which
/// is timed before and after what is measured. The mean of both counts.
///
/// Limits are written as the times that were allowed on the machine on which they were set, two cores of a virtual AMD EPYC.
/// Divided by what a step took there they are the limits of the ratios. Times themselves are shown without a limit.
enum Reference {
  /// Nanoseconds of a step there.
  private static let stepThen = 3.0
  /// Long enough that other processes get as much of it as of what is measured.
  private static let rounds = 10

  /// What `body` makes, and nanoseconds of a step around it.
  static func around<Value>(_ body: () throws -> Value) throws -> (value: Value, step: Double) {
    let before = try step()
    let value = try body()
    return (value, (before + (try step())) / 2)
  }

  /// A time on the clock as a multiple of steps, the time itself beside it.
  ///
  /// - Parameters:
  ///   - seconds: What was measured.
  ///   - step: Nanoseconds of a step around it.
  ///   - most: Seconds that are allowed on the machine on which limits were set.
  static func figure(_ name: String, _ seconds: Double, step: Double, atMost most: Double) -> Figure {
    Figure(
      name: "\(name): \(NumberText.fixed(seconds, decimals: 2)) s, a step \(NumberText.fixed(step, decimals: 2)) ns",
      value: seconds * 1e3 / step, unit: "M steps", limit: .atMost(most * 1e3 / stepThen), decimals: 1)
  }

  /// Nanoseconds of a step here and now.
  private static func step() throws -> Double {
    var elapsed: Int64 = 0
    for _ in 0..<rounds {
      var list = StepList()
      let began = Clocks.monotonic()
      let sum = list.run(StepList.steps)
      elapsed += Clocks.monotonic() - began
      guard sum == StepList.sum else { throw BenchError("the reference loop came to \(sum): it was changed") }
    }
    return Double(elapsed) / Double(rounds * StepList.steps)
  }
}

/// Keys of a list in the order of their last use, which requests move to the front: the work of a replay, without its code.
private struct StepList {
  static let steps = 4_000_000
  /// What a run over a new list comes to.
  static let sum: UInt64 = 131_058_453_789

  private static let count = 65_536
  private var previous: ContiguousArray<Int32>
  private var next: ContiguousArray<Int32>
  private var head: Int32 = 0

  init() {
    let count = Int32(StepList.count)
    previous = ContiguousArray((0..<count).map { $0 == 0 ? count - 1 : $0 - 1 })
    next = ContiguousArray((0..<count).map { $0 == count - 1 ? 0 : $0 + 1 })
  }

  /// Moves keys of a linear congruential generator to the front; the sum of those that stood behind them.
  mutating func run(_ steps: Int) -> UInt64 {
    var (state, sum): (UInt64, UInt64) = (7, 0)
    for _ in 0..<steps {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = Int32(truncatingIfNeeded: state >> 48)
      if key == head { continue }
      let (before, after) = (previous[Int(key)], next[Int(key)])
      sum &+= UInt64(after)
      next[Int(before)] = after
      previous[Int(after)] = before
      let last = previous[Int(head)]
      next[Int(last)] = key
      previous[Int(key)] = last
      next[Int(key)] = head
      previous[Int(head)] = key
      head = key
    }
    return sum
  }
}
