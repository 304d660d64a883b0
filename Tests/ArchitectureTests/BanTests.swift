import Testing

/// What must not stand in the sources, with the reason and the few places where it may.
@Suite struct BanTests {
  struct Ban: Sendable {
    var words: [String]
    var instead: String
    /// Modules that the ban holds for.
    var modules: Set<String> = [
      "StrategyKit", "Strategies", "GridEngine", "GridDriver", "GridPhotos", "GridViews", "CacheLab", "LabSystem",
      "LabLibrary", "LabRecords", "LabJudge", "LabRunKit", "PageEngine",
      "StrategyContract", "lab-run",
    ]
    /// Ends of paths where it may stand, each with a reason.
    var except: [String: String] = [:]
    /// Whether it must not stand in literals either.
    var holdsForTexts = false
  }

  static let bans = [
    Ban(
      words: ["Date()", "ContinuousClock", "SuspendingClock", "DispatchTime", "clock_gettime", "gettimeofday"],
      instead: "ask Clocks",
      except: [
        "GridViews/ScrollGrid.swift": "the default clock of an app's grid"
      ]),
    Ban(
      words: ["SystemRandomNumberGenerator", ".random(", ".randomElement(", ".shuffled(", "arc4random"],
      instead: "use a seeded SplitMix64"),
    Ban(
      words: ["print("], instead: "return text; LabRunKit's Terminal writes it",
      except: ["GridDriver/GridDriver.swift": "an app that has set no onProblem is told once all the same"]),
    Ban(
      words: [".pitch", ".columns", ".cellHeight", ".cellWidth", ".spacingX", ".spacingY", ".insetTop"],
      instead: "ask the layout for rows and cells: a grid of sections has others in each",
      modules: ["Strategies"]),
    Ban(words: ["sleep("], instead: "wait for what is to happen"),
    Ban(words: ["fatalError("], instead: "use precondition with a sentence, or throw"),
    Ban(words: ["try!", "as!"], instead: "handle the failure"),
    Ban(words: ["-Ounchecked"], instead: "leave it out: what the compiler proves must hold"),
    Ban(
      words: ["unsafeFlags"], instead: "leave them out: packages that depend on this one break",
      except: ["Package.swift": "where make asks for it"]),
    Ban(
      words: ["@unchecked Sendable", "nonisolated(unsafe)"], instead: "use Mutex<State>",
      except: [
        "UIKit/CollectionFeed.swift": "UIKit asks through methods of no actor, on the main thread",
        "PageEngine/Exports.swift": "in WebAssembly there is one thread",
        "Codec/JPEGEncoder.swift": "owns a handle that one thread uses at a time",
        "Codec/Picture.swift": "owns its memory; threads write disjoint rows",
        "LabLibrary/AssetReader.swift": "moves to one thread, which alone reads with it",
        "StrategyKit/ErasedPolicies.swift": "a box has one owner, the engine that it was made for",
        "Images/PhotoBook.swift": "a driver's, which calls it on its own actor alone",
        "Threads/Monitor.swift": "a mutex with a condition, which Synchronization lacks",
      ]),
    Ban(
      words: ["JSONDecoder", "JSONSerialization", "FoundationEssentials"],
      instead: "use JSON.parse, which has limits and names the line"),
    Ban(
      words: ["wideInteger"], instead: "ask for integer, which is nil for what 64 bits do not hold",
      except: [
        "JSON/JSON.swift": "declares it, and narrows it by exactly:",
        "Metrics/RunCounts.swift": "sums are of 128 bits",
        "Settings/FieldCheck.swift": "looks whether sums, ratios and seeds are within bounds",
        "Settings/RunConfiguration.swift": "a seed, narrowed by exactly:",
        "Settings/CloudModel+Text.swift": "a seed, narrowed by exactly:",
      ]),
    // The author of another tool reads `my-lab gate`, not `lab-run gate`. Examples of a command's help may say it.
    Ban(
      words: ["lab-run ", "\"lab-run\""], instead: "write \\(ToolName.current): a hint names the program that runs",
      modules: [
        "GridEngine", "CacheLab", "LabSystem", "LabLibrary", "LabRecords", "LabJudge", "LabRunKit",
      ],
      except: [
        "Text/ToolName.swift": "what it is called unless told otherwise",
        "Results/RowFile.swift": "the mark of a file that other programs and machines read",
        "Synth/LogSession.swift": "a trace's origin, the same bytes from any program",
        "Synth/Synthesis.swift": "a trace's origin, the same bytes from any program",
        "Commands/TraceCommand.swift": "a trace's origin, the same bytes from any program",
        "Running/BaseBuild.swift": "a product of this package",
        "Running/Command.swift": "what older binaries say",
        "Commands/LibraryCommand.swift": "examples, each on one line",
      ], holdsForTexts: true),
  ]

