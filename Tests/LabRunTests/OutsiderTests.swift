import CacheLab
import LabLibrary
import Strategies
import Testing

@testable import LabRunKit

/// An independent program recomputes every deterministic metric from trace, event file and the library's list.
@Suite struct OutsiderTests {
  private static let folder = Tool.home + "/Tests/Outsider/"
  /// Opened once: that costs more than a replay.
  private static let library = Result {
    try PhotoLibrary.open(LibraryConfiguration(profile: .tiny), in: Tool.cache + "/cachelab")
  }
  static let traces = (try? TracePaths.find(["all"], in: [Tool.home])) ?? ["no traces are found"]
  static let strategies = [
    "none", "fixed-window", "preheat2x", "lru", "lru:budget=2MB,match=at-least", "preheat2x+lru:budget=3MB",
    "windowed-lead", "budget-priority:budget=1MB", "budget-priority:budget=4MB", "none+opportunistic",
    "preheat2x+opportunistic", "budget-priority:budget=2MB+opportunistic", "preheat2x+lru:budget=2MB+opportunistic",
  ]

  private func recomputing(_ trace: String, of library: PhotoLibrary, in scratch: Scratch) throws -> [String] {
    let rows = [library.listingColumns] + (0..<library.index.count).map { library.listing(of: $0) }
    try scratch.write(rows.map { $0.joined(separator: ",") + "\n" }.joined(), to: "list.csv")
    return ["-B", OutsiderTests.folder + "recompute.py", "--trace", trace, "--library", scratch.path + "/list.csv"]
  }

  /// Runs in this process, for they are many: the same library and replay as lab-run's, without its start.
  @Test(arguments: traces) func everyMetricIsRecomputed(_ trace: String) async throws {
    let scratch = Scratch()
    let library = try OutsiderTests.library.get()
    var arguments = try recomputing(trace, of: library, in: scratch)
    let stage = try Stage(trace: trace, library: library)
    for strategy in OutsiderTests.strategies {
      for cells in [CellPolicy.cancel, .keep] {
        let name = "\(scratch.path)/\(arguments.count)"
        try stage.run(strategy, cells: cells, to: name)
        // Other tests wait for their processes on the same threads.
        await Task.yield()
        arguments += ["--events", name + ".jsonl", "--check", name + ".json"]
      }
    }
    let fast = try Stage(trace: trace, library: library, delivery: .fast)
    for strategy in ["preheat2x", "lru:budget=1MB"] {
      let name = "\(scratch.path)/\(arguments.count)"
      try fast.run(strategy, to: name)
      arguments += ["--events", name + ".jsonl", "--check", name + ".json"]
    }
    for (percent, cells) in [(30, CellPolicy.cancel), (100, .keep)] {
      var model = CloudModel(sharePercent: percent)
      // The tiny library's files are small: they take 50 to 100 ms.
      model.bytesPerSecond = 100_000
      model.latency = .milliseconds(30)
      let cloud = try Stage(trace: trace, library: library, cloud: model)
      for strategy in ["preheat2x", "budget-priority:budget=2MB+opportunistic", "lru:budget=1MB+opportunistic"] {
        let name = "\(scratch.path)/\(arguments.count)"
        try cloud.run(strategy, cells: cells, to: name)
        arguments += ["--events", name + ".jsonl", "--check", name + ".json"]
      }
    }
    let python = try await Tool.run("python3", arguments).succeeding()
    #expect(python.output.split(separator: "\n").count == OutsiderTests.strategies.count * 2 + 8)
  }

  /// Drawn traces whose grids have sections, replayed by both: events and metrics, with other screens and choices too.
  @Test func sectionsAreWhatTheDefinitionsSay() async throws {
    let python = try await Tool.run(
      "python3", ["-B", OutsiderTests.folder + "sections.py", "--lab-run", Tool.executable, "--seeds", "0-23"]
    ).succeeding()
    #expect(python.output.hasSuffix("comparisons, none unequal\n"))
  }

  /// Models written from the papers, over made streams and the requests of traces.
  @Test func evictionPoliciesMissWhatTheirPapersSay() async throws {
    let python = try await Tool.run(
      "python3",
      [
        "-B", OutsiderTests.folder + "eviction.py", "--lab-run", Tool.executable, "--library", "tiny", "--requests",
        "4000",
      ]
    ).succeeding()
    #expect(python.output.split(separator: "\n").count == 6)
  }

