import CacheLab

/// What making bitmaps' pages resident costs beside decoding into them.
enum PagesBench {
  static func measure() async throws -> [Figure] {
    try await [
      // Nothing is ever given back, so every bitmap needs fresh pages.
      figure("lru:budget=1000GB", "fastscroll", [], "fresh pages only", .atMost(0.10)),
      figure("preheat2x", "fastscroll", [], "sizes mixed", .none),
      figure("none", "scrub", [], "few sizes, come again", .atMost(0.02)),
    ]
  }

  private static func figure(
    _ strategy: String, _ trace: String, _ words: [String], _ what: String, _ limit: Figure.Limit
  ) async throws -> Figure {
    let record = try await Program.run(["--strategy", strategy, "--trace", trace] + words).record
    guard case .distribution(let cpu)? = record.metric("decode-cpu"), let pages = record.metric("page-cpu")?.number
    else { throw BenchError("the record has no decode times") }
    return Figure(
      name: "making pages resident / decode CPU, \(what): \(trace) x \(strategy)", value: pages / Double(cpu.sum),
      unit: "x ", limit: limit)
  }
}
