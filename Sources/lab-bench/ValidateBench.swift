import CacheLab
import LabBase
import LabRecords

/// Virtual time against the wall clock, and the headline without a dropped frame. Takes ten minutes of real time.
enum ValidateBench {
  static func measure() async throws -> [Figure] { try await held() + host() }

  /// Four strategies on four traces, decodes held to the cost that decode-12ms declares.
  private static func held() async throws -> [Figure] {
    let strategies = ["none", "fixed-window", "preheat2x", "lru"]
    let traces = ["browse", "flicks", "fastscroll", "hunt"]
    let words =
      ["validate", "--rounds", "1", "--quiet", "--format", "json"] + strategies.flatMap { ["--strategy", $0] }
      + traces.flatMap { ["--trace", $0] }
    let output = try await Program.run(words).output
    guard let found = try? JSON.parse(output).array, found.count == strategies.count * traces.count else {
      throw BenchError("lab-run \(words.joined(separator: " ")): \(output.prefix(200))")
    }
    let rows = found.flatMap { $0["metrics"]?.array ?? [] }
    func worst(_ id: String, _ value: (JSON) -> Double?) -> Double {
      rows.filter { $0["metric"]?.string == id }.compactMap(value).max() ?? .infinity
    }
    let name = "\(found.count) runs held to decode-12ms, \(traces.joined(separator: ", "))"
    func points(_ row: JSON) -> Double? { row["difference"]?.number.map { abs($0) * 100 } }
    return [
      Figure(
        name: "hit rate, virtual against wall clock, worst of \(name)", value: worst("hit-rate", points),
        unit: "points", limit: .atMost(2)),
      Figure(name: "blank ratio, the same", value: worst("blank-ratio", points), unit: "points", limit: .atMost(2)),
      Figure(
        name: "peak bitmap bytes, the same, difference / max(3 %, 2 bitmaps)",
        value: worst("peak-bitmap-bytes") { row in
          guard let difference = row["difference"]?.number, let bound = row["bound"]?.number else { return nil }
          return abs(difference) / bound
        }, unit: "of the bound", limit: .atMost(1)),
    ]
  }

  /// The headline on this machine's own decodes.
  private static func host() async throws -> [Figure] {
    let record = try await Program.record([
      "--strategy", "preheat2x", "--trace", "ios-fastscroll", "--viewport", "375x667", "--scale", "2", "--assets",
      "3924", "--time", "real", "--decodes-end", "host",
    ])
    guard let dropped = record.metric(.droppedFrames)?.number, let memory = record.metric(.anonymousRSS)?.number
    else {
      throw BenchError("the record says nothing of frames or memory")
    }
    return [
      Figure(
        name: "frames dropped on the wall clock, headline x ios-fastscroll, this machine's decodes", value: dropped,
        unit: "  ", limit: .atMost(0), decimals: 0),
      Figure(
        name: "most anonymous memory in that run", value: memory / 1e6, unit: "MB", limit: .atMost(30), decimals: 1),
    ]
  }
}
