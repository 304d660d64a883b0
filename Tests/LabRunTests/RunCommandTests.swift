import ArgumentParser
import CacheLab
import FoundationEssentials
import LabRecords
import Testing

@testable import LabRunKit

/// `lab-run` and `lab-run run`, as the README shows them.
@Suite(.serialized) struct RunCommandTests {
  private let scratch = Scratch()

  private func run(_ arguments: [String]) async throws -> Tool.Outcome {
    try await Tool.run(arguments + Tool.tiny + ["--out", scratch.path + "/out"])
  }

  @Test func aValueMayBeginWithADash() throws {
    var settings = RunSettings()
    settings.library = "-my pics"
    let words =
      ShellWords.option("strategy", "none") + ShellWords.option("trace", "-t=x") + settings.words(decodes: true)
    #expect(words == ["--strategy", "none", "--trace=-t=x", "--library=-my pics"])
    #expect(try RunOptions.parse(words).request.settings == settings)
  }

  @Test func aDeviceForOtherPhotosIsNotedAboveTheTable() async throws {
    let words = ["-s", "none", "-t", "zoom", "--decode", "none"]
    let named = try await run(words + ["--device", "decode-12mp"])
    let lines = named.output.split(separator: "\n")
    #expect(lines[2].hasPrefix("note: device 'decode-12mp' is for photos of about 12.0 megapixels"), "\(named)")
    #expect(named.output.ranges(of: "is for photos of").count == 1)
    let file = scratch.path + "/phone.device.json"
    for (megapixels, isNoted) in [(12, true), (1, false)] {
      try #"""
      {"schema":1,"name":"phone","workers":2,"fixed-ns":500000,"ps-per-byte":7900,"ps-per-pixel":900,
      "calibration":{"session":{"name":"mine","megapixels":\#(megapixels)}}}
      """#.write(toFile: file, atomically: true, encoding: .utf8)
      let fitted = try await run(words + ["--device", file]).output.replacing(/\n */, with: " ")
      #expect(fitted.contains("device 'phone' was fitted to the session 'mine'"), "\(fitted)")
      #expect(fitted.contains("device 'phone' is for photos of about 12.0 megapixels") == isNoted, "\(fitted)")
    }
    for device in [[], ["--device", "decode-4ms"], ["--device", "instant"]] {
      #expect(!(try await run(words + device)).output.contains("is for photos of"), "\(device)")
    }
  }

  @Test func theMissionsCommandPrintsATableAndKeepsARecord() async throws {
    let ran = try await Tool.run([
      "--strategy", "preheat2x", "--trace", "fastscroll", "--library", "tiny", "--out", scratch.path + "/out",
    ]).succeeding()
    #expect(ran.error.isEmpty, "nothing but results when no terminal watches")
    #expect(ran.output.contains("fastscroll: 34.6 s, 4,000 requests"))
    #expect(ran.output.contains("preheat2x       0.0  97."), "\(ran.output)")
    // A path is as long as it is.
    let lines = ran.output.split(separator: "\n").filter { !$0.hasPrefix("record: ") }
    for line in lines { #expect(line.count <= 100, "\(line)") }
    let names = scratch.names(in: "out")
    #expect(names.count == 1)
    let name = try #require(names.first)
    #expect(name.wholeMatch(of: /\d{8}T\d{6}Z-preheat2x-fastscroll-[0-9a-f]{8}\.tsv/) != nil, "\(name)")
    #expect(ran.output.hasSuffix("\nrecord: \(scratch.path)/out/\(name)\n"))
    let record = try RunFile.records(at: "\(scratch.path)/out/\(name)")[0]
    #expect(record.configurationDigest.prefix(8) == name.dropLast(4).suffix(8))
    guard case .distribution(let times)? = record.metric(.decodeWall) else {
      Issue.record("nothing was measured")
      return
    }
    #expect(record.metric(.decodes) == .integer(times.count) && record.samples.decodeWall.count == Int(times.count))
  }

  @Test func optionsRepeatAndEqualStrategiesRunOnce() async throws {
    let ran = try await run([
      "-s", "none", "-s", "preheat2x", "--strategy", "preheat2x:height=2", "-t", "zoom", "--trace", "hunt",
      "--decode", "none", "--format", "json",
    ])
    let records = try #require(try ran.json().array)
    let names = records.map {
      [$0["configuration"]?["strategy-short"]?.string, $0["configuration"]?["trace"]?["name"]?.string]
    }
    #expect(names == [["none", "zoom"], ["preheat2x", "zoom"], ["none", "hunt"], ["preheat2x", "hunt"]])
    let file = try #require(scratch.names(in: "out").first)
    #expect(file.contains("-4-runs-") && scratch.names(in: "out").count == 1)
    let read = try RunFile.records(at: "\(scratch.path)/out/\(file)")
    #expect(try read.map { try JSON.parse($0.json.prettyText) } == records)
  }

  @Test func allMeansEveryStrategyAndEveryTrace() async throws {
    func lines(_ strategy: String, _ trace: String) async throws -> Int {
      let ran = try await run(["--strategy", strategy, "--trace", trace, "--decode", "none", "--format", "csv"])
        .succeeding()
      return ran.output.split(separator: "\n").count
    }
    let listed = try await Tool.run(["list", "--format", "json"])
    let names = try listed.json()
    #expect(try await lines("all", "ios-overscroll") == 1 + (names["strategies"]?.array?.count ?? 0))
    #expect(try await lines("none", "all") == 1 + (names["traces"]?.array?.count ?? 0))
  }

  @Test func validateComparesAndJudges() async throws {
    let ran = try await Tool.run(
      [
        "validate", "--strategy", "none", "--trace", Tool.home + "/Tests/Corpus/plain.scrolltrace", "--rounds", "2",
      ] + Tool.tiny)
    // How the two compare is the machine's affair; a verdict there always is.
    #expect([0, 1, 3].contains(ran.code), "\(ran.error)")
    #expect(ran.output.contains("virtual time against the wall clock (2 rounds)"))
    #expect(ran.output.contains("a frame happens when it is due"))
    for line in ran.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test(arguments: [
    ["--rounds", "0"], ["--rounds", "100"], ["--events", "e.jsonl"], ["--out", "x"], ["--format", "csv"],
    ["--cloud", "30"],
  ]) func validateRefusesWhatItDoesNotDo(words: [String]) async throws {
    let ran = try await Tool.run(["validate", "--strategy", "none", "--trace", "zoom"] + words)
    #expect(ran.code == 64, "\(ran.error)")
  }
}
