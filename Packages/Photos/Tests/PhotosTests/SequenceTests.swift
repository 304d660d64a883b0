import Testing

@testable import lab_photos

@Suite struct SequenceTests {
  /// `lab-photos fuzz` runs a hundred thousand.
  @Test(arguments: 0..<8) func randomSequencesKeepEveryInvariant(_ part: Int) throws {
    for number in (part * 50)..<(part * 50 + 50) {
      var fuzzer = SequenceFuzzer(seed: 1, number: number)
      #expect(throws: Never.self, "sequence \(number) of seed 1") { try fuzzer.run() }
    }
  }
}
