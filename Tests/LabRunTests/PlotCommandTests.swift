import FoundationEssentials
import Testing

/// `lab-run plot`, with and without gnuplot.
@Suite(.serialized) struct PlotCommandTests {
  private let scratch = Scratch()

  private func events() async throws -> String {
    let path = scratch.path + "/e.jsonl"
    try await Tool.run(
      ["--strategy", "none", "--trace", "zoom", "--decode", "none", "--events", path, "--out", scratch.path + "/out"]
        + Tool.tiny
    ).succeeding()
    return path
  }

  @Test func withoutGnuplotScriptAndDataAreWrittenAndTheCureIsNamed() async throws {
    let events = try await events()
    let plot = try await Tool.shell(
      "PATH=/nowhere exec \"$0\" \"$@\"", ["plot", "memory", events, "--out", scratch.path + "/p"])
    #expect(plot.code == 1)
    #expect(plot.error.contains("gnuplot-nox"), "\(plot.error)")
    #expect(scratch.names(in: "p") == ["memory-none-zoom.gp", "memory-none-zoom.tsv"])
    try await Tool.shell(
      "PATH=/nowhere exec \"$0\" \"$@\"", ["trace", "plot", "zoom", "hunt", "--out", scratch.path + "/t"]
    ).failing(1, "2 scripts and their data were written")
    #expect(scratch.names(in: "t").count == 4)
  }

  @Test func aGnuplotThatFailsSaysItsOwnMessage() async throws {
    let events = try await events()
    let script = "#!/bin/sh\necho 'line 7: undefined variable: x' >&2\nexit 3\n"
    let plot = try await Tool.shell(
      "printf '%s' \"$1\" >'\(scratch.path)/gnuplot'; shift; chmod +x '\(scratch.path)/gnuplot'; PATH='\(scratch.path)':$PATH exec \"$0\" \"$@\"",
      [script, "plot", "waits", events, "--out", scratch.path + "/p"])
    #expect(plot.code == 1)
    #expect(plot.error.contains("waits-zoom.gp: exit code 3: line 7: undefined variable: x"), "\(plot.error)")
    #expect(scratch.names(in: "p") == ["waits-zoom.gp", "waits-zoom.tsv"])
  }

  /// gnuplot is a stand-in that copies its script: what is drawn is not looked at here.
  private func plot(
    _ words: [String], to folder: String, temporary: String = "/tmp", ending: String = "</svg>", then line: String = ":"
  ) async throws -> Tool.Outcome {
    let fake = scratch.path + "/bin/gnuplot"
    try scratch.makeFolder("bin")
    let script = "#!/bin/sh\n(cat \"$1\"; echo '\(ending)') > \"${1%.gp}.svg\"\n\(line)\n"
    // Another process writes it: no child of a test beside this one has it open when it is started.
    return try await Tool.shell(
      "printf '%s' \"$1\" >'\(fake)'; shift; chmod +x '\(fake)'; TMPDIR='\(temporary)' PATH='\(scratch.path)/bin':$PATH exec \"$0\" \"$@\"",
      [script, "plot"] + words + ["--out", scratch.path + "/" + folder])
  }

  /// As gnuplot leaves it on a full disk, without a word.
  @Test func aPictureThatIsNotWholeIsRefusedAndRemoved() async throws {
    let made = try await plot(["memory", try await events()], to: "p", ending: "<text>cut")
    #expect(made.code == 1 && made.error.contains("memory-none-zoom.svg to its end; free some space"), "\(made.error)")
    #expect(scratch.names(in: "p") == ["memory-none-zoom.gp", "memory-none-zoom.tsv"])
    try await Tool.shell(
      "PATH='\(scratch.path)/bin':$PATH exec \"$0\" \"$@\"",
      ["report", "--strategy", "none", "--trace", "zoom", "--out", scratch.path + "/r/report.html"] + Tool.tiny
    ).failing(1, "free some space")
    #expect(scratch.names(in: "r").isEmpty, "the next one need not be forced")
  }

