import CacheLab
import Testing

/// What is wrong is said once, in one line that names the cure; a malformed command line is 64, all else 1.
@Suite(.serialized) struct ExitCodeTests {
  private let scratch = Scratch()

  /// A command line that fails, and what it says.
  struct Failure: CustomTestStringConvertible, Sendable {
    var arguments: String
    var says: [String]

    var testDescription: String { arguments }
  }

  static let errors = [
    Failure(arguments: "-s preheet2x -t zoom", says: ["unknown strategy 'preheet2x'; did you mean 'preheat2x'?"]),
    Failure(arguments: "-s none -t zoum", says: ["no trace 'zoum' in ", "did you mean 'zoom'?"]),
    Failure(arguments: "-s none -t xyzzy", says: ["no trace 'xyzzy' in ", "lab-run list traces shows all"]),
    Failure(
      arguments: "-s none -t zoom --device iphone",
      says: [
        "'iphone'; choose one of \(DeviceProfile.all.map(\.name).joined(separator: ", ")) and host, "
          + DeviceProfile.otherForms + ", or give a device"
      ]),
    Failure(arguments: "-s none -t ./no.scrolltrace", says: ["./no.scrolltrace: cannot be read (No such file"]),
    Failure(
      arguments: "-s none -t zoom --device decode-12",
      says: ["unknown device 'decode-12'; did you mean 'decode-12ms'?"]),
    Failure(
      arguments: "-s none -t zoom --device ./no.device.json",
      says: ["./no.device.json: No such file or directory; give the path of a device file"]),
    Failure(arguments: "-s none -t zoom --device ../", says: ["../: is not a regular file"]),
    Failure(arguments: "calibrate --library tiny --out /proc/no/a.json", says: ["/proc/no/a.json cannot be created ("]),
    Failure(arguments: "-s none -t zoom --library smal", says: ["library 'smal' is none of", "did you mean 'small'?"]),
    Failure(
      arguments: "-s none -t zoom --decode none -o /dev/null",
      says: ["/dev/null cannot be created (Not a directory); choose a place"]),
    Failure(arguments: "-s none -t zoom --library ./no/such", says: ["there is no folder './no/such'"]),
  ]

  @Test(arguments: ["HOME=/proc/none", "HOME=", "XDG_CACHE_HOME=/proc/none"])
  func aHomeThatNothingCanBeWrittenToNamesTheVariable(_ variable: String) async throws {
    try await Tool.shell(
      "cd / && unset CACHELAB_HOME && XDG_CACHE_HOME= && export \(variable) && exec \"$0\" -s none -t zoom", []
    ).failing(1, "XDG_CACHE_HOME")
  }

  @Test func offsetsThatAreNoTraceYetNameTheCommandThatMakesOne() async throws {
    try scratch.write("time_ms,offset_y\n0,0\n16,9\n", to: "hand.csv")
    try await Tool.run(["-s", "none", "-t", "hand.csv"], in: scratch.path).failing(
      1, "lab-run trace convert hand.csv -o NAME.pack")
  }

  @Test func aLogByAnotherEndingIsToldWhatItsNameMustBe() async throws {
    try scratch.write("user,session,time_ms,offset\na,1,0,0\na,1,16,9\n", to: "log.txt")
    for name in ["log.txt", "./log.txt"] {
      let ran = try await Tool.run(["trace", "convert", name, "-o", "log.pack"], in: scratch.path)
      #expect(ran.code == 1 && ran.error.contains("in .csv or .tsv") && ran.error.contains("rename"), "\(ran.error)")
    }
  }

  @Test(arguments: errors) func whatDoesNotExistIsError1(_ failure: Failure) async throws {
    let ran = try await Tool.run(failure.arguments.split(separator: " ").map(String.init), in: scratch.path)
    #expect(ran.code == 1 && ran.output.isEmpty)
    let lines = ran.error.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("lab-run: "), "\(ran.error)")
    for words in failure.says { #expect(ran.error.contains(words), "\(ran.error)") }
    for word in ["Error", "InputError", "SpecError", "CacheLab.", "Optional("] {
      #expect(!ran.error.contains(word), "no Swift names: \(ran.error)")
    }
    #expect(scratch.names().isEmpty)
  }

