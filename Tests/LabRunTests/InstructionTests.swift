import CacheLab
import LabSystem
import Testing

@testable import LabRecords
@testable import LabRunKit

/// Instructions of the real program, counted by callgrind. One after the other: callgrind runs a copy of the program, for
/// which a small disk has room once.
@Suite(.serialized) struct InstructionTests {
  private let scratch = Scratch()
  private let cell = ["--strategy", "preheat2x", "--trace", Tool.home + "/traces/zoom.scrolltrace"] + Tool.tiny

  private static let canCount: some TestTrait = .enabled(
    if: Tool.isInstalled("valgrind") && Tool.isInstalled("strip"), "apt-get install valgrind binutils")

  private func count(_ words: [String]) async throws -> [String: Double] {
    let told = try await Tool.run(cell + ["--instructions", "--format", "json", "--out", scratch.path] + words)
    return (try told.json()["instructions"]?.object ?? [:]).compactMapValues(\.number)
  }

  @Test(canCount) func decodesFramesAndRequestsAreCountedAndRepeat() async throws {
    let (first, second) = (try await count([]), try await count([]))
    #expect(first.keys.sorted() == ["decode", "frame", "request"])
    for (kind, one) in first {
      let other = try #require(second[kind])
      // Half a percent, as much as a gate lets pass.
      #expect(one > 0 && (one - other).magnitude * 200 <= one, "\(kind): \(one), \(other)")
    }
    // Decodes are of photos that no strategy chooses, and frames and requests of none.
    let counted = try await count(["--decode", "none"])
    #expect(counted.keys.sorted() == ["frame", "request"])
    #expect(try #require(counted["frame"]) < 100_000, "set-up is not counted")
  }

  @Test(canCount) func aRunPrintsThemBelowItsTable() async throws {
    let told = try await Tool.run(cell + ["--decode", "none", "--instructions", "--out", scratch.path])
    #expect(told.code == 0 && told.output.contains("a request  a frame  a decode"), "\(told.output)\(told.error)")
    try await Tool.run(cell + ["--instructions", "--decode", "none", "--format", "csv"]).failing(64, "--format table")
  }

  /// The same program on both sides: the figures are its own, and no baseline is needed.
  @Test(canCount) func aGateComparesThemWithAnotherProgram() async throws {
    let words = ["gate", "--all", "--without", "latency", "--base", Tool.executable] + cell
    let gate = try await Tool.run(words + ["--baseline", scratch.path + "/none"])
    for metric in ["decode-instructions", "frame-instructions", "peak-bitmap-bytes"] {
      let row = gate.output.split(separator: "\n").first { $0.contains(" \(metric) ") }
      #expect(gate.code == 0 && row?.contains(" ok") == true, "\(gate.output)\(gate.error)")
    }
    #expect(gate.output.contains("there is no \(scratch.path)/none/preheat2x-zoom"), "\(gate.output)")
  }

  @Test(arguments: [
    ("tjDecompress2", "tjDecompress2"), ("$s", "$s"), ("$s10Foundation4DataV", "Foundation.Data"),
    ("$s5Cache4Grid33_3CB6F78EAC22AF02069754ACCC461F11LLV5frameyyF", "Cache.(Grid).frame() -> ()"),
  ])
  func functionsAreCalledAsPeopleCallThem(_ symbol: String, _ name: String) {
    #expect(SwiftSymbol.short(symbol) == name)
  }

  /// What `callgrind_annotate` prints.
  private static let annotated = """
    Profile data file 'callgrind.1' (creator: callgrind-3.19.0)
    Trigger: Client Request: decode
    Thresholds:       100
    3,786 (100.0%)  PROGRAM TOTALS
    Ir                   file:function
    3,786 (100.0%)  ???:main [/usr/bin/lab-run]
    3,764 (99.42%)  ???:$s10Foundation4DataV [/usr/bin/lab-run]
       12 ( 0.32%)  ???:swift::retain(swift::Object*) [clone .cold] [/usr/lib/libswiftCore.so]
        7 ( 0.18%)  ./nptl/pthread.c:start [/usr/lib/libc.so.6]
        3 ( 0.08%)  ???:start [/usr/lib/libother.so]
    """

  @Test func functionsHaveWhatTheyCallWithThemAndWhatAllIsExecutedInIsLeftOut() {
    let count = CallgrindRun.count(of: 20, .decode, annotated: InstructionTests.annotated)
    #expect(count?.sum == 3786 && count?.units == 20)
    #expect(count?.functions == ["Foundation.Data": 3764, "swift::retain(swift::Object*)": 12, "start": 10])
  }

  @Test func whatIsOfAnotherPartOrWasCutIsRefused() {
    let whole = InstructionTests.annotated
    #expect(CallgrindRun.count(of: 20, .frame, annotated: whole) == nil)
    #expect(CallgrindRun.count(of: 0, .decode, annotated: whole) == nil)
    #expect(CallgrindRun.count(of: 20, .decode, annotated: String(whole.prefix(120))) == nil)
  }

  @Test func whatIsNotHereIsSaidWithItsCure() async throws {
    let told = try await Tool.run(
      cell + ["--decode", "none", "--instructions", "--out", scratch.path], environment: ["PATH": scratch.path])
    #expect(
      told.code == 0 && told.output.contains("Instructions were not counted: there is no 'strip' in PATH; apt-get"),
      "\(told.output)\(told.error)")
  }
}
