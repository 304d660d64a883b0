import FoundationEssentials
import LabRecords
import Testing

/// kill -9, at every single call that changes a file: what is left is whole, or goes with the next command.
@Suite(.serialized) struct KillTests {
  private let scratch = Scratch()

  /// Kills a command at its first call that changes a file, then at its second, until it ends by itself.
  private func killEverywhere(
    _ arguments: [String], environment: [String: String?] = [:], ending code: Int32 = 0,
    check: (Int) async throws -> Void
  ) async throws -> Int {
    for number in 1...200 {
      let ran = try await Killer.run(arguments, at: number, environment: environment)
      if ran.code == code { return number - 1 }
      try #require(ran.signal == 9, "call \(number): \(ran.code ?? 0) \(ran.error)")
      try await check(number)
    }
    Issue.record("it never ended by itself")
    return 0
  }

  private var partials: [String] { (scratch.names() + scratch.names(in: "out")).filter { $0.hasSuffix(".partial") } }

  /// The files of runs, each of which can be read to its last line.
  private func filesAreWhole(_ place: String) throws -> [String] {
    let names = scratch.names(in: "out").filter { $0.hasSuffix(".tsv") && !$0.hasPrefix(".") }
    for name in names {
      #expect(try RunFile.records(at: "\(scratch.path)/out/\(name)").count == 1, "\(place): \(name)")
    }
    return names
  }

  @Test func aKilledRunLeavesAWholeRecordOrNone() async throws {
    let run = ["-s", "none", "-t", "hunt", "--decode", "none", "--out", scratch.path + "/out"] + Tool.tiny
    let events = ["--events", scratch.path + "/e.jsonl"]
    _ = try await Tool.run(run + ["--events", scratch.path + "/whole.jsonl"])
    let whole = try scratch.text(of: "whole.jsonl")
    var journals = 0
    let points = try await killEverywhere(run + events) { number in
      let before = try filesAreWhole("call \(number)")
      journals += scratch.names(in: "out").count { $0.hasSuffix(".journal") }
      if scratch.names().contains("e.jsonl") { #expect(try scratch.text(of: "e.jsonl") == whole) }
      let next = try await Tool.run(run + events)
      #expect(next.code == 0, "call \(number): \(next.error)")
      #expect(partials == [], "call \(number)")
      #expect(try filesAreWhole("call \(number)").count == before.count + 1)
      #expect(scratch.names(in: "out").allSatisfy { $0.hasSuffix(".tsv") }, "call \(number)")
      #expect(try scratch.text(of: "e.jsonl") == whole)
      try FileManager.default.removeItem(atPath: scratch.path + "/e.jsonl")
    }
    #expect(points > 15, "it was killed between its first file and its last")
    #expect(journals > 1, "among others before its journal was the file")
  }

  @Test func whatAKilledCommandLeftInTheTemporaryFolderGoesWithTheNext() async throws {
    try scratch.makeFolder("tmp")
    let place: [String: String?] = ["TMPDIR": scratch.path + "/tmp"]
    let cell = ["-t", "zoom", "--decode", "none", "--baseline", scratch.path + "/base"] + Tool.tiny
    try await Tool.run(["baseline", "record", "-s", "preheat2x"] + cell).succeeding()
    // A gate that finds a regression has the other binary's events in a folder on the way.
    let gate = ["gate", "-s", "preheat2x:height=9/4", "--base", Tool.executable] + cell
    var left = 0
    let points = try await killEverywhere(gate, environment: place, ending: 2) { number in
      left += scratch.names(in: "tmp").count
      #expect(scratch.names(in: "tmp").count <= 1, "call \(number): what is left does not pile up")
    }
    #expect(points > 1 && left > 0, "\(points) calls, \(left) times something was left")
    #expect(scratch.names(in: "tmp").isEmpty)
  }

  @Test func aKilledMakerOfALibraryIsFollowedByAnother() async throws {
    let place: [String: String?] = ["XDG_CACHE_HOME": scratch.path]
    let make = ["library", "info"] + Tool.tiny
    _ = try await Tool.run(make, environment: ["XDG_CACHE_HOME": scratch.path + "/other"])
    let pool = try Data(contentsOf: URL(filePath: scratch.path + "/other/cachelab/tiny-1.pool"))
    var halves = 0
    let points = try await killEverywhere(make, environment: place) { number in
      let names = scratch.names(in: "cachelab")
      halves += names.count { $0.hasSuffix(".partial") }
      #expect(names.count <= 1, "what is left does not pile up: \(names)")
      if names == ["tiny-1.pool"] {
        #expect(try Data(contentsOf: URL(filePath: scratch.path + "/cachelab/tiny-1.pool")) == pool)
        try FileManager.default.removeItem(atPath: scratch.path + "/cachelab/tiny-1.pool")
      }
    }
    #expect(points > 5 && halves > 3)
    #expect(scratch.names(in: "cachelab") == ["tiny-1.pool"])
    #expect(try Data(contentsOf: URL(filePath: scratch.path + "/cachelab/tiny-1.pool")) == pool)
    let verified = try await Tool.run(["library", "verify"] + Tool.tiny, environment: place)
    #expect(verified.output.hasPrefix("300 photos decoded, 0 contradict"), "\(verified.error)")
  }

  @Test func aKilledExtractionOrIndexingIsMadeGoodByTheNext() async throws {
    let place: [String: String?] = ["XDG_CACHE_HOME": scratch.path + "/cache"]
    let photos = scratch.path + "/photos"
    let extract = ["library", "extract", "--library", "tiny", "--assets", "3"] + ["-o", photos]
    let extractions = try await killEverywhere(extract) { number in
      // A reader of the folder does not take a half-written photo for one.
      let listed = try await Tool.run(["library", "verify", "--library", photos], environment: place)
      let whole = scratch.names(in: "photos").filter { !$0.hasPrefix(".") }
      let verified = listed.output.hasPrefix("\(whole.count) photos decoded, 0 contradict")
      #expect(whole.isEmpty || verified, "\(listed.error)")
    }
    #expect(scratch.names(in: "photos") == (0..<3).map { "asset-00000\($0).jpg" })
    let info = ["library", "info", "--library", photos]
    let index = scratch.path + "/cache/cachelab"
    let good = try await Tool.run(info, environment: place)
    try FileManager.default.removeItem(atPath: index)
    let indexings = try await killEverywhere(info, environment: place) { number in
      #expect(scratch.names(in: "cache/cachelab").count <= 1, "call \(number)")
    }
    #expect(extractions > 3 && indexings > 3, "\(extractions) and \(indexings) calls")
    #expect(try await Tool.run(info, environment: place).output == good.output)
    #expect(scratch.names(in: "cache/cachelab").allSatisfy { $0.hasSuffix(".index") })
  }
}
