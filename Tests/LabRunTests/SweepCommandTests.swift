import FoundationEssentials
import CacheLab
import LabRecords
import Testing

/// `lab-run sweep` as a person runs it.
@Suite struct SweepCommandTests {
  private let scratch = Scratch(hasRoom: true)

  private func sweep(_ words: [String], out: String) async throws -> Tool.Outcome {
    try await Tool.run(["sweep"] + words + Tool.tiny + ["--out", scratch.path + "/" + out])
  }

  private static let grid = [
    "-s", "none", "-s", "budget-priority:budget=2MB", "--vary", "preheat2x:delta=1/4..1/2/2", "-s", "preheat2x+lru",
    "-t", "flicks", "-t", "zoom", "--device", "decode-4ms", "--device", "decode-30ms",
  ]

  private func cells(_ text: String) -> [[String: String]] {
    // No strategy of these tests has a comma.
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test func everyCellIsThatOfASingleRunBitForBit() async throws {
    let swept = try await sweep(Self.grid + ["--format", "csv"], out: "a.csv")
    #expect(try scratch.text(of: "a.csv") == swept.output)
    let rows = cells(swept.output)
    #expect(rows.count == 5 * 2 * 2, "\(swept.error)")
    let strategies = [
      "none", "budget-priority:budget=2MB", "preheat2x:delta=1/4", "preheat2x:delta=1/2", "preheat2x+lru",
    ]
    var compared = 0
    for device in ["decode-4ms", "decode-30ms"] {
      let ran = try await Tool.run(
        strategies.flatMap { ["-s", $0] } + [
          "-t", "flicks", "-t", "zoom", "--device", device, "--decode", "none", "--format", "csv", "--out",
          scratch.path + "/records",
        ] + Tool.tiny)
      for single in cells(ran.output) {
        let row = try #require(
          rows.first { row in ["strategy", "trace", "device"].allSatisfy { row[$0] == single[$0] } })
        for (column, value) in single where row[column] != nil && column != "digest" {
          #expect(row[column] == value, "\(column) of \(single["strategy"] ?? "") on \(single["trace"] ?? "")")
          compared += 1
        }
        #expect(row["digest"] == single["digest"] && row["digest"]?.count == 64)
      }
    }
    #expect(compared > 20 * 40)
    #expect(swept.error.contains("on the recorded screen some frames lie below the last row of photos"))
    #expect(swept.error.contains("last rows instead: flicks ") && swept.error.contains("--assets N asks for more"))
    let hits = rows.compactMap { $0["warm-hit-rate"].flatMap { Double($0) } }
    #expect(Set(hits).count > 2, "the runs are not all alike: \(hits)")
  }

  @Test func shardsMergeToTheBytesOfTheWhole() async throws {
    let whole = try await sweep(Self.grid, out: "whole.tsv")
    #expect(
      whole.code == 0 && whole.output.contains("PARETO SET") && whole.output.contains("preheat2x"), "\(whole.error)")
    for line in whole.output.split(separator: "\n") where !line.contains("/") { #expect(line.count <= 100, "\(line)") }
    for shard in 1...3 {
      let ran = try await sweep(
        Self.grid + ["--shard", "\(shard)/3", "--threads", "\(shard)"], out: "part-\(shard).tsv")
      #expect(ran.code == 0 && ran.output.hasPrefix("shard \(shard)/3: "), "\(ran.error)")
    }
    let parts = (1...3).map { "\(scratch.path)/part-\($0).tsv" }
    try await Tool.run(["sweep", "merge", parts[0], parts[2], "--out", scratch.path + "/short.tsv"])
      .failing(1, "missing 2/3; run")
    let merged = try await Tool.run(["sweep", "merge"] + parts.reversed() + ["--out", scratch.path + "/merged.tsv"])
      .succeeding()
    #expect(try scratch.text(of: "merged.tsv") == scratch.text(of: "whole.tsv"))
    try await Tool.run(["sweep", "merge"] + parts + ["--out", scratch.path + "/./part-1.tsv"]).failing(
      64, "one of the shards")
    func summary(_ outcome: Tool.Outcome) -> [Substring] { outcome.output.split(separator: "\n").dropLast() }
    #expect(summary(merged) == summary(whole))
    #expect(!scratch.names().contains { $0.hasSuffix(".journal") || $0 == "short.tsv" })
  }

