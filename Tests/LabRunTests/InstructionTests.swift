import FoundationEssentials
import LabBase
import LabRecords
import LabSystem
import Testing

@testable import LabRunKit

/// Instructions of the real binary, counted in every way that this machine has. One after the other: callgrind runs a copy
/// of the program, for which a small disk has room once.
@Suite(.serialized) struct InstructionTests {
  private let scratch: Scratch
  private let cell = ["--strategy", "preheat2x", "--trace", Tool.home + "/traces/zoom.scrolltrace"] + Tool.tiny

  init() throws { scratch = try Scratch() }

  /// Ways that need what is not here are left out: the processor's counter is lent by few virtual machines.
  static let ways: [String] = {
    var ways: [String] = []
    if (try? InstructionCounter(.counter)) != nil { ways.append("counter") }
    if Tool.isInstalled("valgrind") && Tool.isInstalled("strip") { ways.append("callgrind") }
    return ways
  }()

  private static let canCount: some TestTrait = .enabled(
    if: !ways.isEmpty, "neither a counter nor valgrind is here: apt-get install valgrind")

  private func count(_ way: String, decodes: Int) async throws -> InstructionCount {
    let path = scratch.path + "/slice"
    let listed = try await Tool.shell(
      "d=$1; shift; \"$0\" \"$@\" > $d", [path, "arm", "--list", "--decodes", "\(decodes)"] + cell)
    #expect(listed.code == 0, "\(listed.error)")
    let told = try await Tool.run(["arm", "--instructions", way, "--slice", path] + cell)
    #expect(told.code == 0, "\(told.error)")
    return try ArmProtocol.count(told.output, name: "lab-run")
  }

  @Test(canCount, arguments: ways)
  func decodesFramesAndRequestsAreCountedAndRepeat(_ way: String) async throws {
    let first = try await count(way, decodes: 3)
    let second = try await count(way, decodes: 3)
    #expect(first.way.rawValue == way && first.surroundings == second.surroundings && first.slice == second.slice)
    for kind in InstructionKind.allCases {
      let (one, other) = (try #require(first.part(kind)), try #require(second.part(kind)))
      #expect(one.units == other.units && one.sum > 0)
      // A thousandth: an interrupt that the processor counts in, a page that has another address.
      #expect((one.sum - other.sum).magnitude * 1000 <= one.sum.magnitude, "\(kind): \(one.sum), \(other.sum)")
    }
    #expect(first.part(.decode)?.units == 3)
    // Set-up is not counted: a decode more is as much more as a decode is.
    let few = try #require(first.part(.decode))
    let more = try #require(try await count(way, decodes: 9).part(.decode))
    #expect(few.mean < 3 * more.mean && more.mean < 3 * few.mean, "\(few.mean), \(more.mean)")
    if way == "callgrind" {
      let names = try #require(first.part(.decode)).functions.map(\.name)
      #expect(names.contains("tjDecompress2") && names.contains { $0.hasPrefix("LabLibrary.JPEGDecoder.decode(") })
      #expect(try #require(first.part(.frame)).functions.contains { $0.name.contains("Preheat2x.viewportChanged(") })
    }
  }

  @Test(canCount)
  func aRunPrintsThemBelowItsTable() async throws {
    let told = try await Tool.run(
      cell + ["--decode", "none", "--instructions", "--out", scratch.path])
    #expect(told.code == 0 && told.output.contains("a request  a frame  a decode"), "\(told.output)\(told.error)")
    let refused = try await Tool.run(cell + ["--instructions", "--decode", "none", "--format", "json"])
    #expect(refused.code == 64 && refused.error.contains("--format table"))
  }

  @Test(canCount, arguments: ways)
  func aGateComparesFramesWithItsBaselineAndWithAnotherBinary(_ way: String) async throws {
    let words = ["--baseline", scratch.path + "/baseline", "--decode", "none", "--instructions", way] + cell
    #expect(try await Tool.run(["baseline", "record"] + words).code == 0)
    let metric = "frame-instructions (\(way))"
    for more in [[], ["--base", Tool.executable]] {
      let gate = try await Tool.run(["gate", "--all"] + words + more)
      let row = gate.output.split(separator: "\n").first { $0.contains(metric) }
      #expect(gate.code == 0 && row?.contains(" ok") == true, "\(gate.output)\(gate.error)")
    }
    // A baseline of fewer instructions than there are.
    let path = scratch.path + "/baseline/" + (try #require(scratch.names(in: "baseline").first))
    let edit = "sed -i -E 's/(\"frame\":\\{[^}]*\"instructions\":)[0-9]+/\\11000/' \"$1\""
    #expect(try await Tool.shell(edit, [path]).code == 0)
    var members = try JSON.parse(try String(contentsOfFile: path, encoding: .utf8)).object ?? [:]
    members["sha256"] = nil
    try JSON.object(members).compactText.write(toFile: path, atomically: false, encoding: .utf8)
    let worse = try await Tool.run(["gate"] + words)
    #expect(worse.code == 2 && worse.output.contains("REGRESSED"), "\(worse.output)\(worse.error)")
  }

  @Test(arguments: [
    ("tjDecompress2", "tjDecompress2"), ("$s", "$s"), ("$s10Foundation4DataV", "Foundation.Data"),
    ("$s5Cache4Grid33_3CB6F78EAC22AF02069754ACCC461F11LLV5frameyyF", "Cache.(Grid).frame() -> ()"),
  ])
  func functionsAreCalledAsPeopleCallThem(_ symbol: String, _ name: String) {
    #expect(SwiftSymbol.short(symbol) == name)
  }

  @Test func aWayThatIsNotHereIsSaidWithItsCure() async throws {
    let recorded = try await Tool.run(
      ["baseline", "record", "--baseline", scratch.path + "/none", "--decode", "none", "--instructions", "callgrind"]
        + cell,
      environment: ["PATH": scratch.path])
    #expect(recorded.code == 1 && recorded.error.contains("apt-get install"), "\(recorded.error)")
    let told = try await Tool.run(
      ["arm", "--instructions", "callgrind"] + cell, environment: ["PATH": scratch.path])
    #expect(told.code == 1 && told.error.contains("apt-get install"), "\(told.error)")
  }

  @Test func aBinaryThatCannotCountLeavesTheRowOut() async throws {
    let old = scratch.path + "/old"
    let lines = "#!/bin/sh\necho \"lab-run: Unknown option '--instructions'\" >&2; exit 64\n"
    #expect(try await Tool.shell("printf '%s' \"$2\" > \"$1\"; chmod +x \"$1\"", [old, lines]).code == 0)
    let arm = ArmProcess(executable: old, name: "old", words: [])
    #expect(throws: InstructionCounterError(reason: "old was built before it could count them")) {
      try arm.count(.counter, slice: nil)
    }
  }
}
