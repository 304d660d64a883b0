import Testing

@testable import CacheLab

@Suite struct MarkupTests {
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
}
