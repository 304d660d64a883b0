import ArgumentParser
import FoundationEssentials
import LabBase
import LabJudge
import Testing

@testable import LabRunKit

/// Packs and fleets as a person uses them.
@Suite struct FleetCommandTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

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
    #expect(info.output.contains(" users\n") && info.output.contains("samples/s while it moves"), "\(info.output)")
    let check = try await Tool.run(["trace", "check", path("fleet.pack")])
    #expect(check.code == 0 && check.output.contains("12 traces, no warnings"), "\(check.output)\(check.error)")
    // The checksum of its index.
    var wrong = Array(try Data(contentsOf: URL(filePath: path("fleet.pack"))))
    wrong[wrong.count - 12] ^= 1
    try Data(wrong).write(to: URL(filePath: path("wrong.pack")))
    let refused = try await Tool.run(["trace", "check", path("wrong.pack")])
    #expect(refused.code == 1 && refused.error.contains(" is wrong: copy the pack again"), "\(refused.error)")
    // gzip reads a pack, and cat joins two.
    let joined = try await Tool.shell(
      "cd \"$1\" && cat fleet.pack fleet.pack >two.pack && gzip -t two.pack && zcat two.pack | grep -c '^{.*\"name\":\"p0'",
      [scratch.path])
    #expect(joined.code == 0 && joined.output == "24\n", "\(joined)")
    let two = try await Tool.run(["trace", "check", path("two.pack")])
    #expect(two.code == 0 && two.output.contains("24 traces, no warnings"), "\(two.error)")
    let unpacked = try await Tool.run(["trace", "unpack", path("fleet.pack"), "-o", path("files")])
    #expect(unpacked.code == 0, "\(unpacked.error)")
    let packed = try await Tool.run(["trace", "pack", path("files"), "-o", path("again.pack")])
    #expect(packed.code == 0 && packed.output.contains("12 traces"), "\(packed.error)")
    let whole = try await sweep([], out: "whole.fleet")
    #expect(whole.code == 0, "\(whole.error)")
    for shard in 1...3 {
      let part = try await sweep(["--shard", "\(shard)/3", "--resume"], out: "part-\(shard).fleet")
      #expect(part.code == 0, "\(part.error)")
    }
    let parts = (1...3).map { path("part-\($0).fleet") }
    let merged = try await Tool.run(["sweep", "merge", "--quiet"] + parts + ["--out", path("all.fleet")])
    #expect(merged.code == 0 && merged.output.contains("preheat2x"), "\(merged.error)")
    let same = try await Tool.shell("cmp \"$1\" \"$2\"", [path("whole.fleet"), path("all.fleet")])
    #expect(same.code == 0)
    let answer = try await Tool.run([
      "recommend", "--fleet", path("all.fleet"), "--budget", "200MB", "--format", "json",
    ])
    #expect(answer.code == 0, "\(answer.error)")
    let shipped = try answer.json()["answer"]?.string ?? ""
    #expect(shipped.hasPrefix("none") || shipped.hasPrefix("preheat2x"), "\(shipped)")
    // A fleet has no replays: those of a report are made anew where there are no records.
    let asked = try ReportOptions.parse(["--fleet", path("all.fleet")])
    let filled = try asked.replaying(try FleetTable(path("all.fleet")), recordsIn: path("nowhere"))
    #expect(filled.strategy.sorted() == ["none", "preheat2x"] && filled.trace == ["all"])
    let missing = try await Tool.run(["sweep", "merge", parts[0], "--out", path("few.fleet")])
    #expect(missing.code == 1 && missing.error.contains("shards 2/3, 3/3 are missing"))
    let finished = try await sweep(["--shard", "1/3", "--resume"], out: "part-1.fleet")
    #expect(finished.error.contains("is finished, and nothing is run again"))
    let alone = try await Tool.run(
      ["-s", "none", "-t", path("fleet.pack#3"), "--decode", "none", "--out", scratch.path] + Tool.tiny)
    #expect(alone.code == 0, "\(alone.error)")
  }

  @Test func aReportReplaysNoBudgetThatIsAPeak() async throws {
    _ = try await Tool.run(["trace", "synth", "--people", "2", "-o", path("fleet.pack")])
    let swept = try await sweep(["-s", "lru:budget=0.5*peak(preheat2x)"], out: "peaks.fleet")
    #expect(swept.code == 0, "\(swept.error)")
    let fleet = try FleetTable(path("peaks.fleet"))
    #expect(fleet.views[0].rows.count == 3)
    let asked = try ReportOptions.parse(["--fleet", path("peaks.fleet")])
    let filled = try asked.replaying(fleet, recordsIn: path("nowhere"))
    #expect(filled.strategy.sorted() == ["none", "preheat2x"])
  }

  @Test func whatCannotBeIsRefused() async throws {
    _ = try await Tool.run(["trace", "synth", "--people", "2", "-o", path("fleet.pack")])
    _ = try await Tool.run(
      ["sweep", "-s", "none", "--pack", path("fleet.pack"), "--out", path("whole.fleet")] + Tool.tiny)
    let whole = try Data(contentsOf: URL(filePath: path("whole.fleet")))
    for (name, bytes) in [
      ("empty.pack", Data()), ("earlier.pack", Data("cachelab trace pack 2\nwhat comes then".utf8)),
      ("letter.pack", Data("Dear reader, this is a letter.".utf8)), ("start.pack", Data([0x1F, 0x8B, 8, 4])),
      ("empty.fleet", Data()), ("head.fleet", whole.prefix(40)), ("cut.fleet", whole.dropLast(20)),
    ] {
      try bytes.write(to: URL(filePath: path(name)))
    }
    try FileManager.default.createDirectory(atPath: path("folder.pack"), withIntermediateDirectories: false)
    for (words, complaint) in [
      (["trace", "pack", "all", "-o", path("fleet.pack")], "is there: remove it, or name another pack"),
      (["trace", "pack", "all", "-o", path("fleet.zip")], "does not end in .pack"),
      (["trace", "synth", "--people", "2", "-o", path("nowhere/x.pack")], "choose a place that you may write to"),
      (["trace", "unpack", path("fleet.pack"), "-o", path("x"), "--number", "3"], "the pack has traces 1 to 2"),
      (["trace", "info", path("fleet.pack#3")], "it has no trace 3"),
      (["sweep", "-s", "clairvoyant", "--pack", path("fleet.pack")] + Tool.tiny, "leave it out"),
      (["sweep", "-s", "none", "--pack", path("fleet.pack"), "-t", "zoom"], "over traces or over one pack"),
      (
        ["sweep", "-s", "none", "--pack", path("nothing.pack")] + Tool.tiny,
        "nothing.pack: there is no such file: check the path, or make it with"
      ),
      (["trace", "info", path("empty.pack")], "it is empty: copy it again"),
      (["trace", "info", path("folder.pack")], "this is a folder or a device, and no pack"),
      (["trace", "info", path("earlier.pack")], "this is a pack of an earlier lab-run: pack the traces again"),
      (["trace", "info", path("letter.pack")], "this is no pack of traces"),
      (["trace", "info", path("start.pack")], "from byte 0 on nothing can be told (it is cut)"),
      (["sweep", "merge", path("empty.fleet")], "it is empty: run that sweep or shard, or merge its shards, again"),
      (["sweep", "merge", path("head.fleet")], "it is cut at byte 40, in its first line: run that sweep or shard"),
      (
        ["sweep", "merge", path("cut.fleet")],
        "it is cut at byte \(whole.count - 20), so it is damaged: run that sweep, or merge its shards, again"
      ),
      (["recommend", "--fleet", path("fleet.pack"), "--budget", "1MB"], "this is no result of a fleet"),
      (["plot", "fleet"], "Missing expected argument"),
    ] {
      let outcome = try await Tool.run(words)
      #expect(outcome.code != 0 && outcome.error.contains(complaint), "\(words): \(outcome.error)")
    }
    // What cannot be printed is refused before the work.
    let swept = try await sweep(["--format", "tsv"], out: "never.fleet")
    #expect(swept.code == 64 && swept.error.contains("a fleet has no rows of jobs"), "\(swept.error)")
    let merged = try await Tool.run([
      "sweep", "merge", path("whole.fleet"), "--against", "none", "--out", path("never.fleet"),
    ])
    #expect(merged.code == 64 && merged.error.contains("a fleet keeps no cases"), "\(merged.error)")
    #expect(!scratch.names().contains("never.fleet"))
  }
}