  /// The stand-in is interrupted when half of its picture is written.
  @Test(arguments: ["INT", "TERM", "HUP"]) func anInterruptLeavesTheLastPictureAsItWas(signal: String) async throws {
    let words = ["memory", try await events()]
    #expect(try await plot(words, to: "p").code == 0)
    let picture = try scratch.text(of: "p/memory-none-zoom.svg")
    try await plot(words, to: "p", ending: "<text>cut", then: "kill -\(signal) $PPID; exec tail -f /dev/null").failing(
      130, "nothing half-written was left")
    #expect(try scratch.text(of: "p/memory-none-zoom.svg") == picture)
  }

  /// The stand-in ends where another one is at work, or was.
  @Test func reportsIntoOneFolderDrawApart() async throws {
    _ = try await plot(["memory", try await events()], to: "p", then: "mkdir busy || exit 9")
    for _ in 1...2 {
      try await Tool.shell(
        "PATH='\(scratch.path)/bin':$PATH exec \"$0\" \"$@\"",
        ["plot", "memory", scratch.path + "/e.jsonl", "--out", scratch.path + "/p"]
      ).succeeding()
    }
  }

  /// A trace whose name gnuplot would read as a comment, and as the format of a number.
  @Test(.enabled(if: Tool.isInstalled("gnuplot"))) func hostileNamesAreDrawn() async throws {
    let trace = scratch.path + "/#50 %d.scrolltrace"
    try FileManager.default.copyItem(atPath: Tool.home + "/traces/zoom.scrolltrace", toPath: trace)
    try await Tool.run(
      ["plot", "heat", "--strategy", "none", "--strategy", "lru", "--trace", trace, "--trace", "browse"]
        + ["--metric", "hit-rate", "--out", scratch.path + "/p"] + Tool.tiny
    ).succeeding()
    let picture = try scratch.text(of: "p/heat-hit-rate.svg")
    #expect(picture.contains(">#50 %d<"), "\(picture)")
    // The number in each cell.
    let cells = try scratch.text(of: "p/heat-hit-rate.tsv").split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: "\t").last }
    #expect(cells.count == 4)
    for number in Set(cells) {
      #expect(picture.ranges(of: ">\(number)<").count == cells.count { $0 == number }, "\(number)")
    }
  }

  static let pictures = [
    ["memory", "--strategy", "none", "--strategy", "lru"], ["screen", "--strategy", "none", "--dark"],
    ["waits", "--strategy", "none", "--strategy", "preheat2x"], ["compare", "--strategy", "none", "--strategy", "lru"],
    ["heat", "--strategy", "none", "--metric", "time-to-image-p99"], ["pareto", "--strategy", "none"],
    ["budget", "--strategy", "lru:budget=1MB", "--strategy", "preheat2x+sieve"],
  ]

  /// With names that are longer than what stands beside them.
  static let crowded = ["waits", "screen", "compare", "heat", "pareto"].map { picture in
    [picture]
      + ["none", "preheat2x+lru:budget=30MB,match=at-least", "fixed-window:screens=3/4+s3-fifo:budget=20MB", "lru"]
      .flatMap { ["--strategy", $0] } + ["--delivery", "opportunistic"]
  }

  @Test(arguments: pictures) func theSameCommandWritesTheSameBytesAndNothingElse(words: [String]) async throws {
    let words = words + ["--trace", "zoom", "--library", "tiny", "--assets", "300", "--screen", "recorded:5"]
    try scratch.makeFolder("tmp")
    for folder in ["one", "two"] {
      try await plot(words, to: folder, temporary: scratch.path + "/tmp").succeeding()
    }
    let names = scratch.names(in: "one")
    #expect(names == scratch.names(in: "two") && names.contains { $0.hasSuffix(".svg") })
    for name in names { #expect(try scratch.text(of: "one/\(name)") == scratch.text(of: "two/\(name)"), "\(name)") }
    let script = try #require(names.first { $0.hasSuffix(".gp") })
    let head = "# lab-run plot \(words[0]) --strategy none "
    let first = try scratch.text(of: "one/\(script)").split(separator: "\n")[0]
    #expect(words[0] == "budget" || first.hasPrefix(head), "\(first)")
    #expect(first.contains(" --trace zoom --library tiny --screen recorded:5 --assets 300"), "\(first)")
    #expect(scratch.names(in: "tmp").isEmpty, "no files on the way are left")
  }

  /// Where gnuplot is. In a replay of one frame it finds axes of no length, and draws them all the same.
  @Test(.enabled(if: Tool.isInstalled("gnuplot")), arguments: pictures + crowded + [["memory"], ["screen"], ["waits"]])
  func gnuplotDrawsEachPictureWithoutAWarningAndNoTextOnAnother(words: [String]) async throws {
    var words = ["plot"] + words + ["--out", scratch.path + "/p"]
    let isShort = words.count == 4
    if isShort {
      let events = scratch.path + "/short.jsonl"
      try "{\"events\":1}\n{\"t\":0,\"e\":\"frame\",\"y\":0,\"visible\":[0,4]}\n"
        .write(toFile: events, atomically: true, encoding: .utf8)
      words.append(events)
    } else {
      words += ["--trace", "zoom"] + Tool.tiny
    }
    try await Tool.run(words).succeeding()
    for name in scratch.names(in: "p") where name.hasSuffix(".gp") {
      // In a locale without letters beyond ASCII gnuplot warns of its own degree sign.
      let drawn = try await Tool.run("gnuplot", [name], environment: ["LC_ALL": "C.UTF-8"], in: scratch.path + "/p")
      #expect(drawn.code == 0 && (isShort || drawn.error + drawn.output == ""), "\(name): \(drawn.error)")
    }
    let drawn = scratch.names(in: "p").filter { $0.hasSuffix(".svg") }
    #expect(!drawn.isEmpty)
    for name in drawn {
      let texts = try PictureTexts(svg: scratch.text(of: "p/\(name)"))
      #expect(texts.boxes.count > 4 && texts.problems == [], "\(name): \(texts.problems)")
    }
  }

  @Test func recordsAndFoldersOfThemAreDrawn() async throws {
    let out = scratch.path + "/out"
    for strategy in ["none", "none", "lru"] {
      try await Tool.run(
        ["--strategy", strategy, "--trace", "zoom", "--decode", "none", "--out", out] + Tool.tiny
      ).succeeding()
    }
    for words in [["compare", out], ["pareto", out]] {
      try await plot(words, to: "p").succeeding()
    }
    // Of two records of one run the last counts.
    #expect(try scratch.text(of: "p/compare-zoom.tsv").split(separator: "\n").count == 3)
    let other = try await Tool.run(
      ["--strategy", "lru", "--trace", "zoom", "--decode", "none", "--device", "instant", "--out", out] + Tool.tiny
    ).succeeding()
    let stray = try await plot(["heat", out], to: "p")
    // Files of one second stand in the order of their names.
    let devices = ["device (decode-12ms; instant)", "device (instant; decode-12ms)"]
    #expect(stray.code == 64 && devices.contains { stray.error.contains($0) }, "\(stray.error)")
    let files = scratch.names(in: "out").map { "\(out)/\($0)" }
    let chosen = try await plot(["heat"] + files.filter { !other.output.contains($0) }, to: "p")
    #expect(chosen.code == 0 && chosen.error.isEmpty, "\(chosen.error)")
  }

  @Test(arguments: [
    ["memory"], ["memory", "--strategy", "none"], ["memory", "e.jsonl", "--strategy", "none", "--trace", "zoom"],
    ["portrait", "--strategy", "none", "--trace", "zoom"], ["waits", "--decode", "real", "--strategy", "none"],
    ["waits", "--strategy", "none", "--trace", "zoom", "--metric", "hit-rate"], ["budget", "e.json"],
    ["budget", "--strategy", "none", "--trace", "zoom"], ["memory", "e.jsonl", "--only", "cells=keep"],
    ["fleet", "all.tsv", "--strategy", "none"], ["outcomes", "e.json"],
    ["heat", "--strategy", "none", "--trace", "zoom", "--metric", "hit-rat"],
  ])
  func contradictionsAreUsageErrors(words: [String]) async throws {
    #expect(try await Tool.run(["plot"] + words).code == 64)
  }

  @Test func filesThatAreNoneAreNamed() async throws {
    try await Tool.run(["plot", "memory", scratch.path + "/none.jsonl"]).failing(1, "none.jsonl")
    try await Tool.run(["plot", "memory", "traces/zoom.scrolltrace"], in: Tool.home).failing(64, "event file")
    try await Tool.run(["plot", "compare", scratch.path]).failing(1, "the folder holds no runs")
  }
}
