import FoundationEssentials
import CacheLab
import LabRecords
import Testing

/// Whatever decides what a replay counts reaches every way to run it: no way counts other than a single run.
@Suite(.serialized) struct RunSettingTests {
  private let scratch = Scratch()
  /// Of no name that the tool knows, as is the device.
  private let trace: String

  init() async throws {
    trace = scratch.path + "/my flicks.scrolltrace"
    try await Tool.run(["trace", "cut", "flicks", "--seconds", "..6", "--out", trace]).succeeding()
    let device = JSON.object([
      "schema": .integer(1), "name": .string("box"), "workers": .integer(2), "fixed-ns": .integer(500_000),
      "ps-per-byte": .integer(125_000), "ps-per-pixel": .integer(37_500),
    ])
    try scratch.write(device.prettyText, to: "box.json")
  }

  /// A value of each setting that is not its default.
  private var examples: [String: String] {
    [
      "device": scratch.path + "/box.json", "library": "tiny", "seed": "7", "screen": "375x667@1:3", "assets": "250",
      "delivery": "fast", "access": "limited:200", "cloud": "30:bandwidth=100kB", "cells": "keep", "fit": "crop",
      // The other one is Apple's.
      "decoder": "turbojpeg",
    ]
  }

  @Test func eachSettingHasAnExampleHere() { #expect(Set(RunSetting.all.map(\.name)) == Set(examples.keys)) }

  /// Fast delivery hides what a cell's scale and policy do, so that settings are looked at with and without it; and with
  /// photos of one's own.
  enum Choice: CaseIterable {
    case all, withoutDelivery, folder
  }

  private func values(_ choice: Choice) async throws -> [String: String] {
    var values = examples
    if choice != .all { values["delivery"] = nil }
    if choice == .folder {
      let folder = scratch.path + "/photos"
      try await Tool.run(["library", "extract", "-o", folder, "--assets", "100", "--library", "tiny"]).succeeding()
      values.merge(["library": folder, "assets": "70", "access": "limited:60"]) { $1 }
      values["seed"] = nil
    }
    return values
  }

  private func words(_ values: [String: String]) -> [String] {
    ["-s", "preheat2x", "-t", trace] + RunSetting.words { values[$0.name] }
  }

  /// A single run; what all others are compared with.
  private func single(_ words: [String]) async throws -> JSON {
    let ran = try await Tool.run(words + ["--decode", "none", "--format", "json", "--out", scratch.path + "/single"])
      .succeeding()
    return try #require(try ran.json()["deterministic"])
  }

  @Test func everyOptionThatDecidesNumbersIsInTheList() async throws {
    func options(_ command: [String]) async throws -> Set<String> {
      let dump = try await Tool.run(command + ["--experimental-dump-help"]).json()
      let arguments = dump["command"]?["arguments"]?.array ?? []
      return Set(
        arguments.compactMap { argument in
          (argument["names"]?.array ?? []).compactMap { $0["name"]?.string }.max { $0.count < $1.count }
        })
    }
    let settings = Set(RunSetting.all.map(\.name))
    let general: Set<String> = ["version", "help", "quiet", "format"]
    // How a run is measured, and what it is told once: RunRequest.
    let measuring: Set<String> = ["strategy", "trace", "decode", "instructions"]
    let output: Set<String> = ["events", "out", "resume"]
    // Parts of the setting screen.
    let screen: Set<String> = ["viewport", "scale", "columns"]
    #expect(try await options(["run"]) == settings.union(general).union(measuring).union(output).union(screen))
    for command in [["sweep", "run"], ["recommend"]] { #expect(try await options(command).isSuperset(of: settings)) }
  }

  @Test func everySettingDecidesNumbers() async throws {
    var deciding: Set<String> = []
    for choice in [Choice.all, .withoutDelivery] {
      let values = try await values(choice)
      let whole = try await single(words(values))
      for setting in values.keys.sorted() where !deciding.contains(setting) {
        var others = values
        // The default library takes long to make.
        others[setting] = setting == "library" ? "small" : nil
        if try await single(words(others)) != whole { deciding.insert(setting) }
      }
    }
    // There may be one decoder.
    #expect(deciding == Set(RunSetting.all.map(\.name)).subtracting(["decoder"]))
  }

  @Test(arguments: Choice.allCases) func aMatrixAndItsResumptionCountTheSame(_ choice: Choice) async throws {
    let words = words(try await values(choice))
    let whole = try await single(words)
    let matrix = words + ["-s", "none", "--format", "json", "--out", scratch.path + "/matrix"]
    let killed = try await Killer.run(matrix, at: 3, call: "fsync")
    #expect(killed.signal == 9, "\(killed.error)")
    let resumed = try await Tool.run(matrix + ["--resume"])
    #expect(resumed.code == 0 && resumed.error.isEmpty, "\(resumed.error)")
    let records = try #require(try resumed.json().array)
    #expect(records.count == 2 && records[0]["deterministic"] == whole)
    let none = try await Tool.run(
      ["-s", "none", "--decode", "none", "--format", "json", "--out", scratch.path + "/single"] + words.dropFirst(2))
    #expect(try records[1]["deterministic"] == none.json()["deterministic"], "the one that was resumed")
  }

  @Test(arguments: Choice.allCases) func aBaselineAndItsGateCountTheSame(_ choice: Choice) async throws {
    let words = words(try await values(choice))
    let whole = try await single(words)
    let folder = ["--baseline", scratch.path + "/baseline"]
    // Decoded in a process of its own; the gate counts in this one.
    try await Tool.run(["baseline", "record"] + folder + words).succeeding()
    let name = try #require(scratch.names(in: "baseline").first)
    let baseline = try JSON.parse(scratch.text(of: "baseline/" + name))
    #expect(baseline["counts"] == whole["counts"])
    let command = try #require(baseline["command"]?.array).compactMap(\.string)
    #expect(try await single(command) == whole)
    // What is asked is which settings are in force. InstructionTests count.
    for words in [words, []] {
      try await Tool.run(["gate", "--decode", "none"] + folder + words).succeeding()
    }
    try await Tool.run(["gate", "--decode", "none"] + folder + words.dropFirst(4)).failing(
      64, "brings its own settings")
  }

  @Test(arguments: Choice.allCases) func aRowOfASweepCountsTheSame(_ choice: Choice) async throws {
    let words = words(try await values(choice))
    let whole = try await single(words)
    let swept = try await Tool.run(["sweep"] + words + ["--format", "csv", "--out", scratch.path + "/a.tsv"])
      .succeeding()
    let digest = try #require(whole["digest"]?.string)
    #expect(swept.output.contains(digest), "\(swept.output)")
  }

  @Test(arguments: Choice.allCases) func aRecordIsReplayedAndItsCommandRepeatsIt(_ choice: Choice) async throws {
    let words = words(try await values(choice))
    let whole = try await single(words)
    let measured = try await Tool.run(words + ["--decode", "real", "--format", "json", "--out", scratch.path + "/out"])
      .succeeding()
    let record = scratch.path + "/out/" + (try #require(scratch.names(in: "out").first { $0.hasSuffix(".tsv") }))
    // Without gnuplot, which takes long.
    try await Tool.shell(
      "PATH=/nowhere exec \"$0\" \"$@\"", ["report", record, "--out", scratch.path + "/page.html"]
    ).succeeding()
    try await Tool.run(["why", record, "--trace", trace, "--worst", "1"]).succeeding()
    let page = try scratch.text(of: "page.md").split(separator: "\n")
    let command = try #require(page.first { $0.hasPrefix("lab-run --strategy ") }, "\(page)")
    let again = try await pasted("\(command) --format json --out '\(scratch.path)/again'").json()
    let first = try measured.json()
    #expect(again["deterministic"] == whole && again["configuration"] == first["configuration"])
  }

  @Test(arguments: [Choice.all, .folder]) func whatIsRecommendedSaysItsWholeCommand(_ choice: Choice) async throws {
    var values = try await values(choice)
    // Fewer photos end the scroll, and nothing is recommended from that.
    values["assets"] = "4000"
    values["access"] = "limited:3900"
    let ran = try await Tool.run(
      ["recommend", "--budget", "900MB", "--vary", "preheat2x:delta=1/4,1/2"] + words(values))
    let line = try #require(ran.output.split(separator: "\n").first { $0.hasPrefix("///     ") }, "\(ran.error)")
    let again = try await pasted(String(line.dropFirst("///     ".count)))
    #expect(again.code == 0 && again.output == ran.output, "\(line)\n\(again.error)")
  }

  /// What the gate says to do, done.
  @Test func theGatesCommandsAreRun() async throws {
    let words = words(try await values(.all))
    let gate = ["gate", "--decode", "none", "--baseline", scratch.path + "/my baseline"] + words
    func said(_ start: String, _ ran: Tool.Outcome) throws -> String {
      let lines = ran.output.split(separator: "\n").map { String($0.drop { $0 == " " }) }
      return try #require(lines.first { $0.hasPrefix(start) }, "\(ran.output)\(ran.error)")
    }
    let first = try await Tool.run(gate)
    #expect(first.code == 5)
    try await pasted(try said("lab-run baseline record", first) + " --decode none").succeeding()
    let cap = scratch.path + "/caps.json"
    try #"{"limits": {"peak-bitmap-bytes": "1B"}}"#.write(toFile: cap, atomically: true, encoding: .utf8)
    let failed = try await Tool.run(gate + ["--limits", cap])
    #expect(failed.code == 2)
    let again = try await pasted(try said("lab-run --strategy", failed) + " --decode none --format json")
    let whole = try await single(words)
    #expect(try again.json()["deterministic"] == whole)
    let better = try await Tool.run(gate + ["--cells", "cancel"])
    #expect(better.code == 5, "another cell: \(better.output)")
    try await pasted(try said("lab-run baseline record", better) + " --decode none").succeeding()
    try await Tool.run(["gate", "--decode", "none", "--baseline", scratch.path + "/my baseline"]).succeeding()
  }

  /// A command as it was printed, in a shell that finds lab-run.
  private func pasted(_ command: String) async throws -> Tool.Outcome {
    try await Tool.run("/bin/sh", ["-c", "PATH='\(Tool.products)':$PATH; export PATH; \(command)"], in: scratch.path)
  }
}
