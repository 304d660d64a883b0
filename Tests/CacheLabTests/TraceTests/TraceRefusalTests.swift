import LabRecords
import StrategyKit
import Testing

@testable import CacheLab

@Suite struct TraceRefusalTests {
  /// A text that is refused, with the line, the value and the reason.
  struct Case: Sendable, CustomTestStringConvertible {
    var lines: [String]
    var line: Int
    var value: String
    var says: String
    var header = TraceText.header

    var testDescription: String { lines.joined(separator: " ") }
  }

  static let atHome = "outside [-844, 97998]"

  static let cases = [
    Case(lines: ["[0,0]", "[10,NaN]"], line: 3, value: "NaN", says: "not a finite number"),
    Case(lines: ["[0,-Infinity]"], line: 2, value: "-Infinity", says: "not a finite number"),
    Case(lines: ["[0,-nan]"], line: 2, value: "-nan", says: "not a finite number"),
    Case(lines: ["[inf,0]"], line: 2, value: "inf", says: "not a finite number"),
    Case(lines: ["[0,0]", #"[5,"mark",{"x":[NaN]}]"#], line: 3, value: "NaN", says: "not a finite number"),
    Case(lines: ["[0,0]", "[-0.1,5]"], line: 3, value: "-0.1", says: "negative time"),
    Case(lines: ["[-1e-99,0]"], line: 2, value: "-1e-99", says: "negative time"),
    Case(lines: ["[0,0]", "[20,5]", "[19.999,6]"], line: 4, value: "19.999", says: "before, at 20 ms"),
    Case(lines: ["[0,0]", #"[20,"x"]"#, "[19,6]"], line: 4, value: "19", says: "before, at 20 ms"),
    Case(lines: ["[0,0]", #"[5,"end"]"#, "[9,1]", "[8,1]"], line: 5, value: "8", says: "before, at 9 ms"),
    Case(lines: ["[0,0]", "[5.0009,0]", "[5.0005,1]"], line: 4, value: "5.0005", says: "before, at 5.0009 ms"),
    Case(lines: ["[0,0]", "[8.3,5]", "[8.30,6]"], line: 4, value: "8.30", says: "two samples"),
    Case(lines: ["[0,0]", #"[0,"idle"]"#, "# -", "[0,0]"], line: 5, value: "0", says: "two samples"),
    Case(lines: ["[0,-844.001]"], line: 2, value: "-844.001", says: atHome),
    Case(lines: ["[0,97998.001]"], line: 2, value: "97998.001", says: atHome),
    Case(lines: ["[0,1e999]"], line: 2, value: "1e999", says: atHome),
    Case(lines: ["[0,-1e99999999999999999999]"], line: 2, value: "-1e99999999999999999999", says: atHome),
    // The first wrong line is named, although a sample is judged when its time is over.
    Case(lines: ["[0,99999]", "garbage"], line: 2, value: "99999", says: atHome),
    Case(lines: [], line: 1, value: "", says: "no sample"),
    Case(lines: [#"[5,"end"]"#, "# only this"], line: 3, value: "", says: "no sample"),
    Case(lines: [#"[5,"layout",{"viewport":[10,20]}]"#], line: 2, value: "96 pt", says: "the viewport has 10 pt"),
    Case(
      lines: ["[0,0]", #"[5,"layout",{"grid":{"count":1,"columns":0,"cell":[9,9]}}]"#], line: 3,
      value: "columns 0, cell 9x9", says: "fits no cell"),
    Case(
      lines: ["[0,0]", #"[5,"layout",{"grid":{"count":1,"columns":2,"cell":[391,9]}}]"#], line: 3,
      value: "391 pt", says: "the viewport has 390 pt"),
    Case(
      lines: ["[0,0]", #"[5,"layout",{"grid":{"count":1,"columns":2}}]"#], line: 3, value: "",
      says: #""cell" is missing"#),
    Case(
      lines: ["[0,0]", #"[5,"layout",{"grid":{"count":1.5,"columns":2,"cell":[9,9]}}]"#], line: 3, value: "1.5",
      says: #""count": it must be a whole number from 0 to 100000000"#),
    Case(lines: ["[2592000000.1,0]"], line: 2, value: "2592000000.1", says: #""t": it must be at most 30 days"#),
  ]

  @Test(arguments: cases)
  func namesLineAndValue(_ example: Case) {
    let text = ([example.header] + example.lines).map { $0 + "\n" }.joined()
    let error = TraceText.refusal(of: text)
    #expect(error?.line == example.line && (error?.value ?? "") == example.value)
    let words = error?.description ?? ""
    #expect(words.hasPrefix("hand:\(example.line): ") && words.contains(example.says), "\(words)")
  }

  @Test(arguments: [
    "hello", "[0 0]", "[0]", "[]", "{}", "[0,0", "[0,0]]", "[0,0] x", "[0,]", "[0,.5]", "[0,5.]", "[0,+5]",
    "[0,05]", "[00,5]", "[0,- 5]", "[0,1e]", "[0,0,]", "[0,0]\u{0}", "\u{0}", "[0,true]", "[0,null]", "[\"0\",0]",
    "[0,\"mark]", "[0,\"mark\",{\"a\"}]", "[0,\"mark\",{\"a\":truth}]", "[0,\"\\x\"]", "[0,\"\\u+123\"]", "[0,0x10]",
  ])
  func refusesWhatIsNoLine(_ line: String) {
    let error = TraceText.refusal(of: TraceText.header + "\n" + line + "\n[9,9]\n")
    #expect(error?.line == 2)
    // Control characters are replaced on the way to the terminal.
    #expect(error?.value == InputError("", value: line, "", cure: "").value)
    #expect(error?.problem == "is not a line of a trace")
  }

  @Test(arguments: [
    "", "\n", "\n\n\n", "# only a comment\n", "# a\n# b\n", "[0,0]\n", "{}\n", #"{"scrolltrace":0.9}"#, "{", "\u{FEFF}",
    "\u{0}", "{\"viewport\":[390,844]}\n[0,0]\n", "\r\n", #"{"scrolltrace":-1}"#,
  ])
  func refusesAFirstLineThatIsNoHeader(_ text: String) {
    let error = TraceText.refusal(of: text)
    #expect(error?.line == 1)
    #expect(error?.problem.contains("header") == true)
  }

  @Test func readsTheHeaderFromTheFirstLineOnly() {
    let error = TraceText.refusal(of: "# a comment\n" + TraceText.header + "\n[0,0]\n")
    #expect(error?.line == 1 && error?.value == "# a comment" && error?.problem == "is not a header")
  }

  @Test func refusesALaterVersion() {
    let error = TraceText.refusal(of: #"{"scrolltrace":3,"viewport":[390,844]}"#)
    #expect(error?.line == 1 && error?.problem == "version 3 of the format is newer than this lab")
    let minor = TraceText.header.replacing(#""scrolltrace":1"#, with: #""scrolltrace":1.7"#)
    #expect(TraceText.refusal(of: minor + "\n[0,0]\n") == nil)
  }

  @Test func refusesALineOverAMebibyte() {
    let longest = "#" + String(repeating: "x", count: (1 << 20) - 1)
    #expect(TraceText.refusal(of: TraceText.header + "\n[0,0]\n" + longest + "\n") == nil)
    let error = TraceText.refusal(of: TraceText.header + "\n[0,0]\n" + longest + "x\n")
    #expect(error?.line == 3)
    #expect(error?.problem == "a line of more than \(1 << 20) bytes")
  }

  @Test func refusesTooManyLines() throws {
    #expect(Trace.linesMax == 10_000_000)
    // Ten million lines take too long to read in a debug build.
    func read(_ text: String) throws(InputError) -> Trace {
      var parser = TraceParser(bytes: Array(text.utf8), file: "hand")
      parser.linesMax = 5
      return try parser.run()
    }
    let text = TraceText.header + "\n[0,0]\n\n# -\n[1,0]\n"
    #expect(try read(text).samples.count == 2)
    let error = #expect(throws: InputError.self) { try read(text + "\n") }
    #expect(error?.line == 6 && error?.problem == "more than 5 lines")
  }

  @Test func refusesMoreLayoutsThanTheLimit() throws {
    let lines = ["[0,0]"] + [String](repeating: #"[0,"layout"]"#, count: Trace.layoutsMax)
    #expect(try TraceText.parse(lines).layouts.count == Trace.layoutsMax + 1)
    let more = lines + [#"[0,"layout"]"#]
    #expect(TraceText.refusal(of: ([TraceText.header] + more).joined(separator: "\n") + "\n")?.line == more.count + 1)
  }

  @Test func refusesDeepNesting() {
    let deep = "[0,\"mark\"," + String(repeating: "[", count: 4000) + "\n"
    #expect(TraceText.refusal(of: TraceText.header + "\n[0,0]\n" + deep)?.line == 3)
  }

  @Test func namesAFileThatCannotBeRead() {
    #expect(throws: InputError.self) { try Trace.load(path: "/nowhere/a.scrolltrace") }
    let error = #expect(throws: InputError.self) { try Trace.load(path: "/") }
    #expect(error?.file == "/" && error?.problem == "cannot be read (not a regular file)")
  }
}
