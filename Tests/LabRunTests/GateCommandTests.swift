import FoundationEssentials
import CacheLab
import Testing

/// `lab-run baseline` and `lab-run gate`, as CI runs them.
@Suite(.serialized) struct GateCommandTests {
  private let scratch = Scratch()
  private let cell = ["--strategy", "preheat2x", "--trace", "ios-overscroll"]

  private func gate(_ words: [String]) async throws -> Tool.Outcome {
    try await Tool.run(["gate", "--baseline", scratch.path + "/baseline", "--decode", "none"] + words + Tool.tiny)
  }

  private func record(_ words: [String] = []) async throws -> Tool.Outcome {
    try await Tool.run(
      ["baseline", "record", "--baseline", scratch.path + "/baseline", "--decode", "none"] + cell + words + Tool.tiny)
  }

  private func accept(_ reason: String, _ words: [String]) async throws -> Tool.Outcome {
    let folder = ["--baseline", scratch.path + "/baseline", "--decode", "none"]
    return try await Tool.run(["baseline", "accept", "--reason", reason] + folder + words + Tool.tiny)
  }

  @Test func changedParametersAreANoteAndTheFiguresAreJudged() async throws {
    #expect(try await record().code == 0)
    let words = ["--strategy", "preheat2x:height=9/4", "--trace", "ios-overscroll"]
    let changed = try await gate(words)
    #expect(changed.code == 2, "\(changed.output)\(changed.error)")
    let lines = changed.output.split(separator: "\n")
    #expect(lines[0].contains(/^gate FAILED: peak [\d.]+ -> [\d.]+ MB \(\+[\d.]+%\)/), "\(changed.output)")
    #expect(lines[1].hasPrefix("  preheat2x ios-overscroll: height was 2, is 9/4; "), "\(changed.output)")
    let row = changed.output.split(separator: "\n").first { $0.contains(" peak-bitmap-bytes ") }
    #expect(row?.contains("REGRESSED") == true)
    let accepted = try await accept("wider", words)
    let moves = accepted.output.split(separator: "\n").map { String($0.drop { $0 == " " }) }.dropFirst()
    #expect(accepted.code == 0 && moves.first == "height was 2, is 9/4", "\(accepted.output)\(accepted.error)")
    #expect(moves.contains { $0.contains(/^peak-bitmap-bytes [\d.]+ MB -> [\d.]+ MB \(\+[\d.]+%\)$/) }, "\(moves)")
    let names = scratch.names(in: "baseline")
    #expect(names.count == 1, "the same file: \(names)")
    let reason = try JSON.parse(scratch.text(of: "baseline/\(names[0])"))["reason"]?.string
    #expect(reason == "wider (\(moves.joined(separator: "; ")))")
    let same = try await gate(words).succeeding()
    #expect(same.output.hasPrefix("gate passed: nothing moved in 1 case\n1 of 1 baselines in "), "\(same.output)")
    let two = try await record(["--strategy", "preheat2x:height=3"])
    #expect(two.code != 0 && two.error.contains(names[0]), "\(two.error)")
  }

  @Test func casesOfOneStrategyAndTraceAreToldApart() async throws {
    #expect(try await record().code == 0)
    #expect(try await record(["--device", "decode-30ms"]).code == 0)
    let name = try #require(scratch.names(in: "baseline").first { $0 != "preheat2x-ios-overscroll.json" })
    try change(name) { $0["decodes"] = .integer(1_000_000) }
    let all = try await Tool.run(["gate", "--baseline", scratch.path + "/baseline", "--decode", "none"]).succeeding()
    let replacing = "baseline accept --strategy preheat2x --trace ios-overscroll --device decode-30ms"
    #expect(all.words.contains("ios-overscroll --device decode-30ms") && all.words.contains(replacing), "\(all.output)")
  }

  /// Changes the counts of a baseline as somebody does who also takes its digest away.
  private func change(_ name: String, command: [JSON]? = nil, _ counts: (inout [String: JSON]) -> Void) throws {
    var members = try JSON.parse(scratch.text(of: "baseline/" + name)).object ?? [:]
    var known = members["counts"]?.object ?? [:]
    counts(&known)
    members["counts"] = .object(known)
    members["sha256"] = nil
    if let command { members["command"] = .array(command) }
    let path = scratch.path + "/baseline/" + name
    try JSON.object(members).prettyText.write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func aBaselineWhoseCommandRunsAnotherCaseIsRefused() async throws {
    #expect(try await record().code == 0)
    let name = try #require(scratch.names(in: "baseline").first)
    try change(name, command: []) { $0 = [:] }
    try await Tool.run(["gate", "--baseline", scratch.path + "/baseline", "--decode", "none"]).failing(
      5, "\(name): its command does not run the case")
  }

  @Test func aDamagedBaselineIsNamedAndCanBeReplaced() async throws {
    #expect(try await record().code == 0)
    let name = try #require(scratch.names(in: "baseline").first)
    try scratch.write("{", to: "baseline/\(name)")
    try await Tool.run(["gate", "--baseline", scratch.path + "/baseline", "--decode", "none"]).failing(
      1, name, "is not JSON")
    #expect(try await accept("lost", cell).code == 0)
    #expect(try await gate(cell).code == 0)
  }

  @Test func aBaselineIsNotReplacedByAccident() async throws {
    #expect(try await record().code == 0)
    try await record().failing(1, "is there already: lab-run baseline accept ")
    for words in [["record"], ["accept"], []] {
      let all = try await Tool.run(["baseline"] + words + ["--baseline", scratch.path + "/baseline"])
      #expect(all.code == 64, "\(all.error)")
    }
    try await accept("wider on purpose", cell).succeeding()
    let name = try #require(scratch.names(in: "baseline").first)
    #expect(try scratch.text(of: "baseline/" + name).contains("\"reason\": \"wider on purpose\""))
  }

  @Test(arguments: [
    ["--write", "github=x"], ["--write", "pdf=x"], ["--strategy", "none"], ["--instructions", "none"],
  ]) func contradictionsAreUsageErrors(words: [String]) async throws {
    #expect(try await Tool.run(["gate"] + words).code == 64)
  }
}
