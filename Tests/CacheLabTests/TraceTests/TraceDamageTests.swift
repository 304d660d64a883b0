import Strategies
import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabRecords

/// Damaged files: whatever they hold, they are read or refused, and what is read can be replayed.
@Suite struct TraceDamageTests {
  /// True when it was read.
  static func check(_ bytes: [UInt8], _ note: String) -> Bool {
    do throws(TraceError) {
      let trace = try Trace.parse(bytes, name: "damaged")
      let times = trace.entries.map(\.time)
      #expect(times == times.sorted(), "\(note)")
      #expect(trace.end.rawValue >= times.last ?? 0, "\(note)")
      #expect(trace.sampleCount > 0, "\(note)")
      let samples = trace.samples.map { $0[0] }
      #expect(Set(samples).count == samples.count, "\(note)")
      #expect(ReplayScript(trace).steps.count <= trace.entries.count, "\(note)")
      _ = TraceInfo(trace)
      _ = try? trace.applying(ScreenOverrideTests.small)
      return true
    } catch {
      #expect((error.line ?? 0) >= 1, "\(note): \(error)")
      return false
    }
  }

  /// 20 x 100 damages; the seed and the number of the case are in every message.
  @Test(arguments: 1...20)
  func readsOrRefusesDamagedTraces(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let name = ["zoom", "open-photo", "scrub", "ios-overscroll"][Int(seed) % 4]
    let whole = try TraceFile.read(ShippedTraces.path(name))
    var readCount = 0
    for number in 0..<100 {
      // A short piece is damaged where it matters more often than a whole file.
      let lines = whole.split(separator: UInt8(ascii: "\n")).map(Array.init)
      let first = random.next(below: lines.count - 60)
      var damaged = [lines[0]] + lines[(first + 1)..<(first + 1 + random.next(below: 60))]
      for _ in 0...random.next(below: 2) { TraceDamageTests.damage(&damaged, &random) }
      var bytes = Array(damaged.joined(separator: [UInt8(ascii: "\n")]))
      if random.chance(20) { bytes = Array(bytes.prefix(random.next(below: bytes.count + 1))) }
      if TraceDamageTests.check(bytes, "seed \(seed), case \(number) of \(name)") { readCount += 1 }
    }
    #expect((5...95).contains(readCount), "some are read and some are refused")
  }

  /// Numbers at the edges of what a trace may hold, and beyond.
  static let extremes = [
    "1e999", "-1e99", "9223372036854775807", "1e17", "0", "-0.001", "NaN", "1e6", "1e9", "1e-3", "\"\"",
  ]

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// One byte changed, two lines swapped, one doubled, one number replaced.
  static func damage(_ lines: inout [[UInt8]], _ random: inout SplitMix64) {
    let line = random.next(below: lines.count)
    let other = random.next(below: lines.count)
    switch random.next(below: 5) {
    case 0 where !lines[line].isEmpty:
      lines[line][random.next(below: lines[line].count)] = UInt8(random.next(below: 256))
    case 1 where !lines[line].isEmpty:
      lines[line][random.next(below: lines[line].count)] ^= 1 << UInt8(random.next(below: 8))
    case 2: lines.swapAt(line, other)
    case 3: lines.insert(lines[line], at: other)
    default:
      let digits = lines[line].indices.filter { isDigit(lines[line][$0]) }
      guard !digits.isEmpty else { return }
      let at = digits[random.next(below: digits.count)]
      let end = lines[line][at...].firstIndex { !isDigit($0) } ?? lines[line].count
      lines[line].replaceSubrange(at..<end, with: extremes[random.next(below: extremes.count)].utf8)
    }
  }

  @Test func readsOrRefusesEveryTruncation() throws {
    let bytes = Array(TraceReadingTests.example.utf8)
    let readCount = (0...bytes.count).count { TraceDamageTests.check(Array(bytes.prefix($0)), "\($0) bytes") }
    #expect(0 < readCount && readCount < bytes.count)
  }

  @Test func keepsTheSampleAfterThousandsOfEventsAtItsTime() throws {
    let count = 30_000
    var bytes = Array((TraceText.header + "\n[0,0]\n").utf8)
    for _ in 0..<count { bytes += Array("[0,\"idle\"]\n".utf8) }
    let trace = try Trace.parse(bytes, name: "hand")
    #expect(trace.entries.count == count + 1)
    #expect(trace.entries.last?.kind == .sample)
  }
}
