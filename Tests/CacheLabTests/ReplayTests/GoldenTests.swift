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

/// Digests of every strategy x trace x cell setting, in a file. `RECORD_GOLDEN=1` rewrites it and fails the test.
@Suite struct GoldenTests {
  static let strategies = [
    "none", "fixed-window", "preheat2x", "lru", "lru:match=at-least", "lru:budget=60MB", "preheat2x+lru",
    "lru-by-size", "sieve", "clock", "s3-fifo", "arc", "arc:step=entry", "preheat2x+sieve:budget=20MB",
    "per-row-window", "uikit-prefetch", "texture-ranges", "glide-preloader", "nuke-prefetch", "scroll-aware",
    "skewport", "displayport", "flashlist", "deadline-lookahead",
    "windowed-lead", "budget-priority", "budget-priority:budget=45MB",
  ]
  private static let path = "\(ReplayFixture.projectFolder)/Tests/CacheLabTests/ReplayTests/Goldens/replay.tsv"

  private static func lines() throws -> [String] {
    try ReplayFixture.traceNames.flatMap { trace in
      let replay = try ReplayFixture.shipped(trace)
      return try strategies.flatMap { strategy in
        try CellPolicy.allCases.map { cells in
          let facts = RunFacts(tally: replay.run(try StrategySpec(strategy), cells: cells))
          let (tally, digest) = (facts.tally, DeterministicBlock(facts).digest)
          return "\(trace)\t\(strategy)\t\(cells.rawValue)\t\(tally.requests.hits)\t\(tally.peak.bytes)\t\(digest)"
        }
      }
    }
  }

  @Test func digestsAreThoseOfTheFile() throws {
    let header = "trace\tstrategy\tcells\thits\tpeak-bitmap-bytes\tdigest"
    let text = ([header] + (try GoldenTests.lines())).map { $0 + "\n" }.joined()
    if unsafe getenv("RECORD_GOLDEN") != nil {
      var file = try ResultFile(path: GoldenTests.path)
      try file.write(text)
      _ = try file.commit(exclusively: false)
      Issue.record("goldens were rewritten: look at the change, then run without RECORD_GOLDEN")
      return
    }
    let stored = try #require(readText(GoldenTests.path), "RECORD_GOLDEN=1 makes the file")
    let (expected, found) = (stored.split(separator: "\n"), text.split(separator: "\n"))
    #expect(expected.count == found.count)
    for (old, new) in zip(expected, found) where old != new {
      Issue.record("was  \(old)\nnow  \(new)\nif this is meant: RECORD_GOLDEN=1 make test FILTER=GoldenTests")
    }
  }

  @Test func everyTwoStrategiesDifferOnSomeTrace() throws {
    var digests: [String: [String]] = [:]
    for line in try GoldenTests.lines() {
      let fields = line.split(separator: "\t").map(String.init)
      digests[fields[1], default: []].append(fields[5])
    }
    for (index, one) in GoldenTests.strategies.enumerated() {
      for other in GoldenTests.strategies[(index + 1)...] {
        #expect(digests[one] != digests[other], "\(one) and \(other) cannot be told apart")
      }
    }
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
