import CacheLab
import LabRecords
import LabSystem
import Strategies
import Testing

/// A file of `Goldens/` with a line a case. `RECORD_GOLDEN=1` rewrites it and fails the test.
struct GoldenFile {
  private let path: String

  init(_ name: String) { path = "\(ShippedTraces.root)/Tests/CacheLabTests/ReplayTests/Goldens/\(name)" }

  /// Names every line that is not as it stands in the file.
  func expect(_ lines: [String]) throws {
    let header = "trace\tstrategy\tcells\thits\tpeak-bitmap-bytes\tdigest"
    let text = ([header] + lines).map { $0 + "\n" }.joined()
    if ThisProcess.variable("RECORD_GOLDEN") != nil {
      var file = try ResultFile(path: path)
      try file.write(text)
      _ = try file.commit(exclusively: false)
      Issue.record("goldens were rewritten; look at the change, then run without RECORD_GOLDEN")
      return
    }
    let stored = try #require(readText(path), "RECORD_GOLDEN=1 makes the file")
    let (expected, found) = (GoldenFile.cases(stored), GoldenFile.cases(text))
    let cure = "if this is meant: RECORD_GOLDEN=1 make test FILTER=GoldenTests"
    for (name, line) in found.lines where expected.byCase[name] != line {
      Issue.record("was  \(expected.byCase[name] ?? "not there")\nnow  \(line)\n\(cure)")
    }
    for (name, line) in expected.lines where found.byCase[name] == nil {
      Issue.record("was  \(line)\nnow  not there\n\(cure)")
    }
    // What holds the same cases holds them in the same order, and each once.
    #expect(expected.lines.map(\.name) == found.lines.map(\.name))
  }

  /// The lines of a file by trace, strategy and cells, so that one more makes no other look new.
  private static func cases(_ text: String) -> (lines: [(name: String, line: String)], byCase: [String: String]) {
    let lines = text.split(separator: "\n").map { line in
      (name: line.split(separator: "\t").prefix(3).joined(separator: " "), line: String(line))
    }
    return (lines, Dictionary(lines.map { ($0.name, $0.line) }) { first, _ in first })
  }

  /// A case: what a strategy came to on a trace.
  static func line(_ replay: Replay, _ trace: String, _ strategy: String, _ cells: CellPolicy) throws -> String {
    let facts = RunFacts(tally: replay.leaving(cells).run(try StrategySpec(strategy)))
    let (tally, digest) = (facts.tally, facts.deterministic.digest)
    return "\(trace)\t\(strategy)\t\(cells.rawValue)\t\(tally.requests.hits)\t\(tally.peak.bytes)\t\(digest)"
  }

  /// What stands in the file.
  func text() throws -> String { try #require(readText(path)) }

  private func readText(_ path: String) -> String? {
    try? OpenFile.reading(path).readToEnd(bytesMax: 1 << 26).map { String(decoding: $0, as: UTF8.self) }
  }
}
