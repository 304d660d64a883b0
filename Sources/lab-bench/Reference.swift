import CDecodeLoop
import CacheLab
import LabBase
import LabLibrary
import LabSystem

/// What times are measured in, so that a machine half as fast says the same: a fixed loop over whole numbers, and the
/// plain C decode. Each is timed before and after what is measured, by the same clock, and the mean of both counts.
///
/// Limits are written as the times that were allowed on the machine on which they were set, two cores of a virtual AMD
/// EPYC: a replay's request 100 ns, where it took 81. Divided by what a step, or a decode, took there (`then`) they are
/// the limits of the ratios, with the margins that they had. Times themselves are shown without a limit.
struct Reference: Sendable {
  enum Clock: Sendable {
    /// For what one thread does.
    case cpu
    /// For what several threads or processes do.
    case wall

    func now() -> Int64 {
      switch self {
      case .cpu: Clocks.threadCPU()
      case .wall: Clocks.monotonic()
      }
    }
  }

  /// Nanoseconds of a step, or of a decode, there.
  let then: Double
  let name: String
  private let clock: Clock
  /// Nanoseconds of one, here and now.
  private let sample: @Sendable () throws -> Double

  /// Requests that move to the front of a list of 65,536: the work of a replay, without its code.
  static func steps(_ clock: Clock) -> Reference {
    Reference(then: 3.0, name: "steps", clock: clock) {
      // Long enough that other processes get as much of it as of what is measured.
      let rounds = clock == .wall ? 10 : 1
      var elapsed: Int64 = 0
      for _ in 0..<rounds {
        var list = StepList()
        let began = clock.now()
        let sum = list.run(StepList.steps)
        elapsed += clock.now() - began
        guard sum == StepList.sum else { throw BenchError("the reference loop came to \(sum): it was changed") }
      }
      return Double(elapsed) / Double(rounds * StepList.steps)
    }
  }

  /// Decodes of the default library's first photos by plain C, at 3/8.
  static func decodes(_ clock: Clock) throws -> Reference {
    let library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    return Reference(then: 2_000_000, name: "plain C decodes", clock: clock) {
      guard let loop = unsafe decode_loop_create() else { throw BenchError("libjpeg-turbo made no codec") }
      defer { unsafe decode_loop_destroy(loop) }
      let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 20, alignment: 4096)
      defer { unsafe pixels.deallocate() }
      unsafe pixels.initializeMemory(as: UInt8.self, repeating: 1)
      var reader = try library.makeReader()
      var elapsed: Int64 = 0
      let count = 100
      for asset in 0..<count {
        let jpeg = unsafe try reader.read(asset)
        let began = clock.now()
        let time = unsafe decode_loop_run(
          loop, jpeg.baseAddress!.assumingMemoryBound(to: UInt8.self), UInt(jpeg.count), 3,
          pixels.baseAddress!.assumingMemoryBound(to: UInt8.self))
        elapsed += clock.now() - began
        guard time >= 0 else { throw BenchError("plain C did not decode asset \(asset)") }
      }
      return Double(elapsed) / Double(count)
    }
  }

  /// Nanoseconds of one, the mean of before and after.
  func around<Value>(_ body: () throws -> Value) throws -> (value: Value, unit: Double) {
    let before = try sample()
    let value = try body()
    return (value, (before + (try sample())) / 2)
  }

  func around<Value>(_ body: () async throws -> Value) async throws -> (value: Value, unit: Double) {
    let before = try sample()
    let value = try await body()
    return (value, (before + (try sample())) / 2)
  }

  /// A time as a multiple of the reference, the time itself beside it.
  ///
  /// - Parameters:
  ///   - nanoseconds: What was measured.
  ///   - unit: Nanoseconds of one step or decode around it.
  ///   - most: Nanoseconds that are allowed on the machine on which limits were set; nil judges nothing.
  ///   - shown: How the time is shown.
  func figure(_ name: String, _ nanoseconds: Double, unit: Double, atMost most: Double?, shown: String) -> Figure {
    let value = nanoseconds / unit
    let limit = most.map { $0 / then }
    // Thousands and millions of steps, so that figures stay short.
    let (factor, word) = [(1e6, "M "), (1e3, "k ")].first { value >= 10 * $0.0 } ?? (1, "")
    return Figure(
      name: "\(name): \(shown)", value: value / factor, unit: word + self.name,
      limit: limit.map { .atMost($0 / factor) } ?? .none, decimals: 1)
  }

  /// What they take here and now, beside what they took where limits were set.
  static func measure() throws -> [Figure] {
    try [("a step of the loop", steps(.cpu), "ns", 1), ("a decode by plain C", try decodes(.cpu), "ms", 1e6)].map {
      name, reference, unit, size in
      Figure(
        name: "\(name), CPU; \(NumberText.fixed(reference.then / size, decimals: 2)) where limits were set",
        value: try reference.sample() / size, unit: unit)
    }
  }
}

/// Keys of a list in the order of their last use.
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