  static let usageErrors = [
    Failure(arguments: "", says: ["name a strategy"]),
    Failure(arguments: "--strategy none", says: ["name a trace"]),
    Failure(arguments: "--strateg none", says: ["Unknown option '--strateg'. Did you mean '--strategy'?"]),
    Failure(arguments: "-s none -t zoom --cells drop", says: ["'drop'", "none of cancel, keep"]),
    Failure(arguments: "-s none -t zoom --screen wide", says: ["'wide'", "390x844@3"]),
    Failure(arguments: "-s none -t zoom --screen recorded:0", says: ["'recorded:0'", "--screen", "write 1 to 1000"]),
    Failure(arguments: "-s none -t zoom --seed x", says: ["'x'", "--seed"]),
    Failure(arguments: "-s none -s lru -t zoom --events e", says: ["--events writes one run"]),
    Failure(arguments: "calibrate --assets 7", says: ["--assets 7: a fit takes 8 to 100000 photos"]),
    Failure(arguments: "calibrate --rounds 2", says: ["--rounds 2: a fit takes 3 to 100 rounds"]),
    Failure(arguments: "calibrate --threads 65", says: ["--threads 65: a device has 1 to 64 workers"]),
    Failure(arguments: "calibrate -o a+b.json", says: ["the device 'a+b': a device's name has 1 to 64 letters"]),
    Failure(arguments: "calibrate -o instant.json", says: ["the device 'instant'", "none of the declared ones"]),
    Failure(arguments: "list device", says: ["'device'", "devices"]),
    Failure(arguments: "list nothing", says: ["'nothing'", "all", "strategies"]),
    Failure(arguments: "-s none -t zoom --decode nome", says: ["'nome' is invalid for '--decode", "'none'"]),
    Failure(arguments: "-s", says: ["Missing value for '-s <strategy>'"]),
    Failure(arguments: "library frob", says: ["'frob'", "verify"]),
    Failure(arguments: "library extract", says: ["extract writes files; name a folder, --out DIR"]),
    Failure(arguments: "library list --out x", says: ["--out goes with extract"]),
    Failure(arguments: "library --format csv", says: ["--format goes with list"]),
    Failure(arguments: "recomend --budget 30MB", says: ["no command 'recomend'; did you mean 'recommend'?"]),
    Failure(arguments: "trace chek zoom", says: ["unexpected arguments: 'chek', 'zoom'"]),
    Failure(arguments: "preheat2x fastscroll", says: ["did you mean '--strategy preheat2x'?"]),
    Failure(arguments: "plot heat -s all -t zoom --metric hit-rat", says: ["did you mean 'hit-rate'?"]),
    Failure(arguments: "trace info", says: ["traces"]),
    Failure(arguments: "trace convert hunt --model ios", says: ["--model: for logs, whose names end in .csv or .tsv"]),
    Failure(arguments: "trace convert log.csv --names unit=min", says: ["--names unit=min: write columns once each"]),
    Failure(arguments: "trace convert LOG.CSV", says: ["name a pack, -o people.pack"]),
    Failure(arguments: "trace convert log.csv", says: ["name a pack, -o people.pack"]),
    Failure(arguments: "trace cut zoom --seconds 4-5", says: ["'4-5' is invalid for '--seconds"]),
    Failure(arguments: "trace cut zoom --seconds 4..0", says: ["'4..0' is invalid for '--seconds"]),
  ]

  @Test(arguments: usageErrors) func aMalformedCommandLineIsError64(_ failure: Failure) async throws {
    let ran = try await Tool.run(failure.arguments.split(separator: " ").map(String.init), in: scratch.path)
    #expect(ran.code == 64, "\(ran.error)")
    #expect(ran.output.isEmpty)
    #expect(ran.error.hasPrefix("lab-run: "), "\(ran.error)")
    #expect(ran.error.contains("for more information"), "\(ran.error)")
    for words in failure.says { #expect(ran.error.contains(words), "\(ran.error)") }
    #expect(scratch.names().isEmpty)
  }

  @Test func aWrongStrategyIsSaidBeforeTheLibraryIsMade() async throws {
    for arguments in [["-s", "nono", "-t", "zoom"], ["-s", "none", "-t", "zoom", "--device", "no"]] {
      let ran = try await Tool.run(
        arguments + ["--library", "tiny"], environment: ["XDG_CACHE_HOME": scratch.path + "/cache"])
      #expect(ran.code == 1)
      #expect(scratch.names().isEmpty)
    }
  }

  @Test func aFailedRunOfAMatrixSaysWhichOne() async throws {
    // A library of one photo, which stops being a JPEG after it was indexed, in a way that stat does not show.
    let photos = scratch.path + "/photos"
    try await Tool.run(["library", "extract", "--library", "tiny", "--assets", "2"] + ["-o", photos]).succeeding()
    let run = ["-s", "none", "-s", "lru", "-t", "hunt", "--library", photos, "--out", scratch.path + "/out"]
    try await Tool.run(run).succeeding()
    try await Tool.shell(
      "cd \"$1\" && for f in *.jpg; do touch -r $f ../time; "
        + "dd if=/dev/zero of=$f bs=1 count=64 conv=notrunc status=none; touch -r ../time $f; done", [photos]
    ).succeeding()
    let ran = try await Tool.run(run)
    #expect(ran.code == 1, "\(ran.output)")
    #expect(ran.error.split(separator: "\n").count == 1, "\(ran.error)")
    #expect(ran.error.hasPrefix("lab-run: none on "), "\(ran.error)")
  }
}
