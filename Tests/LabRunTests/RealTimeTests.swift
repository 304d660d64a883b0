import LabBase
import Testing

/// `--time real` and `lab-run validate`, however busy the machine is.
@Suite(.serialized) struct RealTimeTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func aRunOnTheWallClockIsARecordOfMeasurements() async throws {
    let ran = try await Tool.run(
      ["--strategy", "preheat2x", "--trace", "ios-overscroll", "--time", "real", "--speed", "20", "--format", "json"]
        + Tool.tiny + ["--out", scratch.path])
    #expect(ran.code == 0, "\(ran.error)")
    let record = try ran.json()
    #expect(record["configuration"]?["time"]?["speed"]?.string == "20")
    #expect(record["configuration"]?["time"]?["decodes-end"]?.string == "hold")
    #expect(record["deterministic"]?["digest"] == nil, "nothing repeats on the wall clock")
    #expect(record["measured"]?["requests"]?.integer ?? 0 > 0)
    #expect(record["measured"]?["frame-lateness"]?["count"]?.integer == 1280)
    let table = try await Tool.run(
      ["--strategy", "none", "--trace", "ios-overscroll", "--time", "real", "--speed", "20", "--decodes-end", "host"]
        + Tool.tiny + ["--out", scratch.path])
    #expect(table.code == 0, "\(table.error)")
    #expect(table.words.contains("on the wall clock at 20 times its speed, as this machine decodes"))
    #expect(table.output.contains("dropped"))
  }

  @Test func aMatrixMeasuresAsItIsTold() async throws {
    let words = ["-s", "none", "-s", "preheat2x", "--format", "json", "--quiet", "--out", scratch.path] + Tool.tiny
    let real = try await Tool.run(
      words + ["-t", "ios-overscroll", "--time", "real", "--speed", "20", "--decodes-end", "host"])
    let records = try #require(try real.json().array)
    #expect(records.count == 2)
    for record in records {
      #expect(
        record["configuration"]?["time"]
          == .object(["mode": .string("real"), "speed": .string("20"), "decodes-end": .string("host")]))
    }
  }

  @Test func inVirtualTimeFrameMetricsAreAbsentWithAReason() async throws {
    let ran = try await Tool.run(
      ["--strategy", "none", "--trace", "ios-overscroll", "--decode", "none", "--format", "json"] + Tool.tiny
        + ["--out", scratch.path])
    let record = try ran.json()
    #expect(record["measured"]?["dropped-frames"]?["absent"]?.string?.contains("--time real") == true)
  }

  @Test(arguments: [
    (["--speed", "2"], "add --time real"), (["--decodes-end", "host"], "add --time real"),
    (["--time", "real", "--speed", "0"], "--speed"), (["--time", "real", "--speed", "-1"], "--speed"),
    (["--time", "real", "--speed", "nan"], "--speed"), (["--time", "real", "--speed", "101"], "--speed"),
    (["--time", "real", "--events", "e.jsonl"], "leave out"),
    (["--time", "real", "--decode", "none", "--decodes-end", "host"], "leave out"),
  ]) func contradictionsAreUsageErrors(words: [String], cure: String) async throws {
    let ran = try await Tool.run(["--strategy", "none", "--trace", "zoom"] + words)
    #expect(ran.code == 64, "\(ran.error)")
    #expect(ran.error.contains(cure), "\(ran.error)")
  }

  @Test func validateComparesAndJudges() async throws {
    let ran = try await Tool.run(
      [
        "validate", "--strategy", "none", "--trace", "ios-overscroll", "--rounds", "2", "--speed", "20", "--decode",
        "none",
      ]
        + Tool.tiny)
    // How the two compare is the machine's affair; a verdict there always is.
    #expect([0, 1, 3].contains(ran.code), "\(ran.error)")
    #expect(ran.output.contains("virtual time against the wall clock (2 rounds)"))
    #expect(ran.output.contains("a frame happens when it is due"))
    for line in ran.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test(arguments: [
    ["--rounds", "0"], ["--rounds", "100"], ["--events", "e.jsonl"], ["--out", "x"], ["--format", "csv"],
  ]) func validateRefusesWhatItDoesNotDo(words: [String]) async throws {
    let ran = try await Tool.run(["validate", "--strategy", "none", "--trace", "zoom"] + words)
    #expect(ran.code == 64, "\(ran.error)")
  }
}
