import StrategyKit
import Testing

@Suite struct IntConversionTests {
  @Test func whatFitsStaysTheSame() {
    for end in [Int32.min, -1, 0, Int32.max] {
      #expect(Int(end).description == end.description && Int64(end).description == end.description)
      #expect(Int32(Int(end)) == end && Int32(Int64(end)) == end)
    }
    #expect(Int64(Int.min) == .min && Int64(Int.max) == .max && Int(Int64.min) == .min && Int(Int64.max) == .max)
  }

  @Test func whatDoesNotFitTraps() async {
    await #expect(processExitsWith: .failure) { _ = Int32(Int64(Int32.max) + 1) }
    await #expect(processExitsWith: .failure) { _ = Int32(Int(Int32.min) - 1) }
  }
}
