import FoundationEssentials
import CacheLab
import Testing

@testable import LabRunKit

/// `--resume`: a matrix that was killed or interrupted goes on from where it was.
@Suite(.serialized) struct ResumeTests {
  private let scratch = Scratch()

  private func matrix(_ format: String, decode: String = "none") -> [String] {
    [
      "-s", "none", "-s", "lru:budget=2MB", "-t", "hunt", "-t", "zoom", "--decode", decode, "--format", format, "--out",
      "\(scratch.path)/out",
    ] + Tool.tiny
  }

  /// The lines of runs that are whole, of all files of a kind. The disk is waited for after the head, for its folder, then
  /// after each run.
  private func runs(_ ending: String = ".journal") throws -> [Substring] {
    try scratch.names(in: "out").filter { $0.hasSuffix(ending) }.flatMap { name in
      try scratch.text(of: "out/" + name).split(separator: "\n", omittingEmptySubsequences: false).dropLast().dropFirst(
        2)
    }
  }

  @Test func killedAnywhereItGoesOnAndNoRecordIsMadeTwice() async throws {
    func matrix(_ out: String) -> [String] {
      let runs = ["-s", "none", "-s", "lru", "-t", "hunt", "--decode", "none", "--format", "csv"]
      return runs + Tool.tiny + ["--out", "\(scratch.path)/\(out)"]
    }
    let whole = try await Tool.run(matrix("whole"))
    var reused: Set<Int> = []
    for number in 1...200 {
      let killed = try await Killer.run(matrix("out"), at: number)
      if killed.code == 0 { break }
      let left = try runs()
      reused.insert(left.count)
      let resumed = try await Tool.run(matrix("out") + ["--resume"])
      #expect(resumed.code == 0 && resumed.output == whole.output, "call \(number): \(resumed.error)")
      #expect(try Array(runs(".tsv").prefix(left.count)) == left, "call \(number)")
      #expect(try runs(".tsv").count == 2, "call \(number)")
      #expect(scratch.names(in: "out").count == 1, "neither a journal nor anything half-written stays: call \(number)")
      try FileManager.default.removeItem(atPath: scratch.path + "/out")
    }
    #expect(reused == [0, 1, 2], "it was killed after each of its runs")
  }

