/// The samples of a side, with their weights, from which each sample of a shorter side is made.
///
/// Sample `j` of the result stands for `[(origin + j) x length / whole, (origin + j + 1) x length / whole)` of the source.
/// If that is shorter than two samples, the result is interpolated between the two samples beside its middle (bilinear,
/// sharper than the mean); otherwise it is the mean. Weights are of 256, and those of a sample sum up to 256.
struct ReductionTaps {
  /// The most source samples of a sample; those of no weight come last.
  private(set) var count = 1
  private(set) var first: [Int32] = []
  private(set) var weights: [UInt16] = []
  /// The weights as parts of 65536, for each channel of a pixel; all of it is one less than that, which 16 bits hold.
  private(set) var lanes: [SIMD4<UInt16>] = []
  private var made: Span?

  /// A side whose source has `length` samples and whose whole result has `whole`, of which `samples` from `origin` on are
  /// held.
  struct Span: Equatable {
    let origin: Int32
    let length: Int32
    let whole: Int32
    let samples: Int32

    fileprivate var unit: Int64 { Int64(whole) }
    fileprivate var step: Int64 { Int64(length) }
    fileprivate var begin: Int64 { Int64(origin) * step }
  }

  /// Computes the taps. Takes no memory if an earlier side was as long.
  mutating func set(_ side: Span) {
    // Photos of one size follow one another.
    if side == made { return }
    made = side
    precondition(side.origin >= 0 && side.whole > 0 && side.length > 0 && side.samples > 0, "a side has samples")
    first.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
    lanes.removeAll(keepingCapacity: true)
    if side.step < 2 * side.unit { setBetween(side) } else { setMeans(side) }
    for weight in weights { lanes.append(SIMD4(repeating: UInt16(min(UInt32(weight) << 8, 65_535)))) }
  }

  private mutating func setBetween(_ side: Span) {
    count = min(2, Int(side.length))
    for sample in 0..<Int64(side.samples) {
      // In halves of a part of a source sample, from the middle of the first one.
      let middle = 2 * side.begin + (2 * sample + 1) * side.step - side.unit
      let whole = 2 * side.unit
      let place = max(0, min(middle, (side.step - 1) * whole))
      let from = min(place / whole, side.step - Int64(count))
      let second = ((place - from * whole) * 512 + whole) / (2 * whole)
      first.append(Int32(from))
      if count == 2 { weights += [UInt16(256 - second), UInt16(second)] } else { weights.append(256) }
    }
    // Where nothing lies between samples one tap does.
    if count == 2 && stride(from: 1, to: weights.count, by: 2).allSatisfy({ weights[$0] == 0 }) {
      weights = [UInt16](repeating: 256, count: Int(side.samples))
      count = 1
    }
  }

  private mutating func setMeans(_ side: Span) {
    count = 1
    for sample in 0..<side.samples {
      let (start, end) = covered(side, sample)
      count = max(count, Int((end + side.unit - 1) / side.unit - start / side.unit))
    }
    for sample in 0..<side.samples {
      let (start, end) = covered(side, sample)
      // The last taps are of samples that there are, too: an earlier first one, then, of no weight.
      let from = max(0, min(start / side.unit, side.step - Int64(count)))
      first.append(Int32(from))
      var told: Int64 = 0
      for tap in 0..<Int64(count) {
        let whole = min(max((from + tap + 1) * side.unit, start), end) - start
        let sum = (whole * 512 + (end - start)) / (2 * (end - start))
        weights.append(UInt16(sum - told))
        told = sum
      }
    }
  }

  private func covered(_ side: Span, _ sample: Int32) -> (start: Int64, end: Int64) {
    let start = side.begin + Int64(sample) * side.step
    let end = min(start + side.step, side.step * side.unit)
    precondition(start < end, "a sample covers a part of the source")
    return (start, end)
  }
}
