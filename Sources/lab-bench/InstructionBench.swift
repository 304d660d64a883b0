import LabBase
import LabRecords
import LabSystem
import Subprocess

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
        figures.append(figure("a \(kind.rawValue), fastscroll x \(name)", part, count.way, limit: .none))
      }
    }
    return figures
  }

  static func figure(
    _ name: String, _ part: InstructionCount.Part, _ way: InstructionWay, limit: Figure.Limit
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
      slice = try await labRun(["arm", "--list", "--decodes", "\(decodes)"] + cell, input: "")
      words += ["--slice", "-"]
    }
    let text = try await labRun(words + cell, input: slice)
    guard let count = try JSON.parse(text)["instructions"].flatMap({ InstructionCount($0) }) else {
      throw BenchError("lab-run arm --instructions answered \(text.prefix(200))")
    }
    return count
  }

  private static func labRun(_ words: [String], input: String) async throws -> String {
    let result = try await Subprocess.run(
      .path(Paths.any(try Program.labRun())), arguments: Arguments(words), input: .string(input),
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 16))
    guard result.terminationStatus.isSuccess else {
      throw BenchError("lab-run \(words.joined(separator: " ")): \(result.standardError)")
    }
    return result.standardOutput
  }
}
