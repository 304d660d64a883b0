import FoundationEssentials
import LabSystem
import Synchronization
import Testing

@testable import LabJudge
@testable import LabRunKit

/// Pairs of the real binary against itself. What the times are is the machine's affair.
@Suite(.serialized) struct LatencyPairsTests {
  private let scratch: Scratch
  private let words = ["--strategy", "preheat2x", "--trace", "zoom", "--quiet"] + Tool.tiny

  init() throws { scratch = try Scratch() }

  /// A program that is a shell's lines; `"$0"` and `"$@"` are its own.
  private func program(_ name: String, _ lines: String) throws -> ArmProcess {
    let path = scratch.path + "/" + name
    // Another process writes it: no child of a test beside this one has it open when it is started.
    _ = try ChildProcess.run(
      "/bin/sh", ["-c", "printf '%s' \"$0\" >\"$1\"; chmod +x \"$1\"", "#!/bin/sh\n\(lines)\n", path])
    return ArmProcess(executable: path, name: name, words: words)
  }

  /// lab-run with the environment of the tests.
  private func labRun(_ name: String) throws -> ArmProcess {
    try program(
      name, "export CACHELAB_HOME='\(Tool.home)' XDG_CACHE_HOME='\(Tool.cache)'; exec '\(Tool.executable)' \"$@\"")
  }

  private func bounds(pairs: Int) -> LatencyPairs.Bounds {
    LatencyPairs.Bounds(burnIn: 2, pairsFirst: pairs, secondsMax: 0, decodesMax: 5)
  }

  @Test func twoPairsAreEvidence() async throws {
    let seen = Mutex<[Int]>([])
    let evidence = try LatencyPairs(
      cell: "preheat2x on zoom", base: try labRun("old"), head: try labRun("new"), bounds: bounds(pairs: 2),
      progress: { done, _ in seen.withLock { $0.append(done) } }
    ).collect()
    #expect(evidence.pairs.map(\.baseFirst) == [true, false] && evidence.burnIn.count == 2)
    #expect(evidence.decodes == 5 && evidence.wall > 0)
    #expect(evidence.baseList == evidence.headList && evidence.baseWork == evidence.headWork && evidence.baseWork > 0)
    #expect(evidence.pairs.allSatisfy { $0.base[.cpuP50] > 0 && $0.head[.wallP99] > 0 })
    #expect(seen.withLock { $0 } == [0, 1])
    let finding = LatencyJudge().judge([evidence])
    #expect(finding.rows.count == 4 && finding.rows[0].detail.contains("28 further pairs"))
  }

  @Test func anOpenVerdictAsksForMorePairsUpToTheBound() async throws {
    var bounds = bounds(pairs: 2)
    bounds.secondsMax = 600
    // No limit at all: only the bound ends it.
    let judge = LatencyJudge(settings: LatencySettings(limit: 0, pairsMin: 2, pairsMax: 6))
    let pairs = LatencyPairs(
      cell: "c", base: try labRun("old"), head: try labRun("new"), judge: judge, bounds: bounds)
    #expect(try pairs.collect().pairs.count == 6)
  }

  @Test func aBinaryWithoutArmsIsTooOld() async throws {
    let old = try program("old", "echo \"lab-run: Unexpected argument 'arm'\" >&2; exit 64")
    #expect(throws: ArmMismatch.tooOld("old")) {
      try LatencyPairs(cell: "c", base: old, head: try labRun("new")).collect()
    }
  }

  @Test func aBinaryThatDoesNotKnowTheCellSaysSo() async throws {
    let old = try program("old", "echo \"lab-run: no strategy 'new'\" >&2; exit 1")
    #expect(throws: ArmMismatch.cannotReplay("old", complaint: "no strategy 'new'")) {
      try LatencyPairs(cell: "c", base: old, head: try labRun("new")).collect()
    }
  }

  @Test(arguments: [
    ("{\\\"protocol\\\":9}", ArmMismatch.otherProtocol("old", version: "9")), ("hello", .garbled("old")),
    ("{\\\"protocol\\\":2}", .garbled("old")),
  ])
  func anotherAnswerIsNotComparable(_ answer: String, _ mismatch: ArmMismatch) async throws {
    let old = try program("old", "echo \"\(answer)\"")
    #expect(throws: mismatch) {
      try LatencyPairs(cell: "c", base: old, head: try labRun("new")).collect()
    }
  }

  @Test func otherPhotosAreNotComparable() async throws {
    var old = try labRun("old")
    old = ArmProcess(executable: old.executable, name: old.name, words: words + ["--seed", "2"])
    #expect(throws: ArmMismatch.otherLibrary) {
      try LatencyPairs(cell: "c", base: old, head: try labRun("new")).collect()
    }
  }
}
