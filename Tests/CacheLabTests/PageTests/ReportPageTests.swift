import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct ReportPageTests {
  private let evil = "<b>x</b>|*y*\"'"

  private func content(_ records: [RunRecord]) -> ReportContent {
    ReportContent(settings: ReportSetting.groups(of: records), command: "lab-run report")
  }

  private var records: [RunRecord] {
    ["hunt", "ios-hunt", evil].flatMap { trace in
      ["none", "preheat2x"].map { SampleRecord.record(strategy: $0, trace: trace, blank: $0 == "none" ? 9 : 2) }
    }
  }

  /// Answer, table, the picture that decides, the player; the rest is folded.
  @Test func whatDecidesIsOpenAndTheRestIsFolded() throws {
    var content = content(records)
    content.pictures = ReportPicture.overview(content.settings[0].matrix, number: 0)
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
    content.pictures = ReportPicture.overview(content.settings[0].matrix, number: 0)
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
      #expect(page.ranges(of: "class=\"lede\"").count == content.settings.reduce(0) { $0 + $1.matrix.sets.count })
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
    let waits = Column.noticed.text(matrix.mean("preheat2x", Column.noticed.number))
    #expect(text.contains("| **preheat2x** | \(waits) |"), "\(text)")
    #expect(text.contains("| strategy | hunt noticed | hunt ready | hunt MB | ios-hunt noticed |"))
    #expect(text.contains("lab-run report\n```"))
  }

  @Test func theCommandsRunItAllAgain() {
    let commands = content(records).commands(ReportSetting.groups(of: records)[0])
    #expect(
      commands == [
        "lab-run --strategy preheat2x --strategy none --trace '<b>x</b>|*y*\"'\\''' --trace hunt --trace ios-hunt"
      ])
  }
}