  static let files = SourceTree.files + [SourceTree.file("Package.swift")]

  static func violations(_ files: [SourceFile]) -> [String] {
    bans.flatMap { ban in
      files.filter { file in
        (file.module.isEmpty ? !ban.holdsForTexts : ban.modules.contains(file.module))
          && !ban.except.keys.contains { file.path.hasSuffix($0) }
      }.flatMap { file in
        (ban.holdsForTexts ? texts(of: file) : file.code).enumerated().flatMap { index, line in
          ban.words.filter { contains(line, $0) }.map { "\(file.place(index)): \($0) is banned: \(ban.instead)" }
        }
      }
    }
  }

  /// The lines of a file without comments, and without the help of commands.
  private static func texts(of file: SourceFile) -> [String] {
    var isInText = false
    let mayShowExamples = file.stage == "Commands" || file.name == "LabRun.swift"
    return file.lines.map { line in
      let wasInText = isInText
      if line.holds("\"\"\""), line.ranges(of: "\"\"\"").count % 2 == 1 { isInText.toggle() }
      return wasInText ? (mayShowExamples ? "" : line) : line.drop { $0 == " " }.hasPrefix("//") ? "" : line
    }
  }

  /// As a word of its own: `print(` is not in `fingerprint(`.
  private static func contains(_ line: String, _ word: String) -> Bool {
    var start = line.startIndex
    while let place = line.place(of: word, from: start) {
      guard word.first?.isLetter == true, place > line.startIndex else { return true }
      let before = line[line.index(before: place)]
      if !before.isLetter && !before.isNumber && before != "_" { return true }
      start = line.index(after: place)
    }
    return false
  }

  @Test func nothingBannedStandsInTheSources() { #expect(BanTests.violations(BanTests.files) == []) }

  @Test func everyExceptionIsStillNeeded() {
    for ban in BanTests.bans {
      for path in ban.except.keys {
        let files = BanTests.files.filter { $0.path.hasSuffix(path) }
        let isNeeded = files.contains { file in
          (ban.holdsForTexts ? file.lines : file.code).contains { line in ban.words.contains { line.holds($0) } }
        }
        #expect(isNeeded, "\(path) no longer needs its exception from \(ban.words): remove it")
      }
    }
  }

  @Test(
    arguments: bans.filter { !$0.holdsForTexts }.flatMap { ban in
      ban.words.map { (ban.modules.contains("CacheLab") ? "CacheLab" : "Strategies", $0) }
    })
  func aBannedWordIsFound(_ module: String, _ word: String) {
    let text = "// \(word) in a comment\nlet text = \"\(word)\"\nlet a = (\(word))\n"
    let found = BanTests.violations([SourceFile(path: "Sources/\(module)/Trace/A.swift", text: text)])
    #expect(found.count == 1 && found[0].hasPrefix("Sources/\(module)/Trace/A.swift:3: "), "\(found)")
  }

  @Test func wordsThatOnlyLookAlikeAreNotBanned() {
    let text = "fingerprint(a)\nasynchronous as? B\nlastUpdate()\n"
    #expect(BanTests.violations([SourceFile(path: "Sources/CacheLab/Trace/A.swift", text: text)]) == [])
  }

  @Test func aBannedTextIsFound() {
    let text = "/// lab-run gate\nlet cure = \"run lab-run gate\"\nlet help = \"\"\"\n  lab-run gate\n  \"\"\"\n"
    for (path, lines) in [("LabJudge/Gate", [2, 4]), ("LabRunKit/Commands", [2])] {
      let found = BanTests.violations([SourceFile(path: "Sources/\(path)/A.swift", text: text)])
      #expect(found.map { $0.split(separator: ":")[1] } == lines.map { "\($0)" })
    }
  }
}
