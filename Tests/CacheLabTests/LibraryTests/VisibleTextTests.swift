import Testing

@testable import CacheLab

/// Text of a file, made fit for a terminal.
@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("\u{1B}[2Jgone", "\\u001b[2Jgone"), ("a\u{9B}31mb", "a\\u009b31mb"), ("a\u{7F}", "a\\u007f"),
    ("a\nb\tc\r\nd", "a\\u000ab\\u0009c\\u000d\\u000ad"), ("\u{202E}fdp.exe", "\\u202efdp.exe"),
    ("\u{2066}a\u{2069}", "\\u2066a\\u2069"), ("a\u{2028}b", "a\\u2028b"), ("\u{0}", "\\u0000"),
    ("\u{FEFF}a\u{200F}", "\\ufeffa\\u200f"),
  ])
  func whatATerminalWouldActOnIsAnEscape(_ text: String, _ visible: String) {
    #expect(text.visible == visible)
    #expect(visible.visible == visible)
  }

  @Test(arguments: ["preheat2x+lru:budget=30MB", "é 漢 👩‍👧 ±…“”", "", "a b"]) func otherTextStaysAsItIs(_ text: String) {
    #expect(text.visible == text && text.visibleLines == text)
  }

  @Test func aTextOfSeveralLinesKeepsThem() { #expect("a\n\tb\u{1B}c\r\n".visibleLines == "a\n\tb\\u001bc\\u000d\n") }

  @Test func withinJSONTheEscapeIsTheLetterItself() throws {
    let text = "a\u{9B}31m \u{202E}b\u{7F}"
    let written = JSON.string(text).compactText
    #expect(written == #""a\u009b31m \u202eb\u007f""#)
    #expect(try JSON.parse(written) == .string(text))
  }
}
