import FoundationEssentials
import Testing

/// What the system does not let a command read is an error, and neither an end, nor an absence, nor damage.
@Suite(.serialized) struct UnreadableTests {
  private let scratch = Scratch()

  /// Runs a command with a disk error at its first call of a name, then at its second, until it has no such call.
  ///
  /// - Returns: How often it failed for that; a run that does not must end like one without errors.
  private func failures(_ arguments: [String], call: String) async throws -> Int {
    let whole = try await Tool.run(arguments).succeeding()
    var count = 0
    for number in 1...100 {
      let ran = try await Killer.fail(arguments, at: number, call: call)
      if ran.code == 0 {
        #expect(ran.output == whole.output, "call \(number)")
      } else {
        #expect(ran.error.contains("Input/output error"), "call \(number): \(ran.error)")
        count += 1
      }
      // Cleaners, which may leave a file for the next one, are all that goes on: a folder is opened in vain no ten times.
      if ran.code == 0 && number > 10 { return count }
    }
    Issue.record("it never ended by itself")
    return count
  }

  @Test func aGateOfHalfAFolderIsNoGate() async throws {
    let base = ["--baseline", scratch.path + "/base", "--decode", "none"]
    let cells = ["-s", "none", "-s", "lru", "-t", "zoom"] + Tool.tiny
    #expect(try await Tool.run(["baseline", "record"] + base + cells).code == 0)
    let gate = try await Tool.run(["gate"] + base)
    #expect(gate.output.contains("2 of 2 baselines in \(scratch.path)/base judged.\n"), "\(gate.output)")
    #expect(try await failures(["gate"] + base, call: "readdir") >= 5, "two names, two dots and the end")
    #expect(try await failures(["baseline", "accept", "--reason", "test"] + base, call: "readdir") >= 5)
    let one = try await Tool.run(["gate", "-s", "lru", "-t", "zoom"] + Tool.tiny + base)
    #expect(one.output.contains("1 of 2 baselines in \(scratch.path)/base judged.\n"), "\(one.output)")
  }

  @Test func aBaselineThatCannotBeReadIsNotReplaced() async throws {
    let base = ["--baseline", scratch.path + "/base", "--decode", "none", "-s", "none", "-t", "zoom"] + Tool.tiny
    #expect(try await Tool.run(["baseline", "record"] + base).code == 0)
    let name = try #require(scratch.names(in: "base").first)
    let text = try scratch.text(of: "base/" + name)
    try await Killer.fail(["baseline", "accept", "--reason", "a"] + base, opening: ".json").failing(
      1, "\(name) cannot be read (Input/output error)")
    #expect(try scratch.text(of: "base/" + name) == text)
  }

  @Test func linksToNothingAreNamed() async throws {
    let files = FileManager.default
    for folder in ["f", "photos", "records"] {
      try files.createDirectory(atPath: "\(scratch.path)/\(folder)", withIntermediateDirectories: false)
      try files.createSymbolicLink(atPath: "\(scratch.path)/\(folder)/disk", withDestinationPath: "/not/mounted")
    }
    try files.copyItem(atPath: Tool.home + "/traces/zoom.scrolltrace", toPath: scratch.path + "/f/1.scrolltrace")
    let said = "disk is a link to what is not there; mount or restore that, or remove the link\n"
    let packed = try await Tool.run(["trace", "pack", scratch.path + "/f", "-o", scratch.path + "/f.pack"])
    #expect(packed.code == 1 && packed.error.hasSuffix(said) && !scratch.names().contains("f.pack"), "\(packed)")
    for words in [
      ["compare", "disk", "disk"], ["report", "disk"], ["plot", "heat", "disk"],
      ["-s", "none", "-t", "zoom", "--library", "./disk"], ["gate", "--baseline", "disk"],
    ] {
      try await Tool.run(words, in: scratch.path + "/photos").failing(1, "a link to what is not there")
    }
  }

