import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct ReportPageTests {
  private let evil = "<b>x</b>|*y*\"'"

  private func content(_ records: [RunRecord]) -> ReportContent {
    ReportContent(settings: ReportMatrix.settings(of: records), command: "lab-run report")
  }

  private var records: [RunRecord] {
    ["hunt", "ios-hunt", evil].flatMap { trace in
      ["none", "preheat2x"].map { SampleRecord.record(strategy: $0, trace: trace, blank: $0 == "none" ? 9 : 2) }
    }
  }

  /// Answer, table, the picture that decides, the player; the rest is folded.
  @Test func whatDecidesIsOpenAndTheRestIsFolded() throws {
    var content = content(records)
    content.pictures = ReportPicture.overview(content.settings[0], number: 0)
    for index in content.pictures.indices {
      let name = content.pictures[index].plot.name
      content.pictures[index].drawn = ("<svg>\(name)</svg>", "<svg>\(name)-dark</svg>")
    }
    let page = content.html
    let places = try [
      "<p class=\"lede\">preheat2x on 2 traces of stress: 2.0 noticed", "<table", "pareto-memory-", "<details",
      "pareto-work-",
    ].map {
      try #require(page.firstRange(of: $0), "\($0)").lowerBound
    }
    #expect(places == places.sorted() && !page.contains("<details open"))
    #expect(
      page.contains("<h1>Which of preheat2x and none keeps people waiting least on "),
      "the title asks what the page is about")
  }

  @Test func noJSONEndsItsElement() throws {
    let json = JSON.object(["name": .string("</script><!-- <b>")])
    let text = HTMLText.script(json)
    #expect(try !text.contains("<") && JSON.parse(text) == json)
  }

  @Test func namesBreakWhereTheirPartsBegin() {
    #expect(HTMLText.name("preheat2x+lru:budget=1MB,a=<b>") == "preheat2x<wbr>+lru:<wbr>budget=1MB,<wbr>a=&lt;b&gt;")
  }

  @Test func namesFromElsewhereAreText() {
    var content = content(records)
    content.traceTitles = [evil: "</details><script>1</script>"]
    content.missing = ["<i>"]
    let page = content.html
    #expect(!page.contains("<b>x") && !page.contains("<script>1") && !page.contains("<i>"))
    #expect(page.contains("&lt;b&gt;x&lt;/b&gt;|*y*&quot;&#39;"))
    let text = content.markdown.split(separator: "```", omittingEmptySubsequences: false)[0]
    #expect(!text.contains("<b>x") && !text.contains("|*y*\"") && !text.contains("<i>"))
  }

  @Test func nothingIsLoaded() {
    let page = content(records).html
    for word in ["http:", "https:", "src=", "@import", "url("] { #expect(!page.contains(word), "\(word) in the page") }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func aPictureIsAnImageThatEndsNowhereElse() throws {
    var content = content(records)
    content.pictures = ReportPicture.overview(content.settings[0], number: 0)
    content.pictures[0].drawn = ("<svg id=\"a\" fill='#1F2328'>50 % <script>1</script></svg>", "<svg id='dark'></svg>")
    let text = "&lt;svg id=&quot;a&quot; fill=&#39;%231F2328&#39;&gt;50 %25 &lt;script&gt;1&lt;/script&gt;&lt;/svg&gt;"
    let page = content.html
    #expect(page.contains("src=\"data:image/svg+xml,\(text)\"") && page.ranges(of: "<figure>").count == 1)
    #expect(page.contains("<img class=\"dark\"") && page.contains("&lt;svg id=&#39;dark&#39;&gt;&lt;/svg&gt;"))
  }

  @Test func physicsStandSideBySideWithLoad() throws {
    let page = content(records).html
    #expect(page.contains("The same fingers, two scroll physics"))
    #expect(page.contains("beside ios-hunt (load 0.13, worst second 0.34)") && page.contains(">ios-hunt<br>noticed<"))
    #expect(!content([SampleRecord.record()]).html.contains("two scroll physics"))
    let bare = records.map { SampleRecord.changed($0, without: "load") }
    #expect(content(bare).html.contains("<h3>hunt beside ios-hunt</h3>"))
  }

  /// Of several settings each is a chapter: a page names nothing twice, and its links lead somewhere.
  @Test func noIdIsThereTwice() throws {
    let others = [["cells": JSON.string("keep")], ["fit": .string("fit")]].flatMap { setting in
      records.map { SampleRecord.changed($0, setting) }
    }
    for records in [records, records + others] {
      let content = content(records)
      let page = content.html
      let ids = page.matches(of: /id="([^"]+)"/).map { String($0.1) }
      #expect(ids == ids.unique)
      let links = page.matches(of: /href="#([^"]+)"/).map { String($0.1) }
      #expect(links.count > 2 && Set(links).isSubset(of: ids), "\(links)")
      let isOne = content.settings.count == 1
      #expect(page.contains("<h2 id=\"strategies\">") == isOne && page.contains("<h3>More</h3>") != isOne)
      // The answers of the first setting stand above all chapters, and those of each other one in its own.
      #expect(page.ranges(of: "class=\"lede\"").count == content.settings.reduce(0) { $0 + $1.sets.count })
    }
  }

  @Test func notesOfRunsAreNotes() {
    let content = content([SampleRecord.record(trace: "#1", notes: ["the photos are few"])])
    #expect(content.html.contains("<p class=\"note\">Note: #1: the photos are few</p>"))
    #expect(content.markdown.contains("\nNote: \\#1: the photos are few\n"))
    #expect(!content.markdown.contains("\n#1"), "no heading")
  }

  @Test func theTwinHasTheSameTables() {
    let text = content(records).markdown
    // One of the traces is of no set, so it has an answer of its own.
    #expect(text.contains("**preheat2x on 2 traces of stress: 2.0 noticed waits of 1,000 cells"))
    let matrix = ReportMatrix(records)
    let waits = Column.noticed.text(matrix.mean("preheat2x", .noticed))
    #expect(text.contains("| **preheat2x** | \(waits) |"), "\(text)")
    #expect(text.contains("| strategy | hunt noticed | hunt ready | hunt MB | ios-hunt noticed |"))
    #expect(text.contains("lab-run report\n```"))
  }

  @Test func theCommandsRunItAllAgain() {
    let commands = content(records).commands(ReportMatrix.settings(of: records)[0])
    #expect(
      commands == [
        "lab-run --strategy preheat2x --strategy none --trace '<b>x</b>|*y*\"'\\''' --trace hunt --trace ios-hunt"
      ])
  }

  private func matrix(_ runs: [(String, String, Int128)]) -> ReportMatrix {
    ReportMatrix(runs.map { SampleRecord.record(strategy: $0.0, trace: $0.1, blank: $0.2) })
  }

  @Test func theOneToShipStandsFirst() {
    let matrix = matrix([("a", "x", 5), ("b", "x", 2), ("a", "y", 5), ("b", "y", 3)])
    #expect(matrix.strategies == ["b", "a"] && matrix.best == "b")
    #expect(matrix.records.map(\.strategy) == ["b", "a", "b", "a"])
    #expect(matrix.mean("b", Column(.warmBlankRatio)) == 0.025)
  }

  private func overview(_ matrix: ReportMatrix) -> String {
    matrix.overview.map { if case .table(let table, _, _) = $0 { table.markdown } else { "" } }.joined()
  }

  private func answers(_ matrix: ReportMatrix) -> [String] {
    matrix.answers.compactMap { if case .answer(let text) = $0 { text } else { nil } }
  }

  private func notes(_ matrix: ReportMatrix) -> [String] {
    matrix.answers.compactMap { if case .note(let text) = $0 { text } else { nil } }
  }

  /// The answer's figures are those of the marked row.
  @Test func theAnswerSaysWhatTheMarkedRowSays() throws {
    let matrix = matrix([("a", "x", 50), ("b", "x", 20), ("a", "y", 50), ("b", "y", 31)])
    let row = try #require(overview(matrix).split(separator: "\n").first { $0.hasPrefix("| **b** |") })
    let cells = row.split(separator: "|").map { $0.filter { $0 != " " } }
    #expect(
      answers(matrix) == [
        "b on 2 traces: \(cells[1]) noticed waits of 1,000 cells, first screen \(cells[2]) ms, peak \(cells[3]) MB, "
          + "\(cells[4]) decodes a request"
      ])
    #expect(overview(matrix).ranges(of: "**").count == 2, "one row is marked")
  }

  @Test func whereNothingIsToldApartNothingIsMarked() throws {
    #expect(answers(matrix([("a", "x", 5), ("b", "x", 5)])).isEmpty)
    #expect(answers(matrix([("a", "x", 5)])).count == 1, "a strategy alone has no rival")
    #expect(answers(matrix([("a", "x", 5), ("b", "y", 2)])).isEmpty, "they share no trace")
  }

  @Test func oraclesAreNeverBest() {
    let knowing = SampleRecord.changed(SampleRecord.record(strategy: "clairvoyant", blank: 0), ["oracle": .bool(true)])
    let matrix = ReportMatrix(
      [knowing] + [("a", Int128(5)), ("b", 2)].map { SampleRecord.record(strategy: $0.0, blank: $0.1) })
    #expect(matrix.strategies == ["b", "a", "clairvoyant"] && matrix.best == "b")
    #expect(overview(matrix).contains("an oracle, not to ship"))
  }

  @Test func theSameFingersStandTogether() {
    let matrix = matrix(["ios-hunt", "zoom", "browse", "hunt", "ios-only"].map { ("a", $0, 1) })
    #expect(matrix.traces == ["browse", "hunt", "ios-hunt", "ios-only", "zoom"])
  }

  @Test func meansLeaveOutTracesThatNotAllRanOn() {
    let matrix = matrix([("a", "x", 4), ("b", "x", 6), ("b", "y", 0)])
    #expect(matrix.common == ["x"] && matrix.best == "a")
    #expect(notes(matrix) == ["Set aside, for not every strategy ran on them: y."])
  }

  @Test func theTracesThatTellMostAreDrawn() {
    let runs: [(String, String, Int128)] = [
      ("a", "x", 1), ("b", "x", 90), ("a", "y", 1), ("b", "y", 20), ("a", "ios-y", 1), ("b", "ios-y", 9),
    ]
    #expect(matrix(runs).mostContrasting == ["y", "ios-y"], "a pair before a trace")
    #expect(matrix(Array(runs.prefix(4))).mostContrasting == ["x"])
  }

  @Test func settingsAreKeptApart() {
    let own = SampleRecord.record(strategy: "a")
    let other = SampleRecord.changed(own, ["cells": .string("keep")])
    let groups = ReportMatrix.settings(of: [other, own, SampleRecord.record(strategy: "b")])
    #expect(groups.map(\.records.count) == [2, 1], "the larger first")
    #expect(groups[0].name.contains("cells cancel") && groups[1].name.contains("cells keep"))
  }

  private func trace(_ strategies: [String], on name: String) throws -> (ReelTrace, Replay) {
    let replay = try ReplayFixture.shipped(name)
    let reels = try strategies.map { text in
      let strategy = try StrategySpec(text)
      return replay.run(strategy, observer: ReplayReel(replay, of: strategy.shortText)).observer
    }
    return (ReelTrace(name: name, script: replay.script, reels: reels), replay)
  }

  @Test func whatThePlayerReadsIsTheReel() throws {
    let trace = try trace(["preheat2x"], on: "zoom").0
    let reel = trace.reels[0]
    let json = try #require(JSON.parse(PlayerData([trace], best: nil).script).array?.first)
    func column(_ json: JSON?, _ name: String) -> [Int64] { (json?[name]?.array ?? []).compactMap { $0.integer } }
    #expect(column(json, "times") == trace.frames.map(\.time) && column(json, "offsets") == trace.frames.map(\.offset))
    #expect(Set(column(json, "grids")).count > 1, "zoom changes its layout")
    let visible = zip(column(json, "firsts"), column(json, "counts")).map {
      ItemRange(lower: Int32($0), upper: Int32($0 + $1))
    }
    #expect(visible == trace.frames.map(\.visible))

    let run = json["runs"]?.array?.first
    let (cells, held, blank) = (run?["cells"], run?["held"], run?["blank"])
    #expect(column(cells, "times") == reel.changes.map(\.time) && !reel.changes.isEmpty)
    #expect(column(cells, "items") == reel.changes.map { Int64($0.item) })
    #expect(column(cells, "states") == reel.changes.map { Int64($0.state.rawValue) })
    #expect(column(held, "times") == reel.levels.map(\.time))
    #expect(column(held, "values") == reel.levels.map(\.bytes))
    #expect(column(blank, "times") == trace.blankSteps(of: reel).map(\.time))
  }

  /// Strategies and traces that differ in what changes a screen: flings, layouts, photos that come and go, warnings, rests.
  @Test(
    arguments: ["none", "preheat2x+opportunistic", "lru:budget=20MB"],
    ["hunt", "browse", "ios-fastscroll", "zoom", "library-changes"])
  func curvesAddUpToTheMetrics(strategy: String, name: String) throws {
    let (trace, replay) = try trace([strategy], on: name)
    let (tally, reel) = (replay.run(try StrategySpec(strategy)), trace.reels[0])
    let steps = trace.blankSteps(of: reel)
    // A time is cut to microseconds: each step may begin one early.
    let most = Int128(steps.map(\.visible).max() ?? 0)
    let blank = trace.blankTime(of: reel) * 1000
    #expect(abs(blank - Int128(tally.blank.part)) <= most * Int128(1000 * steps.count))
    #expect(steps.contains { $0.blank > 0 })
    let ends = reel.levels.dropFirst().map(\.time) + [trace.end]
    let held = zip(reel.levels, ends).reduce(Int128(0)) { $0 + Int128($1.0.bytes) * Int128($1.1 - $1.0.time) * 1000 }
    #expect(reel.peakBytes == tally.peak.bytes && reel.levels.allSatisfy { $0.bytes <= tally.peak.bytes })
    let rounding = Int128(reel.peakBytes) * Int128(1000 * reel.levels.count)
    #expect(abs(held - Int128(tally.liveByteTime)) <= rounding)
  }

  @Test func theBestStandsBesideWhatLeavesMostBlank() throws {
    let trace = try trace(["preheat2x", "none", "lru"], on: "hunt").0
    for (best, right): (String?, Int64) in [("preheat2x", 0), (nil, 2), ("lru", 2)] {
      let json = try JSON.parse(PlayerData([trace], best: best).script).array?.first
      #expect(json?["shown"]?.array?.map { $0.integer } == [1, right], "\(best ?? "none is named")")
    }
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let names = ["zoom", "browse", "hunt"]
    let traces = try names.map { try trace(["none"], on: $0).0 }
    func shown(_ data: PlayerData) throws -> [String?]? {
      try JSON.parse(data.script).array?.map { $0["name"]?.string }
    }
    let all = PlayerData(traces, best: nil)
    #expect(try shown(all) == names && all.leftOut.isEmpty)
    #expect(all.script.utf8.count < 1_600_000)
    // The first one always fits, however large.
    let first = PlayerData(traces, best: nil, bytesMax: 10)
    #expect(try shown(first) == ["zoom"] && first.leftOut == ["browse", "hunt"])
    // A later one that fits is shown though one before it does not.
    let sizes = traces.map { PlayerData([$0], best: nil).script.utf8.count }
    let (less, more) = sizes[1] < sizes[2] ? (1, 2) : (2, 1)
    let some = PlayerData([traces[0], traces[more], traces[less]], best: nil, bytesMax: sizes[0] + sizes[less])
    #expect(try sizes[less] < sizes[more] && shown(some) == ["zoom", names[less]] && some.leftOut == [names[more]])
  }
}
