import LabJudge
import Testing

@testable import LabBase
@testable import LabRunKit

/// `lab-run arm`, which the gate alone calls.
@Suite(.serialized) struct ArmTests {
  private let scratch: Scratch
  private let cell = ["--strategy", "preheat2x", "--trace", Tool.home + "/traces/zoom.scrolltrace"] + Tool.tiny

  init() throws { scratch = try Scratch() }

  private func slice() async throws -> String {
    let path = scratch.path + "/slice"
    let made = try await Tool.shell(
      "d=$1; shift; \"$0\" \"$@\" > $d", [path, "arm", "--list", "--decodes", "9"] + cell)
    #expect(made.code == 0, "\(made.error)")
    return path
  }

  @Test func theListIsOfAllDecodesAndTheSliceOfSome() async throws {
    let listed = try await Tool.run(["arm", "--list", "--decodes", "9"] + cell)
    let json = try listed.json()
    let run = try await Tool.run(["run", "--decode", "none", "--format", "json", "--out", scratch.path] + cell)
    #expect(json["decodes"] == (try run.json())["deterministic"]?["metrics"]?["decodes"])
    #expect(json["protocol"] == .integer(2) && json["slice"]?.array?.count == 9)
    #expect(json["list-sha256"]?.string?.count == 64 && (json["work-ns"]?.integer ?? 0) > 0)
    #expect(try await Tool.run(["arm", "--list", "--decodes", "9"] + cell).output == listed.output)
  }

  @Test func eachDecodeOfASliceIsTimedOnce() async throws {
    let ran = try await Tool.run(["arm", "--slice", try await slice()] + cell)
    let json = try ran.json()
    for key in ["cpu", "wall"] {
      let times = try #require(json[key]?.array)
      #expect(times.count == 9 && times.allSatisfy { ($0.integer ?? 0) > 0 }, "\(ran.output)")
    }
  }

  @Test func anAssetThatTheLibraryLacksIsNamed() async throws {
    let path = try await slice()
    let ran = try await Tool.run(["arm", "--slice", path, "--library", "tiny", "--assets", "1"])
    #expect(
      ran.code == 1 && ran.error.contains("and the library has 1: give the --library and --assets"), "\(ran.error)")
  }

  @Test func anotherProtocolIsSaid() async throws {
    let ran = try await Tool.shell(
      "echo '{\"protocol\":3,\"slice\":[[0,1]]}' | \"$0\" \"$@\"", ["arm", "--slice", "-"] + cell)
    #expect(
      ran.code == 5 && ran.error.contains("speaks version 3 of the gate's protocol, this lab-run 2"), "\(ran.error)")
  }

  @Test func theCommandIsNotShownToPeople() async throws {
    let help = try await Tool.run(["--help"])
    #expect(help.code == 0 && !help.output.contains("Decode a slice"))
  }
}
