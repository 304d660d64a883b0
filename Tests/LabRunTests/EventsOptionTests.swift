import FoundationEssentials
import CacheLab
import Testing

/// `--events FILE`.
@Suite(.serialized) struct EventsOptionTests {
  private let scratch = Scratch()

  private func run(_ arguments: [String]) async throws -> Tool.Outcome {
    try await Tool.run(
      ["-s", "preheat2x", "-t", "zoom", "--decode", "none", "--out", scratch.path + "/out"] + Tool.tiny + arguments)
  }

  @Test func everyLineIsJSONAndTheFirstIsTheConfiguration() async throws {
    let ran = try await run(["--events", scratch.path + "/e.jsonl", "--format", "json"]).succeeding()
    let lines = try scratch.text(of: "e.jsonl").split(separator: "\n")
    #expect(lines[0].hasPrefix("{\"events\":1,"))
    let first = try JSON.parse(String(lines[0]))
    let configuration = try #require(try ran.json()["configuration"]?.object)
    for (key, value) in configuration { #expect(first[key] == value, "\(key)") }
    var last: Int64 = 0
    for line in lines.dropFirst() {
      let event = try JSON.parse(String(line))
      let time = try #require(event["t"]?.integer)
      #expect(time >= last && event["e"]?.string != nil, "\(line)")
      last = time
    }
    #expect(scratch.names() == ["e.jsonl", "out"], "no partial file stays")
  }

  @Test func writingEventsChangesNoNumber() async throws {
    let with = try await run(["--events", scratch.path + "/e.jsonl", "--format", "csv"])
    #expect(try await run(["--format", "csv"]).output == with.output)
  }

  @Test func aPipeIsWrittenToAndNotReplaced() async throws {
    let ran = try await run(["--events", "/dev/stdout", "--format", "csv"]).succeeding()
    #expect(ran.output.hasPrefix("{\"events\":1,") && ran.output.contains("\nstrategy,trace,device,"))
  }

  @Test func aFileThatIsStandardOutputIsWrittenToAndNotReplaced() async throws {
    let ran = try await Tool.shell(
      "f=\"$1\"; shift; \"$0\" \"$@\" --events /dev/stdout >\"$f\"; test -L /dev/stdout && head -c 12 \"$f\"; tail -n 1 \"$f\"",
      [scratch.path + "/all", "-s", "none", "-t", "hunt", "--decode", "none", "--format", "csv"] + Tool.tiny
        + ["--out", scratch.path + "/out"])
    #expect(ran.output.hasPrefix("{\"events\":1,none,hunt,"), "\(ran.output.prefix(200))\(ran.error)")
  }

  @Test func aFolderIsNoFileToWrite() async throws {
    let ran = try await run(["--events", scratch.path])
    #expect(ran.code == 1 && ran.output.isEmpty)
    #expect(ran.error == "lab-run: \(scratch.path) is a folder, and a file is to be written; name a file in it\n")
  }

  @Test func aFullDiskIsAnErrorAndLeavesNothingHalfWritten() async throws {
    let ran = try await run(["--events", "/dev/full"])
    #expect(ran.code == 1)
    #expect(
      ran.error.hasPrefix("lab-run: /dev/full cannot be written (No space left on device): nothing of it was kept"))
    #expect(ran.output.isEmpty)
    #expect(scratch.names(in: "out").isEmpty)
  }

  @Test func aLimitOnFileSizesIsAnErrorAndLeavesNothingHalfWritten() async throws {
    // Made beforehand, so that the limit meets the events and not the library.
    _ = try await Tool.run(["library", "info"] + Tool.tiny)
    let ran = try await Tool.shell(
      "ulimit -f 8; exec \"$0\" \"$@\"",
      ["-s", "none", "-t", "zoom", "--decode", "none", "--out", scratch.path + "/out"] + Tool.tiny
        + ["--events", scratch.path + "/e.jsonl"])
    #expect(ran.code == 1, "\(ran)")
    #expect(ran.error.hasPrefix("lab-run: \(scratch.path)/e.jsonl cannot be written (File too large)"), "\(ran.error)")
    #expect(scratch.names() == ["out"] && scratch.names(in: "out").isEmpty)
  }
}