  @Test func anInterruptSaysHowToGoOnAndTheTableHowManyWereThere() async throws {
    let ended = try await Killer.run(matrix("table", decode: "real"), at: 3, call: "fsync", signal: 2)
    #expect(ended.code == 130, "\(ended.error)")
    #expect(
      ended.error == "lab-run: interrupted: nothing half-written was left; the same command with --resume goes on "
        + "from here\n")
    let count = try runs().count
    // The signal is on its way while the second run is made.
    #expect(count == 1 || count == 2)
    let resumed = try await Tool.run(matrix("table", decode: "real") + ["--resume"])
    #expect(
      resumed.output.hasSuffix(
        "\n4 records in \(scratch.path)/out/\(scratch.names(in: "out")[0]), \(count) of them from the matrix that was "
          + "ended\n"), "\(resumed.output)\(resumed.error)")
  }

  @Test func withoutResumeANewOneBeginsAndNamesTheOld() async throws {
    _ = try await Killer.run(matrix("csv"), at: 4, call: "fsync")
    let anew = try await Tool.run(matrix("csv"))
    #expect(
      anew.error
        == "lab-run: 2 of these 4 runs were finished by a matrix that was ended: --resume goes on from there\n")
    #expect(try anew.code == 0 && runs(".tsv").count == 4 && scratch.names(in: "out").count == 1)
  }

  @Test func aFinishedMatrixIsShownFromItsRecordsAndNotRunAgain() async throws {
    let first = try await Tool.run(matrix("json", decode: "real"))
    let before = scratch.names(in: "out")
    let again = try await Tool.run(matrix("json", decode: "real") + ["--resume"])
    #expect(again.code == 0 && again.output == first.output, "to the last measured digit: \(again.error)")
    #expect(again.error.hasPrefix("lab-run: all 4 runs are finished, and none is run again"), "\(again.error)")
    #expect(scratch.names(in: "out") == before)
    let table = try await Tool.run(matrix("table", decode: "real") + ["--resume"])
    #expect(table.output.hasSuffix("\n4 records in \(scratch.path)/out/\(before[0]), all of them finished before\n"))
  }

  @Test func whatThisBuildDidNotWriteHereIsRunAgain() async throws {
    let whole = try await Tool.run(matrix("csv"))
    func resumed(_ words: [String] = [], _ environment: [String: String?] = [:]) async throws -> String {
      let ran = try await Tool.run(matrix("csv") + ["--resume"] + words, environment: environment)
      #expect(ran.code == 0 && (words != [] || ran.output == whole.output), "\(ran.error)")
      return ran.error
    }
    let refusal = "lab-run: nothing to resume: \(scratch.path)/out holds no unfinished matrix"
    #expect(try await resumed(["--cells", "keep"]).hasPrefix(refusal))
    #expect(try await resumed([], ["CACHELAB_REVISION": "another"]).hasPrefix(refusal))
    // That of another build lies there too, and the changed one is the only one of its kind by this build.
    let mine = try scratch.names(in: "out").filter { name in
      let text = try scratch.text(of: "out/" + name)
      return !text.contains("another") && text.contains("\"cells\":\"cancel\"")
    }
    let text = try scratch.text(of: "out/" + mine[0])
    try scratch.write(text.replacing("\tlru:budget=2MB", with: "\tlru:budget=3MB"), to: "out/\(mine[0])")
    #expect(try await resumed().hasPrefix(refusal))
    #expect(try await resumed().contains("all 4 runs are finished"))
  }

  @Test func otherRunsAndOtherSurroundingsAreNotTaken() async throws {
    _ = try await Killer.run(matrix("csv"), at: 5, call: "fsync")
    #expect(try runs().count == 3)
    let others = [
      (matrix("csv") + ["--cells", "keep"], [:]), (matrix("csv"), ["GLIBC_TUNABLES": "glibc.malloc.check=0"]),
      (matrix("csv"), ["CACHELAB_REVISION": "another"]),
    ]
    for (arguments, environment) in others {
      let ran = try await Killer.run(arguments + ["--resume"], at: 1, call: "rename", environment: environment)
        .succeeding()
      #expect(ran.error.hasPrefix("lab-run: nothing to resume: "), "\(ran.error)")
    }
  }

  @Test func aChangedRunIsNamedAndNotTaken() async throws {
    _ = try await Killer.run(matrix("csv"), at: 4, call: "fsync")
    let journal = try #require(scratch.names(in: "out").first)
    let text = try scratch.text(of: "out/" + journal)
    try scratch.write(text.replacing("2\tlru:budget=2MB\t", with: "2\tlru:budget=3MB\t"), to: "out/\(journal)")
    let resumed = try await Tool.run(matrix("table") + ["--resume"])
    #expect(resumed.error.contains("/out/\(journal):4: the checksum of the line is "), "\(resumed.error)")
    #expect(resumed.output.hasSuffix(", 1 of them from the matrix that was ended\n"), "\(resumed.output)")
    #expect(try runs(".tsv").count == 4)
  }

  @Test(arguments: ["", "# lab-r", "nonsense\n", "\0\0\0\0"])
  func aDamagedJournalIsNoMatrix(_ damage: String) async throws {
    _ = try await Killer.run(matrix("csv"), at: 4, call: "fsync")
    let journal = try #require(scratch.names(in: "out").first { $0.hasSuffix(".journal") })
    try scratch.write(damage, to: "out/\(journal)")
    let ran = try await Tool.run(matrix("csv") + ["--resume"])
    #expect(ran.code == 0 && ran.error.hasPrefix("lab-run: nothing to resume: "), "\(ran.error)")
    #expect(scratch.names(in: "out").allSatisfy { !$0.hasSuffix(".journal") })
  }

  @Test func oneRunIsNothingToResume() async throws {
    let ran = try await Tool.run(["-s", "none", "-t", "hunt", "--resume"] + Tool.tiny)
    #expect(ran.code == 64 && ran.error.hasPrefix("lab-run: --resume goes on with several runs"), "\(ran.error)")
  }

  @Test func aRunOfAMatrixEndsWhenNobodyReadsIt() async throws {
    let pipe = scratch.path + "/go"
    #expect(try await Tool.run("mkfifo", [pipe]).code == 0)
    // It starts once its reader has gone.
    let ran = try await Tool.shell(
      "p=\"$1\"; shift; { read -r go <\"$p\"; \"$0\" \"$@\"; echo \"code $?\" >&2; } | { exec <&-; echo >\"$p\"; }",
      [pipe, PlannedRun.childWord, "--strategy=fixed-window", "--trace=ios-hunt", "--library=tiny", "--quiet"])
    #expect(ran.error == "lab-run: interrupted: nothing half-written was left\ncode 130\n")
  }

  @Test func aKilledMatrixTakesItsChildAlong() async throws {
    // The child goes on after the matrix was killed: it writes nothing.
    let ran = try await Killer.stopChild(
      ["-s", "none", "-s", "lru", "-t", "ios-hunt", "--library", "tiny", "--out", scratch.path + "/out"],
      in: scratch.path,
      then: """
        kill -9 $p; wait $p; echo "code $?"; kill -CONT $c; while [ -e /proc/$c/exe ]; do :; done; ls -A $d/out
        """)
    let lines = ran.output.split(separator: "\n")
    #expect(lines.first == "code 137", "\(ran.output) \(ran.error)")
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(".journal") }, "\(ran.output)")
  }
}