  @Test func aBudgetFromAPeakIsThatOfASingleRun() async throws {
    let words = ["-s", "preheat2x", "-s", "arc:budget=0.5*peak(preheat2x)", "-t", "flicks", "-t", "zoom"]
    for options in [[], ["--delivery", "opportunistic"]] {
      let swept = cells(try await sweep(words + options + ["--format", "csv"], out: "p.tsv").output)
      let ran = try await Tool.run(
        words + options + ["--decode", "none", "--format", "csv", "--out", scratch.path + "/records"] + Tool.tiny)
      #expect(swept.count == 4 && swept.map { $0["digest"] } == cells(ran.output).map { $0["digest"] }, "\(ran.error)")
      if options.isEmpty {
        let halves = [0, 2].map { swept[$0]["peak-bitmap-bytes"].flatMap { Int64($0) }.map { "\($0 / 2)" } }
        #expect([1, 3].map { swept[$0]["budget-bytes"] } == halves && swept[0]["budget-bytes"] == "")
      }
    }
    let compared = try await sweep(words + ["--against", "preheat2x"], out: "a.tsv")
    #expect(compared.output.hasPrefix("AGAINST preheat2x on recorded screens, 2 cases: 2 traces on decode-12ms\n"))
    try await sweep(words + ["--against", "lru"], out: "never.tsv").failing(
      64, "--against lru: the sweep has no such strategy")
    #expect(!scratch.names().contains("never.tsv"))
  }

