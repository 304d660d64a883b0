import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabLibrary
@testable import LabRecords

@Suite struct TextTests {
  @Test func markupBecomesText() {
    #expect(
      Markup.escaped("<img src=x onerror=alert(1)>'\"&\u{0}\u{FFFE}")
        == "&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;\\u0000\\ufffe")
    #expect(Markup.escaped("preheat2x+lru:budget=30MB, ü\n") == "preheat2x+lru:budget=30MB, ü\n")
  }

  @Test func nothingIsReadAsAMarkInMarkdown() {
    #expect(
      Markup.markdown("# a|b *c* _d_ [e](f) `g` <h>\n i")
        == "\\# a\\|b \\*c\\* \\_d\\_ \\[e\\](f) \\`g\\` &lt;h&gt;\\\\u000a i")
  }

  @Test(arguments: [
    ("a", "```swift\na\n```"), ("a\n", "```swift\na\n```"), ("``` ````\u{301}", "`````swift\n``` ````\u{301}\n`````"),
  ])
  func aFenceIsLongerThanAnyInIt(text: String, block: String) {
    #expect(Markup.fenced(text, language: "swift") == block)
  }

  @Test func noCellIsAFormulaOrEndsEarly() {
    #expect(
      CSV.line(["=1+1", "@a", "a,b", "a\"b", "a\"\u{301},b", "a\nb", "", "a-b"], ["-1", "2"])
        == "'=1+1,'@a,\"a,b\",\"a\"\"b\",\"a\"\"\u{301},b\",a\\u000ab,,a-b,-1,2\n")
  }

  @Test(arguments: [
    ("preheat2x:delta=1/3", "preheat2x:delta=1/3"), ("a b", "'a b'"), ("", "''"), ("it's", "'it'\\''s'"),
    ("$(rm)", "'$(rm)'"), ("'\u{301}", "''\\''\u{301}'"), ("a\n'\\\u{1B}\u{2028}7", #"$'a\n\'\\\033\342\200\2507'"#),
  ])
  func aWordIsOneWordOfALine(word: String, quoted: String) {
    #expect(ShellWords.line(["lab-run", word]) == "lab-run \(quoted)")
  }

  @Test func decimalsAreRoundedAwayFromZero() {
    #expect(NumberText.fixed(0.25, decimals: 1) == "0.3" && NumberText.fixed(-0.25, decimals: 1) == "-0.3")
    #expect(NumberText.fixed(-0.04, decimals: 1) == "0.0", "no negative zero")
    #expect(NumberText.fixed(0.999, decimals: 2) == "1.00" && NumberText.fixed(12, decimals: 0) == "12")
    #expect(NumberText.fixed(0.007, decimals: 3) == "0.007")
  }

  @Test func thousandsAreMarked() {
    let texts = [0, 999, 1_000, 123_456, -1_234_567, .max].map { NumberText.grouped($0) }
    #expect(texts == ["0", "999", "1,000", "123,456", "-1,234,567", "9,223,372,036,854,775,807"])
    #expect(NumberText.grouped(.min) == "-9,223,372,036,854,775,808")
  }

  @Test func sharesAreFinerBelowOnePercent() {
    let texts = [0, 0.00071, 0.00999, 0.01, 0.97325, 1].map { NumberText.percent($0) }
    #expect(texts == ["0.0%", "0.07%", "1.00%", "1.0%", "97.3%", "100.0%"])
    #expect(NumberText.percent(nil) == "-")
  }

  @Test func millisecondsHaveTheDecimalsThatHelp() {
    let texts = [0, 4_000, 2_345_000, 12_345_000, 123_456_000].map { NumberText.milliseconds($0) }
    #expect(texts == ["0", "0.00", "2.35", "12.3", "123"])
  }

  @Test func megabytesAreDecimal() {
    #expect(NumberText.megabytes(31_949_999) == "31.9" && NumberText.megabytes(0) == "0.0")
  }

  @Test func scalesAndCounts() {
    let texts = [3000, 2625, 1500, 100].map { Int64($0).decimal(over: 1000) }
    #expect(texts == ["3", "2.625", "1.5", "0.1"])
    #expect([0, 1, 1_699].map { NumberText.count($0, "sample") } == ["no samples", "1 sample", "1,699 samples"])
  }

  private func lines(_ records: RunRecord...) -> [[String]] {
    RecordCSV.text(records).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func everyMetricHasAColumnAndEveryRowAllOfThem() {
    let lines = lines(SampleRecord.record(thumbnails: 3), SampleRecord.record(strategy: "lru", isMeasured: false))
    #expect(lines.count == 3 && lines.allSatisfy { $0.count == lines[0].count })
    #expect(lines[0].prefix(6) == ["strategy", "trace", "device", "cells", "digest", "requests"])
    let unseen = ["coarse-", "new-screen", "warm-soft", "warm-time-to-first", "noticed-blanks"]
    for metric in Metric.all where !unseen.contains(where: { metric.id.hasPrefix($0) }) {
      #expect(lines[0].contains { $0.hasPrefix(metric.id) }, "\(metric.id)")
    }
    #expect(Set(lines[0]).count == lines[0].count, "no two columns have one name")
  }

  @Test func columnsOfThumbnailsStandWhereARunHasThem() {
    #expect(!lines(SampleRecord.record())[0].contains { $0.contains("soft") || $0.contains("coarse") })
    let both = lines(SampleRecord.record(thumbnails: 25), SampleRecord.record())
    let column = both[0].firstIndex(of: "soft-ratio")
    #expect(column.map { both[1][$0] } == "0.25" && column.map { both[2][$0] } == "")
  }

  @Test func numbersStandAsTheyAreAndAbsentOnesAreEmpty() {
    let lines = lines(SampleRecord.record(), SampleRecord.record(isMeasured: false))
    func cell(_ name: String, _ row: Int) -> String? { lines[0].firstIndex(of: name).map { lines[row][$0] } }
    #expect(cell("hit-rate", 1) == "0.75" && cell("peak-bitmap-bytes", 1) == "12345678")
    #expect(cell("time-to-image-p95", 1) == "9440000" && cell("decode-wall-max", 1) == "4000000")
    #expect(cell("preheat-ledger-useful", 1) == "3" && cell("peak-rss", 1) == "31900000" && cell("peak-rss", 2) == "")
    #expect(cell("decode-wall-max", 2) == "")
  }

  private func table(_ rows: [[String]], lastIsText: Bool = false) -> TextTable {
    var table = TextTable(columns: [
      .init(["name"], alignsRight: false), .init(["much", "MB"]), .init(["n"], alignsRight: !lastIsText),
    ])
    for row in rows { table.append(row) }
    return table
  }

  @Test func textStandsLeftAndNumbersRight() {
    let golden = """
            much
      name    MB   n
      ----  ----  --
      a      1.5  10
      bb       2   3

      """
    #expect(table([["a", "1.5", "10"], ["bb", "2", "3"]]).text() == golden)
  }

  @Test func aLongFirstCellStandsOnALineOfItsOwn() {
    let golden = """
            much
      name    MB   n
      ----  ----  --
      a      1.5  10
      much too long
               2   3

      """
    #expect(table([["a", "1.5", "10"], ["much too long", "2", "3"]]).text(width: 20) == golden)
  }

  @Test func aFirstCellThatFitsStaysInItsRow() {
    let text = table([["just right", "1.5", "10"]]).text(width: 20)
    #expect(text.contains("\njust right   1.5  10\n"), "\(text)")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 20 })
  }

  @Test func aLongLastCellOfTextGoesOnBelowItself() {
    let golden = """
            much
      name    MB  n
      ----  ----  -------
      a        1  one two
                  three

      """
    #expect(table([["a", "1", "one two three"]], lastIsText: true).text(width: 19) == golden)
  }

  @Test func noRowsLeaveHeadings() { #expect(table([]).text() == "      much\nname    MB  n\n----  ----  -\n") }

  @Test func noLineEndsInASpace() {
    for line in table([["a", "1", ""], ["", "", ""]]).text().split(separator: "\n") { #expect(!line.hasSuffix(" ")) }
  }

  @Test func wrappingKeepsEveryWordAndTheIndentation() {
    #expect("  one two three".wrapped(width: 9) == ["  one two", "  three"])
    #expect("incomprehensibilities of it".wrapped(width: 5) == ["incomprehensibilities", "of it"])
    #expect("short".wrapped(width: 5) == ["short"])
    let change = table([["a", "1", "+25.41\u{A0}pt better"]], lastIsText: true)
    #expect(
      change.text(width: 14).hasSuffix("+25.41 pt\n            better\n")
        && change.markdown.contains("+25.41 pt better"))
    #expect("".wrapped(width: 5) == [""])
  }

  private static let evil = "#%dx\u{1B}[31m\n::error::forged\r\u{9B}2J\u{202E}\u{2028}|y"

  /// Letters that may not stand in an output.
  private func unseen(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0.isUnseen && $0 != "\n" && $0 != "\t" }
  }

  private func expectSafe(_ text: String, _ what: String) {
    #expect(unseen(text) == [], "\(what)")
    let forged = text.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(forged == [], "\(what)")
  }

  @Test func refusalsShowThem() {
    let evil = TextTests.evil
    expectSafe("\(ResultError.cannotRead(evil, reason: evil))", "result")
    expectSafe("\(LibraryError.changedFile(path: evil))", "library")
    expectSafe("\(InputError(evil, line: 3, value: evil, evil, cure: evil))", "trace")
    expectSafe("\(TraceWarning(line: 3, text: evil))", "warning")
    expectSafe("\(SweepError(evil, evil))", "sweep")
    let device = JSON.object(["schema": .integer(1), evil: .string(evil)]).compactText
    expectSafe(refusal(evil, device), "device")
    expectSafe(refusal(evil, "no JSON"), "device")
    for error in [
      "\(ResultError.cannotRead(evil, reason: evil))",
      "\(InputError(evil, line: 3, value: evil, evil, cure: evil))",
    ] {
      #expect(!error.contains("\n"), "one line")
    }
  }

  /// What a device file of this name and text is refused with.
  private func refusal(_ path: String, _ text: String) -> String {
    do {
      return try DeviceFile(text: text, path: path).device.name
    } catch {
      return error.description
    }
  }

  @Test func aTitleOfATraceIsShownOnOneLine() throws {
    let header =
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,3998],"title":"a\u001b[2J\nb","#
      + #""grid":{"count":160,"columns":4,"cell":[96,96],"spacing":[2,2]},"scale":3}"#
    let trace = try Trace.parse(Array("\(header)\n[0,0]\n[100,5]\n".utf8), name: "t")
    #expect(trace.header.title == "a\\u001b[2J\\u000ab")
    expectSafe(TraceInfo.table([("t\u{1B}", trace)]), "info")
  }
}
