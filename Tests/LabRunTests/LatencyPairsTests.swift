import FoundationEssentials
import LabSystem
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRunKit

/// Pairs of ordinary runs of the real program against itself. What the times are is the machine's affair.
@Suite(.serialized) struct LatencyPairsTests {
  private let scratch = Scratch()
  private let words = ["--strategy", "preheat2x", "--trace", "zoom", "--decode", "real"] + Tool.tiny

  /// A program that is a shell's lines; `"$0"` and `"$@"` are its own.
  private func program(_ name: String, _ lines: String) throws -> GateProgram {
    let path = scratch.path + "/" + name
    // Another process writes it: no child of a test beside this one has it open when it is started.
    _ = try ChildProcess.run(
      "/bin/sh", ["-c", "printf '%s' \"$0\" >\"$1\"; chmod +x \"$1\"", "#!/bin/sh\n\(lines)\n", path])
    return try GateProgram(executable: path, name: name)
  }

  /// lab-run with the environment of the tests.
  private func labRun(_ name: String, _ more: String = "") throws -> GateProgram {
    try program(
      name,
      "export CACHELAB_HOME='\(Tool.home)' XDG_CACHE_HOME='\(Tool.cache)'; exec '\(Tool.executable)' \"$@\" \(more)")
  }

  private func pairs(_ old: GateProgram, _ judge: LatencyJudge = LatencyJudge()) throws -> LatencyEvidence {
    try old.pairs(with: try labRun("new"), words, cell: "preheat2x zoom", judge: judge)
  }

  @Test func twoPairsAreEvidence() async throws {
    var judge = LatencyJudge()
    (judge.pairsMin, judge.secondsMax, judge.burnIn) = (2, 0, 1)
    let evidence = try pairs(try labRun("old"), judge)
    #expect(evidence.pairs.count == 2 && evidence.burnIn.count == 2)
    #expect(evidence.decodes > 5 && evidence.baseWork == evidence.headWork && evidence.baseWork > 0)
    #expect(evidence.pairs.allSatisfy { $0.base[.cpuP50] ?? 0 > 0 && $0.head[.cpuMean] ?? 0 > 0 })
    let finding = LatencyJudge().judge([evidence])
    #expect(finding.rows.count == 2 && finding.isOpen)
  }

  @Test func anOpenVerdictAsksForMorePairsUpToTheBound() async throws {
    // No limit at all: only the bound ends it.
    var judge = LatencyJudge()
    (judge.limit, judge.pairsMin, judge.pairsMax, judge.secondsMax, judge.burnIn) = (0, 2, 6, 600, 1)
    #expect(try pairs(try labRun("old"), judge).pairs.count == 6)
  }

  @Test(arguments: [
    ("echo \"lab-run: no strategy 'new'\" >&2; exit 1", "cannot run this case (exit code 1: no strategy 'new')"),
    ("echo hello", "answered 'run' with no record: is it a lab-run?"),
  ])
  func aProgramThatCannotRunTheCaseIsNotComparable(_ lines: String, _ words: String) async throws {
    let error = #expect(throws: LabError.self) { try pairs(try program("old", lines)) }
    #expect(error?.exitCode == 5 && error?.description.contains("old \(words)") == true, "\(String(describing: error))")
  }

  @Test func anotherCaseIsNotComparable() async throws {
    let error = #expect(throws: LabError.self) { try pairs(try labRun("old", "--seed 2")) }
    #expect(error?.exitCode == 5 && error?.description.contains("library") == true, "\(String(describing: error))")
  }
}