  @Test func aFinishedSweepIsShownAndNotRunAgain() async throws {
    let words = ["-s", "none", "-s", "arc:budget=peak(none)", "-t", "flicks"]
    let first = try await sweep(words, out: "a.tsv")
    let again = try await sweep(words + ["--resume"], out: "a.tsv")
    #expect(
      again.error.hasSuffix(
        "lab-run: all jobs are finished, and none is run again: this is what "
          + "\(scratch.path)/a.tsv says\n"))
    #expect(
      again.code == 0 && again.output == first.output.replacing("2 rows:", with: "2 rows, all of them finished before:")
    )
    for other in [["--shard", "1/2"], ["--cells", "keep"]] {
      let ran = try await sweep(words + other + ["--resume"], out: "a.tsv")
      #expect(ran.code == 0 && ran.error.contains("lab-run: nothing to resume: "), "\(ran.error)")
    }
    // A row that was changed is no result.
    try await Tool.shell(#"sed -i '3s/\t\([0-9]\)/\t9\1/' "$1/a.tsv""#, [scratch.path]).succeeding()
    let anew = try await sweep(words + ["--cells", "keep", "--resume"], out: "a.tsv")
    #expect(anew.code == 0 && anew.error.contains("lab-run: nothing to resume: "), "\(anew.error)")
  }

  /// A program is known by its bytes, whatever `CACHELAB_REVISION` says.
  @Test func whatAnotherProgramCountedIsRefusedByBothDigests() async throws {
    let other = scratch.path + "/lab-run"
    try await Tool.shell(#"cp "$0" "$1" && printf x >>"$1""#, [other]).succeeding()
    func sweep(_ program: String, _ shard: Int, _ words: [String] = []) async throws -> Tool.Outcome {
      try await Tool.run(
        program,
        ["sweep", "-s", "none", "-s", "preheat2x", "--quiet", "--shard", "\(shard)/2", "--out", "\(shard).tsv"]
          + ["-t", "flicks"] + words + Tool.tiny, in: scratch.path)
    }
    let (one, two) = (try await sweep(Tool.executable, 1), try await sweep(other, 2))
    #expect(one.code == 0 && two.code == 0, "\(one.error)\(two.error)")
    let merge = ["sweep", "merge", "1.tsv", "2.tsv", "--out", "all.tsv"]
    let digits = "[0-9a-f]{16}"
    let merged = try await Tool.run(Tool.executable, merge, in: scratch.path)
    #expect(merged.code == 1 && !scratch.names().contains("all.tsv"))
    #expect(
      merged.error.contains(try Regex("2.tsv: the program \(digits) counted it, and 1.tsv is of \(digits); run")),
      "\(merged.error)")
    let refused = try await sweep(Tool.executable, 2, ["--resume"])
    #expect(refused.code == 1, "\(refused.error)")
    #expect(
      refused.error.contains(
        try Regex("2.tsv: the program \(digits) counted this, and the one that runs is \(digits)")),
      "\(refused.error)")
    try await sweep(Tool.executable, 2).succeeding()
    try await Tool.run(Tool.executable, merge, environment: ["CACHELAB_REVISION": "x"], in: scratch.path).succeeding()
  }

  @Test func aJournalOfAnotherProgramIsNotGoneOnWith() async throws {
    let words = ["-s", "none", "-s", "preheat2x", "-t", "flicks", "--threads", "1"]
    var journal: String?
    for number in 1...200 where journal == nil {
      try? FileManager.default.removeItem(atPath: scratch.path + "/out")
      _ = try await Killer.run(["sweep"] + words + Tool.tiny + ["--out", scratch.path + "/out/a.tsv"], at: number)
      // A head of two lines and a row; the write at which it was killed was cut in two.
      journal = scratch.names(in: "out").first { name in
        let text = (try? scratch.text(of: "out/" + name)) ?? ""
        return name.hasSuffix(".journal") && text.count { $0 == "\n" } == 3
      }
    }
    let path = scratch.path + "/out/" + (try #require(journal))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let change = try Regex("\"program\":\"[0-9a-f]+\"")
    let head = try CheckedLine.content(lines[0]).replacing(change, with: "\"program\":\"0123456789abcdef\"")
    try ([CheckedLine.text(String(head))] + lines[1...].map(String.init)).joined(separator: "\n").write(
      toFile: path, atomically: false, encoding: .utf8)
    try await sweep(words + ["--resume"], out: "out/a.tsv").failing(
      1, "\(path): the program 0123456789abcdef counted this, and the one that")
  }

  @Test func killedAnywhereItGoesOn() async throws {
    let words = ["-s", "none", "-s", "preheat2x", "-t", "flicks", "--threads", "1", "--format", "csv"]
    let whole = try await sweep(words, out: "whole/a.tsv").succeeding()
    var advised: Set<Int> = []
    for number in 1...200 {
      let killed = try await Killer.run(
        ["sweep"] + words + Tool.tiny + ["--out", scratch.path + "/out/a.tsv"], at: number)
      if killed.code == 0 { break }
      #expect(killed.signal == 9, "\(killed.error)")
      // Two lines stand before the rows.
      let journal = scratch.names(in: "out").first { $0.hasSuffix(".journal") }
      let rows = try journal.map { name in try scratch.text(of: "out/" + name).count { $0 == "\n" } - 2 } ?? 0
      if rows > 0, advised.insert(rows).inserted {
        try FileManager.default.copyItem(atPath: scratch.path + "/out", toPath: scratch.path + "/copy")
        let fresh = try await sweep(words + ["--shard", "1/1"], out: "copy/b.tsv")
        #expect(fresh.code == 0 && fresh.output == whole.output)
        let jobs = rows == 1 ? "1 job of this sweep was" : "\(rows) jobs of this sweep were"
        #expect(fresh.error.contains("\(jobs) finished before it was ended"), "\(fresh.error)")
        try FileManager.default.removeItem(atPath: scratch.path + "/copy")
      }
      let resumed = try await sweep(words + ["--resume"], out: "out/a.tsv")
      #expect(resumed.code == 0 && resumed.output == whole.output, "call \(number): \(resumed.error)")
      #expect(try scratch.text(of: "out/a.tsv") == scratch.text(of: "whole/a.tsv"))
      #expect(scratch.names(in: "out") == ["a.tsv"], "nothing else stays: call \(number)")
      try? FileManager.default.removeItem(atPath: scratch.path + "/out")
    }
    #expect(advised == [1, 2], "it was killed after each of its jobs: \(advised)")
  }

  @Test func whatIsWrongSaysWhereAndTheCure() async throws {
    let file = scratch.path + "/my.sweep"
    let cases: [(String, String)] = [
      ("strategy preheat2y\ntrace hunt", "my.sweep:1: unknown strategy 'preheat2y'; did you mean 'preheat2x'?"),
      ("strategy none\ntrace hund", "my.sweep:2: no trace 'hund'"),
      ("strategy none\ntrace hunt\ndevice decode-12m", "my.sweep:3: unknown device 'decode-12m'; did you mean"),
      ("strategy none\ntrace hunt\ncells kept", "my.sweep:3: 'kept' is none of cancel, keep; did you mean 'keep'?"),
    ]
    for (text, message) in cases {
      try (text + "\n").write(toFile: file, atomically: true, encoding: .utf8)
      try await Tool.run(["sweep", file, "--library", "tiny"]).failing(1, message)
    }
    let usages: [([String], String)] = [
      ([], "name strategies"), (["-s", "none"], "name a trace"),
      (["-s", "none", "-t", "hunt", "--out", "a.xls"], "ends in none of .tsv, .csv and .json"),
      (["-s", "none", "-t", "hunt", "--shard", "1/2", "--out", "a.csv"], "ends in .tsv"),
      (["-s", "none", "-t", "hunt", "--shard", "1/2", "--format", "json"], "a shard has no summary"),
      (["-s", "none", "-t", "hunt", "--shard", "1/2", "--against", "none"], "and compares nothing"),
      (["-s", "none", "-t", "hunt", "--format", "csv", "--against", "none"], "prints rows"),
    ]
    for (words, message) in usages {
      try await Tool.run(["sweep"] + words + Tool.tiny).failing(64, message)
    }
  }
}
