import CacheLab
import LabBase
import LabRecords
import LabSystem
import Strategies

/// What a replay without decoding executes, and how fast that is with every deterministic metric computed.
enum ReplayBench {
  private static let repeats = 1200

  static func measure() async throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    var figures: [Figure] = []
    for name in ["preheat2x", "none", "fixed-window", "lru", "preheat2x+lru"] {
      let strategy = try StrategySpec(name)
      var requests: Int64 = 0
      var digest = ""
      // The first ones bring code and heap into the processor's caches.
      for _ in 0..<repeats / 10 { _ = setting.replay.run(strategy, cells: .cancel) }
      let began = Clocks.threadCPU()
      for _ in 0..<repeats {
        let facts = RunFacts(tally: setting.replay.run(strategy, cells: .cancel))
        // Computed, not only counted; the text of the digest is the caller's business.
        for metric in Metric.all(.deterministic) { _ = metric.value(of: facts) }
        requests += facts.tally.requests.count
      }
      let elapsed = Clocks.threadCPU() - began
      digest = DeterministicBlock(RunFacts(tally: setting.replay.run(strategy, cells: .cancel))).digest
      let count = try await InstructionBench.count(name)
      guard let part = count.part(.request) else { throw BenchError("\(name) has no request to count") }
      let pace = NumberText.fixed(Double(requests) * 1e3 / Double(elapsed), decimals: 2)
      figures.append(
        InstructionBench.figure(
          "a request of a replay without decoding, fastscroll x \(name), digest \(digest.prefix(8)): "
            + "\(pace) M requests/s of CPU",
          part, count.way, limit: name == "preheat2x" ? .atMost(InstructionBench.requestMax) : .none))
    }
    return figures
  }
}

/// What a request, a frame and a decode execute: the same on a machine of any pace, whatever else it does.
enum InstructionBench {
  /// Instructions of a request, where preheat2x on fastscroll executes 1,522 (counter) or 1,590 (callgrind).
  static let requestMax = 1_900.0
  /// Instructions of a frame, for every strategy that ships; budget-priority executes 24,751.
  static let frameMax = 33_000.0

  static func measure() async throws -> [Figure] {
    var figures: [Figure] = []
    for name in ["preheat2x", "budget-priority"] {
      let count = try await count(name, decodes: 20)
      for kind in InstructionKind.allCases {
        guard let part = count.part(kind) else { throw BenchError("no \(kind.rawValue) was counted for \(name)") }
        figures.append(figure("a \(kind.rawValue), fastscroll x \(name)", part, count.way))
      }
    }
    return figures
  }

  static func figure(
    _ name: String, _ part: InstructionCount.Part, _ way: InstructionWay, limit: Figure.Limit = .none
  ) -> Figure {
    Figure(
      name: "\(name), by \(way.rawValue)", value: part.mean, unit: "instructions", limit: limit,
      decimals: part.mean < 10_000 ? 1 : 0)
  }

  /// A strategy on fastscroll, counted as `lab-run --instructions` does.
  ///
  /// - Parameter decodes: How many are counted too.
  /// - Throws: `BenchError` with the cure where this machine cannot count.
  static func count(_ strategy: String, decodes: Int = 0) async throws -> InstructionCount {
    let cell = ["--strategy", strategy, "--trace", "fastscroll", "--quiet"]
    var (slice, words) = ("", ["arm", "--instructions", "auto"])
    if decodes > 0 {
      slice = try await Program.run(["arm", "--list", "--decodes", "\(decodes)"] + cell).output
      words += ["--slice", "-"]
    }
    let text = try await Program.run(words + cell, input: slice).output
    guard let count = try JSON.parse(text)["instructions"].flatMap({ InstructionCount($0) }) else {
      throw BenchError("lab-run arm --instructions answered \(text.prefix(200))")
    }
    return count
  }
}

/// Whether resident memory follows the ledger, whatever bitmaps hold.
enum MemoryBench {
  /// What a run takes beside its bitmaps at most, however few they are: stacks, pages of code, the replay itself.
  private static let fixedMax = 1e6

  static func measure() async throws -> [Figure] {
    var figures: [Figure] = []
    for budget in [16, 32, 64] { figures.append(try await figure("lru:budget=\(budget)MB", [])) }
    for fit in Fit.allCases {
      for pixels in PixelFormat.allCases {
        figures.append(try await figure("preheat2x", ["--fit", fit.rawValue, "--pixels", pixels.rawValue]))
      }
    }
    return figures
  }

  private static func figure(_ strategy: String, _ settings: [String]) async throws -> Figure {
    let record = try await Program.record(["--strategy", strategy, "--trace", "fastscroll"] + settings)
    guard let peak = record.metric(.peakRSS)?.number, let baseline = record.metric(.baselineRSS)?.number,
      let ledger = record.metric(.peakBitmapBytes)?.number, let scratch = record.metric(.decodeScratch)?.number
    else { throw BenchError("the record has no resident memory: can /proc/self/clear_refs be written?") }
    let limit = 1.0...max(1.03, 1 + fixedMax / ledger)
    return Figure(
      name: "(VmHWM - RSS at reset - scratch of \(NumberText.megabytes(scratch)) MB) / ledger peak of "
        + "\(NumberText.megabytes(ledger)) MB, fastscroll x \(([strategy] + settings).joined(separator: " "))",
      value: (peak - baseline - scratch) / ledger, unit: "x ", limit: .within(limit), decimals: 4)
  }
}
