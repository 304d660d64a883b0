import CacheLab
import LabRecords

/// Decoding in another process beside decoding in this one: the same run both ways, in turn, each figure the median of
/// the rounds.
enum DecodeInBench {
  private static let rounds = 7
  private static let words = ["--strategy", "preheat2x", "--trace", "fastscroll"]

  static func measure() async throws -> [Figure] {
    var (here, there): ([RunRecord], [RunRecord]) = ([], [])
    for round in 0..<rounds {
      // Who goes first changes, so that a machine that gets slower favours neither.
      for isHere in [round % 2 == 0, round % 2 != 0] {
        let record = try await Program.record(words + ["--decode-in", isHere ? "host" : "process"])
        if isHere { here.append(record) } else { there.append(record) }
      }
    }
    guard Set((here + there).map(\.deterministicDigest)).count == 1 else {
      throw BenchError("decoding in another process counted otherwise: this is a bug of the lab")
    }
    return try latency(here, there) + memory(here, there)
  }

  private static func latency(_ here: [RunRecord], _ there: [RunRecord]) throws -> [Figure] {
    func added(_ part: (Distribution) -> Int64) throws -> Double {
      try median(there) { distribution(.helperLatency, of: $0).map { Double(part($0)) } } / 1e3
    }
    /// The two runs of a round are neighbours in time: a machine that others use moves both.
    func ratio(_ value: (RunRecord) -> Double?) throws -> Double {
      try median(zip(there, here).map { there, here in value(there).flatMap { part in value(here).map { part / $0 } } })
    }
    func part(_ metric: Metric, _ part: @escaping (Distribution) -> Double) -> (RunRecord) -> Double? {
      { distribution(metric, of: $0).map(part) }
    }
    let name = words.filter { !$0.hasPrefix("--") }.reversed().joined(separator: " x ")
    return [
      Figure(name: "latency added an image, p50, \(name)", value: try added(\.p50), unit: "us", decimals: 0),
      Figure(name: "the same, p95", value: try added(\.p95), unit: "us", decimals: 0),
      Figure(
        name: "latency added, p50 / decode wall here, p50",
        value: try added(\.p50) * 1e3 / median(here) { distribution(.decodeWall, of: $0).map { Double($0.p50) } },
        unit: "x "),
      Figure(name: "decode CPU, process / host, mean", value: try ratio(part(.decodeCPU, \.mean)), unit: "x "),
      Figure(
        name: "decode wall, process / host, p50", value: try ratio(part(.decodeWall) { Double($0.p50) }), unit: "x "),
      Figure(name: "wall of the run, process / host", value: try ratio { $0.metric(.runWall)?.number }, unit: "x "),
    ]
  }

  private static func memory(_ here: [RunRecord], _ there: [RunRecord]) throws -> [Figure] {
    let alone = try median(here) { $0.metric(.anonymousRSS)?.number }
    let host = try median(there) { $0.metric(.hostMemory)?.number }
    let helpers = try median(there) { $0.metric(.helperMemory)?.number }
    let total = try median(there) { $0.metric(.totalMemory)?.number }
    func megabytes(_ name: String, _ bytes: Double) -> Figure {
      Figure(name: name, value: bytes / 1e6, unit: "MB", decimals: 2)
    }
    return [
      megabytes("memory at the ledger's peak, decoding here", alone),
      megabytes("memory of the host, decoding in other processes", host),
      megabytes("saved in the host", alone - host),
      megabytes("memory of the helpers, bitmaps left out", helpers),
      megabytes("memory of all, bitmaps once", total),
      Figure(name: "memory of all / decoding here", value: total / alone, unit: "x "),
    ]
  }

  private static func distribution(_ metric: Metric, of record: RunRecord) -> Distribution? {
    if case .distribution(let distribution)? = record.metric(metric) { distribution } else { nil }
  }

  private static func median(_ records: [RunRecord], _ value: (RunRecord) -> Double?) throws -> Double {
    try median(records.map(value))
  }

  private static func median(_ values: [Double?]) throws -> Double {
    let sorted = values.compactMap(\.self).sorted()
    guard !sorted.isEmpty, sorted.count == values.count else {
      throw BenchError("a record lacks what is compared: see lab-run --strategy preheat2x --trace fastscroll")
    }
    return sorted[sorted.count / 2]
  }
}
