import LabBase
import StrategyKit

/// Damages JPEGs where it hurts: in the lengths, dimensions, tables and scans that their markers give.
enum JPEGMutator {
  /// A marker segment: its code, and where it lies from FF to its last byte.
  private struct Segment {
    var code: UInt8
    var range: Range<Int>

    var body: Range<Int> { min(range.lowerBound + 4, range.upperBound)..<range.upperBound }
  }

  /// Damages `bytes` once.
  static func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let segments = segments(of: bytes)
    guard !segments.isEmpty else { return ByteMutator.mutate(&bytes, &random) }
    let segment = segments[random.next(below: segments.count)]
    switch random.next(below: 12) {
    case 0: ByteMutator.mutate(&bytes, &random)
    case 1: changeLength(of: segment, in: &bytes, &random)
    case 2: changeDimensions(segments, in: &bytes, &random)
    case 3, 4: changeBody(segment, in: &bytes, &random)
    case 5: bytes.removeSubrange(segment.range)
    case 6:
      bytes.insert(contentsOf: bytes[segment.range], at: segments[random.next(below: segments.count)].range.lowerBound)
    case 7: insertSegment(before: segment, in: &bytes, &random)
    case 8: repeatScans(segments, in: &bytes, &random)
    case 9, 10: damageData(from: segments.last?.range.upperBound ?? 0, in: &bytes, &random)
    default: bytes.removeSubrange(random.next(in: 0...bytes.count)...)
    }
  }

  /// The segments that can be found from the front and between scans, whatever they say.
  private static func segments(of bytes: [UInt8]) -> [Segment] {
    var found: [Segment] = []
    var offset = 2
    while offset + 4 <= bytes.count {
      let code = bytes[offset + 1]
      guard bytes[offset] == 0xFF, code >= 0xC0, code != 0xFF, !(0xD0...0xD9).contains(code) else {
        offset += 1
        continue
      }
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = min(offset + 2 + max(length, 2), bytes.count)
      found.append(Segment(code: code, range: offset..<end))
      offset = end
    }
    return found
  }

  private static func changeLength(of segment: Segment, in bytes: inout [UInt8], _ random: inout SplitMix64) {
    let lengths = [0, 1, 2, 3, 4, segment.range.count - 3, segment.range.count - 1, 0x7FFF, 0xFFFF]
    let length = lengths[random.next(below: lengths.count)] & 0xFFFF
    bytes[segment.range.lowerBound + 2] = UInt8(length >> 8)
    bytes[segment.range.lowerBound + 3] = UInt8(length & 255)
  }

  private static func changeDimensions(_ segments: [Segment], in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard let frame = segments.first(where: { (0xC0...0xC2).contains($0.code) }), frame.body.count >= 6 else { return }
    let sides = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 100, 255, 256, 500, 1024, 4096, 32_767, 65_500, 65_535]
    for place in [1, 3] where random.chance(70) {
      let side = sides[random.next(below: sides.count)]
      bytes[frame.body.lowerBound + place] = UInt8(side >> 8)
      bytes[frame.body.lowerBound + place + 1] = UInt8(side & 255)
    }
  }

  private static func changeBody(_ segment: Segment, in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !segment.body.isEmpty else { return }
    // Counts and selectors stand in front.
    let reach = random.chance(50) ? min(segment.body.count, 20) : segment.body.count
    let place = segment.body.lowerBound + random.next(below: reach)
    bytes[place] = random.chance(30) ? bytes[place] &+ 1 : ByteMutator.byte(&random)
  }

  private static let insertions: [[UInt8]] = [
    [0xFF, 0xDD, 0, 4, 0, 0], [0xFF, 0xDD, 0, 4, 0, 1], [0xFF, 0xDD, 0, 4, 0xFF, 0xFF], [0xFF, 0xDD, 0, 2],
    [0xFF, 0xCC, 0, 4, 0, 0x10], [0xFF, 0xDC, 0, 4, 0, 8], [0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xDA],
    [0xFF, 0xD8], [0xFF, 0xD9], [0xFF, 0x01], [0xFF, 0xD3], [0xFF, 0xFF, 0xFF], [0xFF, 0xC4, 0, 2], [0xFF, 0xDB, 0, 2],
    [0xFF, 0xC0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0], [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0],
    [0xFF, 0xEE, 0, 14, 65, 100, 111, 98, 101, 0, 100, 0, 0, 0, 0, 2], [0xFF, 0xE0, 0, 5, 0x4A, 0x46, 0x49],
    [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8)
      + [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F],
  ]

  private static func insertSegment(before segment: Segment, in bytes: inout [UInt8], _ random: inout SplitMix64) {
    bytes.insert(contentsOf: insertions[random.next(below: insertions.count)], at: segment.range.lowerBound)
  }

  /// Says the last scan again, at times hundreds of times.
  private static func repeatScans(_ segments: [Segment], in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard let scan = segments.last(where: { $0.code == 0xDA }) else { return }
    let last = bytes[scan.range.lowerBound..<min(scan.range.upperBound + random.next(below: 16), bytes.count)]
    let times = random.chance(20) ? 90 + random.next(below: 300) : 1 + random.next(below: 4)
    bytes.insert(
      contentsOf: Array(repeatElement(last, count: times).joined()),
      at: random.chance(50) ? bytes.count : scan.range.lowerBound)
  }

  /// Damages entropy-coded data, with markers among others.
  private static func damageData(from start: Int, in bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard start < bytes.count else { return }
    let place = random.next(in: start...(bytes.count - 1))
    switch random.next(below: 4) {
    case 0: bytes[place] = ByteMutator.byte(&random)
    case 1: bytes.insert(contentsOf: [0xFF, UInt8(random.next(below: 256))], at: place)
    case 2: bytes.removeSubrange(place..<min(place + 1 + random.next(below: 40), bytes.count))
    default: bytes.insert(contentsOf: insertions[random.next(below: insertions.count)], at: place)
    }
  }
}
