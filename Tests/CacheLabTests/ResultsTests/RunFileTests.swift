import LabLibrary
import Strategies
import Testing

@testable import CacheLab
@testable import LabRecords
@testable import LabSystem

/// Files of runs: what was written is read again, and nothing else is.
@Suite struct RunFileTests {
  private let folder = TemporaryDirectory()

  /// A run that counted, measured and has a word to each of its fields.
  private static func record(_ strategy: String = "preheat2x", decodes: Bool = true) throws -> RunRecord {
    var settings = RunSettings()
    settings.replay.delivery = .opportunistic
    let configuration = RunConfiguration(
      strategy: try StrategySpec(strategy), trace: ("my trace", "ab"), device: DeviceProfile.all[0],
      library: ("ff", 4000), layout: ReplayFixture.layout(), settings: settings,
      decodes: decodes)
    var tally = GateFixture.tally()
    tally.thumbnails.isPresent = true
    tally.screens.later = [ScreenTally.Times(filled: 3, sharp: 5)]
    var measurements = Measurements()
    measurements.peakRSS = .integer(31_900_000)
    measurements.decodeWall = LatencySamples(raw: [9, 7], distribution: Distribution(samples: [7, 9]))
    measurements.decodeCPU = measurements.decodeWall
    measurements.residentSamples = [(0, 10), (5, 20)]
    let moved = MovedFrames(.object(["moved": .integer(3), "frames": .integer(9)]))
    return RunRecord(
      configuration: configuration, environment: RunEnvironment(gitRevision: "abc"),
      run: RunFacts(tally: tally, measurements: decodes ? measurements : nil), notes: ["a note", "tab\tand\nline"],
      created: "2026-01-31T12:00:00Z", moved: moved, words: RunWords(trace: "my trace", settings: ["--decode", "none"]))
  }

  private func write(_ records: [RunRecord], seconds: Int64 = 1_769_860_800) throws -> String {
    let plan = try RunPlan(records.map(\.configurationDigest), environment: records[0].environment, program: nil)
    let journal = try Journal(plan.work(in: folder.path))
    for (run, record) in records.enumerated() { try plan.add(record, run: run, to: journal) }
    return try plan.finish(journal, name: "lru-budget=2MB-my trace/ü", seconds: seconds)
  }

  /// What a text is refused with.
  private func refusal(_ text: String) -> String {
    do {
      _ = try RunFile.records(text: text, name: "a.tsv")
      return "it was read"
    } catch {
      return error.description
    }
  }

  /// A file of a run whose line was changed by somebody who means it: the checksum is right.
  private func changed(_ change: (inout [String]) -> Void) throws -> String {
    var lines = try SampleRecord.file([RunFileTests.record()]).split(separator: "\n").map(String.init)
    var cells = try CheckedLine.content(lines[2][...]).split(separator: "\t", omittingEmptySubsequences: false)
      .map(String.init)
    change(&cells)
    lines[2] = CheckedLine.text(cells.joined(separator: "\t"))
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func whatWasWrittenIsReadAgain() throws {
    let records = [try RunFileTests.record(), try RunFileTests.record("lru", decodes: false)]
    let read = try RunFile.records(at: write(records))
    #expect(read.map(\.json) == records.map(\.json))
    for (old, new) in zip(records, read) {
      for metric in Metric.all { #expect(old.metric(metric) == new.metric(metric), "\(metric.id)") }
    }
    #expect(read[0].samples.decodeWall == [9, 7] && read[0].samples.resident.map(\.bytes) == [10, 20])
    #expect(read[0].metric(.baselineRSS) == .absent("not read") && read[0].movedFrames?.moved == 3)
  }

  @Test func theNameTellsTimeRunsAndDigestAndIsNeverTakenTwice() throws {
    let record = try RunFileTests.record()
    let digest = record.configurationDigest.prefix(8)
    let name = "lru-budget-2MB-my-trace---\(digest).tsv"
    #expect(try write([record]) == "\(folder.path)/20260131T120000Z-\(name)")
    #expect(try write([record]) == "\(folder.path)/20260131T120001Z-\(name)")
    #expect(try Paths.names(in: folder.path).count == 2, "no journal stays")
    #expect(try RunFile.newest(in: folder.path) == "\(folder.path)/20260131T120001Z-\(name)")
    #expect(try RunFile.newest(in: folder.path + "/none") == nil)
  }

  @Test func aFolderHasTheRunsOfAllItsFilesAndPassesOverOthers() throws {
    _ = try write([try RunFileTests.record("none")])
    _ = try write([try RunFileTests.record("lru"), try RunFileTests.record("sieve")], seconds: 1_769_860_900)
    #expect(Shell.run("cd '\(folder.path)' && echo '# lab-run sweep 5' >z.tsv && echo '{}' >record.json") == 0)
    #expect(try RunFile.records(at: folder.path).map(\.strategy) == ["none", "lru", "sieve"])
    let empty = TemporaryDirectory()
    let error = #expect(throws: ResultError.self) { try RunFile.records(at: empty.path) }
    #expect(error?.description.hasPrefix("\(empty.path): the folder holds no runs; give the .tsv") == true)
  }

  @Test(arguments: ["loop.tsv", "gone"])
  func aFileThatCannotBeReadIsNotLeftOut(_ target: String) throws {
    _ = try write([try RunFileTests.record()])
    #expect(Shell.run("cd '\(folder.path)' && ln -s \(target) loop.tsv") == 0)
    let error = #expect(throws: ResultError.self) { try RunFile.records(at: folder.path) }
    #expect(error?.description.hasPrefix("\(folder.path)/loop.tsv cannot be read (") == true)
    let device = #expect(throws: ResultError.self) { try RunFile.records(at: "/dev/null") }
    #expect(device?.description == "/dev/null cannot be read (not a regular file; name a file)")
  }

  @Test func damageIsNamedByLine() throws {
    let text = try SampleRecord.file([RunFileTests.record(), RunFileTests.record("lru")])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(refusal(text.replacing("a note", with: "a nota")).hasPrefix("a.tsv:3: the checksum of the line is "))
    #expect(refusal(lines.dropLast().joined(separator: "\n") + "\n").hasPrefix("a.tsv: it holds 1 of 2 rows; "))
    #expect(refusal(text + lines[3] + "\n").hasPrefix("a.tsv:5: something follows its last row; "))
    let swapped = [lines[0], lines[1], lines[3], lines[2], ""].joined(separator: "\n")
    #expect(refusal(swapped).hasPrefix("a.tsv:3: this is not the line of run 1; "))
    #expect(
      refusal(text.replacing("runs 1 {", with: "runs 2 {")).hasPrefix("a.tsv:1: another version of lab-run wrote"))
    #expect(refusal(text.replacing("\trequests\t", with: "\tasked\t")).hasPrefix("a.tsv:2: another version of lab-run"))
    #expect(refusal("{\n  \"schema\": 1\n}\n").hasPrefix("a.tsv:1: this is JSON, as earlier versions wrote it; "))
    for other in ["", "[1]", "# lab-run sweep 5 {}\n"] {
      #expect(
        refusal(other) == "a.tsv:1: this is no file of runs; give the .tsv that lab-run run wrote, or run it again")
    }
  }