  @Test(arguments: [
    ("zoom", "lru:budget=2MB,match=at-least"), ("ios-overscroll", "preheat2x+lru:budget=3MB"),
    ("scrub", "preheat2x+opportunistic"), ("zoom", "preheat2x+opportunistic"),
    ("library-changes", "preheat2x+lru:budget=3MB"), ("library-changes", "preheat2x+opportunistic"),
    ("interrupted", "preheat2x+lru:budget=3MB"), ("interrupted", "fixed-window+opportunistic"),
    ("limited-access", "lru:budget=2MB+opportunistic"), ("hunt", "preheat2x+lru:budget=3MB+opportunistic"),
  ])
  func theToolsOwnFilesSuffice(_ trace: String, _ strategy: String) async throws {
    try await checkBoth(trace, strategy, [])
  }

  @Test(arguments: ["none", "lru:budget=2MB,match=at-least"])
  func theModelKnowsFastDelivery(_ strategy: String) async throws {
    try await checkBoth("zoom", strategy, ["--delivery", "fast"])
  }

  @Test(arguments: ["zoom", "scrub", "hunt"], ["preheat2x", "none", "lru:budget=2MB"])
  func theModelKnowsTheCloud(_ trace: String, _ strategy: String) async throws {
    try await checkBoth(trace, strategy, ["--cloud", "30:bandwidth=100kB"])
    try await checkBoth(trace, strategy, ["--cloud", "100", "--cells", "keep"])
  }

  @Test func theModelKnowsTheCloudAndThumbnailsTogether() async throws {
    try await checkBoth("hunt", "preheat2x+opportunistic", ["--cloud", "30:latency=40ms,downloads=2,seed=5"])
    try await checkBoth("zoom", "preheat2x+lru:budget=3MB+opportunistic", ["--cloud", "100:latency=0.5s"])
  }

  /// A run by the tool, recomputed from its events and replayed by the model.
  private func checkBoth(_ trace: String, _ strategy: String, _ options: [String]) async throws {
    let scratch = Scratch()
    let list = try await Tool.run(["library", "list", "--format", "csv"] + Tool.tiny)
    try scratch.write(list.output, to: "list.csv")
    let ran = try await Tool.run(
      ["-s", strategy, "-t", trace, "--events", scratch.path + "/e.jsonl", "--format", "json", "--out", scratch.path]
        + Tool.tiny + ["--screen", "375x667@2"] + options
    ).succeeding()
    try scratch.write(ran.output, to: "record.json")
    let traceFile = Tool.home + "/traces/\(trace).scrolltrace"
    let sources = ["--trace", traceFile, "--library", scratch.path + "/list.csv"]
    let check = ["--check", scratch.path + "/record.json"]
    try await Tool.run(
      "python3",
      ["-B", OutsiderTests.folder + "recompute.py"] + sources + ["--events", scratch.path + "/e.jsonl"] + check
    ).succeeding()
    // The model takes no event file: it replays the trace by itself.
    try await Tool.run(
      "python3",
      ["-B", OutsiderTests.folder + "model.py", "--strategy", strategy, "--viewport", "375x667", "--scale", "2"]
        + sources + check + options
    ).succeeding()
  }

  @Test func aChangedNumberOrEventIsFound() async throws {
    let scratch = Scratch()
    let library = try OutsiderTests.library.get()
    let trace = Tool.home + "/traces/hunt.scrolltrace"
    try Stage(trace: trace, library: library).run("preheat2x", to: scratch.path + "/good")
    let arguments = try recomputing(trace, of: library, in: scratch)
    let record = try scratch.text(of: "good.json")
    let hits = try #require(record.firstMatch(of: /"hits": (\d+)/))
    try scratch.write(record.replacing(hits.output.0, with: "\"hits\": 1\(hits.output.1)"), to: "bad.json")
    let events = try scratch.text(of: "good.jsonl").split(separator: "\n")
    let drop = try #require(events.firstIndex { $0.contains("\"e\":\"begin\"") })
    try scratch.write((events[..<drop] + events[(drop + 1)...]).joined(separator: "\n"), to: "bad.jsonl")
    for (events, record, code) in [("good", "good", 0), ("good", "bad", 1), ("bad", "good", 1)]
      as [(String, String, Int32)]
    {
      let python = try await Tool.run(
        "python3",
        arguments + ["--events", "\(scratch.path)/\(events).jsonl", "--check", "\(scratch.path)/\(record).json"])
      #expect(python.code == code, "\(events) \(record): \(python.error)")
    }
  }
}
