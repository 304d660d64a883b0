import FoundationEssentials
import Testing

@testable import LabPictures

@Suite struct PackedBytesTests {
  /// Reads numbers as the player does.
  static func numbers(_ bytes: [UInt8]) -> [UInt64] {
    var (numbers, value, shift): ([UInt64], UInt64, UInt64) = ([], 0, 0)
    for byte in bytes {
      value |= UInt64(byte & 127) << shift
      shift += 7
      if byte < 128 {
        numbers.append(value)
        (value, shift) = (0, 0)
      }
    }
    return numbers
  }

  static func unfolded(_ number: UInt64) -> Int64 { Int64(number >> 1) ^ -Int64(number & 1) }

  @Test func numbersComeBack() {
    let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 40, .max]
    var packed = PackedBytes()
    for number in numbers { packed.append(number) }
    #expect(PackedBytesTests.numbers(packed.bytes) == numbers)
    #expect(packed.bytes.count == 1 + 1 + 1 + 2 + 2 + 3 + 6 + 10)
  }

  @Test(arguments: [0, -1, 1, -2, 63, -64, 64, 1 << 40, -(1 << 40), Int64.max, .min]) func signsComeBack(
    _ number: Int64
  ) {
    var packed = PackedBytes()
    packed.append(signed: number)
    #expect(PackedBytesTests.numbers(packed.bytes).map(PackedBytesTests.unfolded) == [number])
    if (-64..<64).contains(number) { #expect(packed.bytes.count == 1) }
  }

  @Test(arguments: 0...9) func base64IsFoundations(_ count: Int) {
    var packed = PackedBytes()
    for index in 0..<count { packed.append(UInt64(index * 53 % 128)) }
    #expect(packed.base64 == Data(packed.bytes).base64EncodedString())
  }
}