  /// Numbers that 64 bits do not hold, or that several of could not be added, and what is none.
  @Test(arguments: ["9223372036854775808", "1000000000000000001", "x", "0.5"])
  func aFigureThatDoesNotFitIsNamed(_ number: String) throws {
    let names = RunRow.head.split(separator: "\t").map(String.init)
    for name in ["peak-rss", "decode-wall-p99", "rss-samples", "decode-cpu-samples"] {
      let place = try #require(names.firstIndex(of: name))
      let text = try changed { $0[place] = number }
      #expect(refusal(text).hasPrefix("a.tsv:3: '\(number)' of the column \(name) is no figure of a run; "), "\(name)")
    }
  }

  @Test func aFileOfAnEarlierVersionLacksFigures() throws {
    let place = try #require(RunRow.head.split(separator: "\t").firstIndex(of: "peak-rss"))
    let lines = try changed { $0.remove(at: place) }.replacing("\tpeak-rss\t", with: "\t")
    let read = try #require(try RunFile.records(text: lines, name: "a.tsv").first)
    #expect(try read.metric(.peakRSS)?.number == nil && read.metric(.hitRate) == RunFileTests.record().metric(.hitRate))
    let swapped = lines.replacing("\thits\tlate\t", with: "\tlate\thits\t")
    #expect(refusal(swapped).hasPrefix("a.tsv:2: another version of lab-run"))
  }

  @Test(arguments: [
    ("\"workers\":2", "\"workers\":0", "its field configuration.device.workers is 0, where a whole number from 1"),
    ("\"notes\":[", "\"notes\":[5,", "its field notes is [5,"),
    ("\"created\"", "\"crea\tted\"", "this is not the line of a run"),
    ("\"created\"", "\"created", "its details are not"),
    ("\"time\":\"virtual\"", "\"time\":\"real\"", "its field configuration.time is \"real\""),
    (
      "\"trace\":{\"name\"", "\"decode-in\":\"host\",\"trace\":{\"name\"",
      "its field configuration.decode-in is \"host\""
    ),
  ])
  func aDetailThatDoesNotFitIsNamed(_ old: String, _ new: String, _ problem: String) throws {
    let text = try changed { $0[$0.count - 1] = $0[$0.count - 1].replacing(old, with: new) }
    #expect(refusal(text).hasPrefix("a.tsv:3: \(problem)"), "\(refusal(text))")
  }

  @Test func aFolderIsMadeReady() throws {
    let place = folder.path + "/a/b"
    try ResultFile.prepare(place)
    #expect(try Paths.names(in: place).isEmpty)
    #expect(Shell.run("cd '\(place)' && echo half >.a.tsv.1.partial && mkdir writable") == 0)
    try ResultFile.prepare(place)
    #expect(try Paths.names(in: place) == ["writable"])
    #expect(throws: ResultError.self) { try ResultFile.prepare("/proc/no") }
  }
}
