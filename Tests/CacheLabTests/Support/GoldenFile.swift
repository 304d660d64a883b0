import CacheLab
import Strategies
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file of `Goldens/` with a line a case. `RECORD_GOLDEN=1` rewrites it and fails the test.
struct GoldenFile {
  private let path: String

  init(_ name: String) {
    path = "\(ReplayFixture.projectFolder)/Tests/CacheLabTests/ReplayTests/Goldens/\(name)"
  }

  /// Names every line that is not as it stands in the file.
  func expect(_ lines: [String]) throws {
    let header = "trace\tstrategy\tcells\thits\tpeak-bitmap-bytes\tdigest"
    let text = ([header] + lines).map { $0 + "\n" }.joined()
    if unsafe getenv("RECORD_GOLDEN") != nil {
      var file = try ResultFile(path: path)
      try file.write(text)
      _ = try file.commit(exclusively: false)
      Issue.record("goldens were rewritten: look at the change, then run without RECORD_GOLDEN")
      return
    }
    let stored = try #require(readText(path), "RECORD_GOLDEN=1 makes the file")
    let (expected, found) = (stored.split(separator: "\n"), text.split(separator: "\n"))
    #expect(expected.count == found.count)
    for (old, new) in zip(expected, found) where old != new {
      Issue.record("was  \(old)\nnow  \(new)\nif this is meant: RECORD_GOLDEN=1 make test FILTER=GoldenTests")
    }
  }

  /// A case: what a strategy came to on a trace.
  static func line(_ replay: Replay, _ trace: String, _ strategy: String, _ cells: CellPolicy) throws -> String {
    let facts = RunFacts(tally: replay.run(try StrategySpec(strategy), cells: cells))
    let (tally, digest) = (facts.tally, DeterministicBlock(facts).digest)
    return "\(trace)\t\(strategy)\t\(cells.rawValue)\t\(tally.requests.hits)\t\(tally.peak.bytes)\t\(digest)"
  }

  private func readText(_ path: String) -> String? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var text = ""
    var buffer = [CChar](repeating: 0, count: 4096)
    while unsafe fgets(&buffer, Int32(buffer.count), file) != nil {
      text += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return text
  }
}
