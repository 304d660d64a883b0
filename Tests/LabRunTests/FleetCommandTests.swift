import ArgumentParser
import FoundationEssentials
import CacheLab
import LabJudge
import Testing

@testable import LabRunKit

/// Packs and sweeps over them as a person runs them.
@Suite struct FleetCommandTests {
  private let scratch = Scratch()

  private func path(_ name: String) -> String { scratch.path + "/" + name }

  private func sweep(_ words: [String], out: String) async throws -> Tool.Outcome {
    let strategies = ["-s", "none", "-s", "preheat2x", "--pack", path("fleet.pack"), "--quiet"]
    return try await Tool.run(["sweep"] + strategies + words + Tool.tiny + ["--out", path(out)])
  }

  @Test func fromTracesToAnAnswer() async throws {
    let made = try await Tool.run(["trace", "synth", "--people", "12", "--seed", "5", "-o", path("fleet.pack")])
    #expect(made.code == 0 && made.output.contains("12 traces"), "\(made.error)")
    // The same bytes on every machine, as long as the lab knows the same screens.
    let info = try await Tool.run(["trace", "info", path("fleet.pack")])
    #expect(info.output.contains("digest 6ac061777b9efbb7891f9a35cf3541965df82c6cadd4258deca75c084ed9b905"))
    #expect(info.output.contains(" users in ") && info.output.contains("samples/s while it moves"), "\(info.output)")
    #expect(info.code == 0 && info.output.hasSuffix("\n  no warnings\n"), "\(info.output)\(info.error)")
    // A byte of its last block.
    var wrong = Array(try Data(contentsOf: URL(filePath: path("fleet.pack"))))
    wrong[wrong.count - 12] ^= 1
    try Data(wrong).write(to: URL(filePath: path("wrong.pack")))
    try await Tool.run(["trace", "info", path("wrong.pack")]).failing(1, "is damaged (", "); copy the pack again")
    // gzip reads a pack, and cat joins two.
    let joined = try await Tool.shell(
      "cd \"$1\" && cat fleet.pack fleet.pack >two.pack && gzip -t two.pack && zcat two.pack | grep -c '^{.*\"name\":\"p0'",
      [scratch.path])
    #expect(joined.code == 0 && joined.output == "24\n", "\(joined)")
    let two = try await Tool.run(["trace", "info", path("two.pack")])
    #expect(two.code == 0 && two.output.contains("24 traces of "), "\(two.error)")
    try await Tool.run(["trace", "unpack", path("fleet.pack"), "-o", path("files")]).succeeding()
    let packed = try await Tool.run(["trace", "pack", path("files"), "-o", path("again.pack")])
    #expect(packed.code == 0 && packed.output.contains("12 traces"), "\(packed.error)")
    let whole = try await sweep([], out: "whole.tsv")
    #expect(whole.code == 0 && whole.output.contains("PERCENTILES OF"), "\(whole.error)\(whole.output)")
    for line in whole.output.split(separator: "\n") where !line.contains("/") { #expect(line.count <= 100, "\(line)") }
    // Thumbnails come first, as in what recommend replays, unless it is said.
    let plain = try await sweep(["--delivery", "highquality"], out: "plain.tsv")
    let differ = try await Tool.shell(
      "cut -f 6 \"$1\" \"$2\" | sort | uniq -u | wc -l", [path("whole.tsv"), path("plain.tsv")])
    #expect(plain.code == 0 && differ.output != "0\n", "\(plain.error)")
    for shard in 1...3 {
      try await sweep(["--shard", "\(shard)/3", "--resume"], out: "part-\(shard).tsv").succeeding()
    }
    let parts = (1...3).map { path("part-\($0).tsv") }
    let merged = try await Tool.run(["sweep", "merge", "--quiet"] + parts + ["--out", path("all.tsv")])
    #expect(merged.code == 0 && merged.output.contains("preheat2x"), "\(merged.error)")
    try await Tool.shell("cmp \"$1\" \"$2\"", [path("whole.tsv"), path("all.tsv")]).succeeding()
    let words = ["recommend", "--fleet", path("all.tsv"), "--min-seconds", "0", "--format", "json"]
    let answer = try await Tool.run(words + ["--budget", "200MB", "--today", "none"]).succeeding()
    let said = try answer.json()
    let shipped = said["answer"]?["strategy"]?.string ?? ""
    #expect(["none+opportunistic", "preheat2x+opportunistic"].contains(shipped), "\(shipped)")
    #expect(said["today"]?["strategy"]?.string == "none+opportunistic" && said["traces"]?.array?.isEmpty == false)
    try await Tool.run(words + ["--budget", "200MB", "--today", "lru"]).failing(
      64, "has no such strategy: sweep it too")
    let small = try await Tool.run(words + ["--budget", "1kB"])
    let offer = try small.json()["smallest-budget"]
    #expect(small.code == 1 && offer != .null, "\(small.error)")
    try await Tool.run(["recommend", "--fleet", path("all.tsv"), "--min-seconds", "9999", "--budget", "1MB"]).failing(
      1, "none of its 12 traces counts")
    let against = try await Tool.run(
      [
        "sweep", "merge", "--quiet", "--against", "none+opportunistic", "--min-seconds", "0", "--out",
        path("again.tsv"),
      ] + parts)
    #expect(against.code == 0 && against.output.contains("AGAINST none+opportunistic"), "\(against.error)")
    let compared = try await Tool.run(["compare", path("all.tsv"), "--min-seconds", "0"]).succeeding()
    #expect(!compared.output.isEmpty && against.output.hasPrefix(compared.output))
    try await Tool.run(["compare", path("all.tsv"), path("whole.tsv")]).failing(64, "is the file of a sweep; name it")
    for weight in [[], ["--weigh", "time"]] {
      let drawn = try await Tool.run(
        ["plot", "fleet", path("all.tsv"), "--min-seconds", "0", "--out", path("plots")] + weight)
      #expect(drawn.code == 0 && scratch.names(in: "plots").contains { $0.hasPrefix("fleet-tails") }, "\(drawn.error)")
    }
    // Rows have no replays: those of a report are made anew where there are no records.
    let asked = try ReportCommand.parse(["--fleet", path("all.tsv")])
    let filled = try asked.replays(of: try SweepTable(reading: path("all.tsv")), recordsIn: path("nowhere"))
    #expect(filled.strategy.sorted() == ["none+opportunistic", "preheat2x+opportunistic"])
    #expect(filled.trace == ["all"])
    try await Tool.run(["sweep", "merge", parts[0], "--out", path("few.tsv")]).failing(1, "missing 2/3 and 3/3; run")
    let finished = try await sweep(["--shard", "1/3", "--resume"], out: "part-1.tsv")
    #expect(finished.error.contains("all jobs are finished, and none is run again"))
    try await Tool.run(
      ["-s", "none", "-t", path("fleet.pack#3"), "--decode", "none", "--out", scratch.path] + Tool.tiny
    ).succeeding()
  }

  @Test func aReportReplaysNoBudgetThatIsAPeak() async throws {
    _ = try await Tool.run(["trace", "synth", "--people", "2", "-o", path("fleet.pack")])
    try await sweep(["-s", "lru:budget=0.5*peak(preheat2x)"], out: "peaks.tsv").succeeding()
    let fleet = try SweepTable(reading: path("peaks.tsv"), (0, false))
    #expect(fleet.percentiles[0].rows.count == 3)
    let asked = try ReportCommand.parse(["--fleet", path("peaks.tsv")])
    let filled = try asked.replays(of: fleet, recordsIn: path("nowhere"))
    #expect(filled.strategy.sorted() == ["none+opportunistic", "preheat2x+opportunistic"])
  }

  @Test func whatCannotBeIsRefused() async throws {
    _ = try await Tool.run(["trace", "synth", "--people", "2", "-o", path("fleet.pack")])
    for (name, bytes) in [
      ("empty.pack", Data()), ("earlier.pack", Data("cachelab trace pack 2\nwhat comes then".utf8)),
      ("letter.pack", Data("Dear reader, this is a letter.".utf8)), ("start.pack", Data([0x1F, 0x8B, 8, 4])),
    ] {
      try bytes.write(to: URL(filePath: path(name)))
    }
    try FileManager.default.createDirectory(atPath: path("folder.pack"), withIntermediateDirectories: false)
    for (words, complaint) in [
      (["trace", "pack", "all", "-o", path("fleet.pack")], "is there; remove it, or name another pack"),
      (["trace", "pack", "all", "-o", path("fleet.zip")], "does not end in .pack"),
      (["trace", "synth", "--people", "2", "-o", path("nowhere/x.pack")], "choose a place that you may write to"),
      (["trace", "unpack", path("fleet.pack"), "-o", path("x"), "--number", "3"], "the pack has traces 1 to 2"),
      (["trace", "info", path("fleet.pack#3")], "it has no trace 3"),
      (["sweep", "-s", "clairvoyant", "--pack", path("fleet.pack")] + Tool.tiny, "leave it out"),
      (["sweep", "-s", "none", "--pack", path("fleet.pack"), "-t", "zoom"], "over traces or over one pack"),
      (
        ["sweep", "-s", "none", "--pack", path("nothing.pack")] + Tool.tiny,
        "nothing.pack: there is no such file; check the path; 'lab-run trace pack DIR"
      ),
      (["trace", "info", path("empty.pack")], "it is empty; copy it again"),
      (["trace", "info", path("folder.pack")], "this is a folder or a device, and no pack"),
      (["trace", "info", path("earlier.pack")], "this is a pack of an earlier lab-run; pack the traces again"),
      (["trace", "info", path("letter.pack")], "this is no pack of traces"),
      (["trace", "info", path("start.pack")], "from byte 0 on nothing can be told (it is cut)"),
      (["sweep", "merge", path("empty.pack")], "this is no result of a sweep; give the .tsv that"),
      (["recommend", "--fleet", path("fleet.pack"), "--budget", "1MB"], "this is no result of a sweep"),
      (["plot", "fleet"], "name what sweep --pack wrote"),
      (["sweep", "-s", "none", "--pack", path("fleet.pack"), "--min-seconds", "x"] + Tool.tiny, "--min-seconds x"),
    ] {
      let outcome = try await Tool.run(words)
      #expect(outcome.code != 0 && outcome.error.contains(complaint), "\(words): \(outcome.error)")
    }
  }
}
