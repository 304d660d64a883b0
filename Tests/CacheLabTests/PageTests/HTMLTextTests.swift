import Testing

@testable import LabBase
@testable import LabPictures

@Suite struct HTMLTextTests {
  private let evil = "<img src=x onerror=alert(1)>'\"&\u{0}"

  @Test func markupBecomesText() {
    #expect(HTMLText.escaped(evil) == "&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;\u{FFFD}")
    #expect(HTMLText.escaped("preheat2x+lru:budget=30MB, ü") == "preheat2x+lru:budget=30MB, ü")
  }

  @Test func noJSONEndsItsElement() throws {
    let json = JSON.object(["name": .string("</script><!-- <b>")])
    let text = HTMLText.script(json)
    #expect(!text.contains("<"))
    #expect(try JSON.parse(text) == json)
  }

  @Test func nothingIsReadAsAMarkInMarkdown() {
    #expect(
      HTMLText.markdown("# a|b *c* _d_ [e](f) `g` <h>\n i")
        == "\\# a\\|b \\*c\\* \\_d\\_ \\[e\\](f) \\`g\\` &lt;h&gt;  i")
  }

  @Test(arguments: [
    ("preheat2x:delta=1/3", "preheat2x:delta=1/3"), ("a b", "'a b'"), ("", "''"), ("it's", "'it'\\''s'"),
    ("$(rm)", "'$(rm)'"),
  ])
  func aShellReadsWordsBack(word: String, quoted: String) {
    #expect(ShellWords.line(["lab-run", word]) == "lab-run \(quoted)")
  }
}