  @Test func foldersOfRecordsAndTracesAreReadToTheirEnd() async throws {
    let run = ["-s", "none", "-s", "lru", "-t", "zoom", "--decode", "none", "--out", scratch.path + "/out"] + Tool.tiny
    #expect(try await Tool.run(run).code == 0)
    #expect(try await failures(["compare", scratch.path + "/out"], call: "readdir") >= 4)
    let list = try await Killer.fail(["list", "traces"], call: "readdir")
    #expect(list.error.contains("no traces are listed: ") && list.error.contains("Input/output error"), "\(list)")
    try scratch.makeFolder("f")
    for name in ["a", "b"] {
      try scratch.copy("traces/zoom.scrolltrace", to: "f/\(name).scrolltrace")
    }
    for number in 1...5 {
      let path = "\(scratch.path)/\(number).pack"
      let ran = try await Killer.fail(["trace", "pack", scratch.path + "/f", "-o", path], at: number, call: "readdir")
      let info = try await Tool.run(["trace", "info", path])
      #expect(ran.code == 1 ? info.code != 0 : ran.output.contains("2 traces"), "call \(number): \(ran)")
      #expect(ran.code == 0 || ran.error.contains("Input/output error"))
    }
  }

  @Test func aBlockThatCannotBeReadIsNotDamaged() async throws {
    let (traces, pack) = (scratch.path + "/f", scratch.path + "/f.pack")
    try FileManager.default.createDirectory(atPath: traces, withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: Tool.home + "/traces/zoom.scrolltrace", toPath: traces + "/a.scrolltrace")
    #expect(try await Tool.run(["trace", "pack", traces, "-o", pack]).code == 0)
    var failed = 0
    for number in 1...12 {
      let out = "\(scratch.path)/out-\(number)"
      let ran = try await Killer.fail(
        ["trace", "unpack", pack, "-o", out, "--skip-damaged"], at: number, call: "pread")
      #expect(!ran.output.contains("left out") && !ran.error.contains("damaged"), "read \(number): \(ran)")
      if ran.code != 0 { failed += 1 }
    }
    #expect(failed >= 3, "its start, its header and its block are read")
  }

  /// A file is made, locked and looked at before its first byte.
  @Test func aFileWhoseStateCannotBeReadLeavesNoHalfOfItself() async throws {
    var failed = 0
    for number in 1...8 {
      let path = "\(scratch.path)/made-\(number).scrolltrace"
      let ran = try await Killer.fail(
        ["trace", "cut", "zoom", "--seconds", "1..2", "-o", path], at: number, call: "fstat")
      #expect(scratch.names().allSatisfy { !$0.hasSuffix(".partial") }, "look \(number): \(scratch.names())")
      if ran.error.contains("cannot be created (Input/output error)") { failed += 1 }
      #expect(scratch.names().contains("made-\(number).scrolltrace") == (ran.code == 0), "look \(number): \(ran)")
    }
    #expect(failed >= 1)
  }

  @Test func aPhotoThatCannotBeReadIsNotForgotten() async throws {
    let photos = scratch.path + "/photos"
    let place: [String: String?] = ["XDG_CACHE_HOME": scratch.path + "/cache"]
    try await Tool.run(
      ["library", "extract", "--library", "tiny", "--assets", "2", "-o", photos], environment: place
    ).succeeding()
    let info = ["library", "info", "--library", photos]
    try await Killer.fail(info, opening: ".jpg", environment: place).failing(1, ".jpg: open: Input/output error")
    // One that we may not read is left out, and named.
    let refused = try await Killer.fail(info, opening: ".jpg", with: 13, environment: place)
    let said = "1 could not be read or are too large: asset-00000"
    #expect(refused.code == 0 && refused.words.contains(said), "\(refused)")
    // Until we may: nothing but its permissions has changed then.
    let whole = try await Tool.run(info, environment: place)
    #expect(whole.code == 0 && !whole.output.contains("could not be read"), "\(whole)")
  }
}
