/// What every decode of a plan took, round by round.
struct DecodeTimings {
  /// By decode, a timing a round; all workers were busy.
  var busy: [[DecodeTiming]]
  /// The same on one worker alone; empty for decodes that were not timed alone.
  var alone: [[DecodeTiming]]
  /// Damaged files that gave an image all the same.
  var partialImages: Int64

  /// Sorts timings, in the order of submission, by decode; rounds keep their order.
  static func byDecode(
    _ timings: ContiguousArray<DecodeTiming>, order: [Int], count: Int
  ) -> [[DecodeTiming]] {
    var result = [[DecodeTiming]](repeating: [], count: count)
    for (number, decode) in order.enumerated() { result[decode].append(timings[number]) }
    return result
  }

  var decodeCount: Int { busy.reduce(0) { $0 + $1.count } + alone.reduce(0) { $0 + $1.count } }
}
