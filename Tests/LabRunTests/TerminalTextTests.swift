import Testing

@testable import LabRunKit

/// The last door before a terminal.
@Suite struct TerminalTextTests {
  @Test func nothingThatATerminalActsOnPasses() {
    let text = "a\u{1B}[31mb\n\tc\u{9B}\u{202E}\u{7F}\r\n"
    #expect(TerminalText.safe(text, isInGitHub: false) == "a\\u001b[31mb\n\tc\\u009b\\u202e\\u007f\\u000d\n")
  }

  @Test func noLineBeginsLikeACommandOfGitHub() {
    let text = "a\n::error::b\n  ::set-output name=c::d\ne ::f\n##[warning]g"
    #expect(
      TerminalText.safe(text, isInGitHub: true)
        == "a\n\\u003a:error::b\n  \\u003a:set-output name=c::d\ne ::f\n#\\u0023[warning]g")
    #expect(TerminalText.safe(text, isInGitHub: false) == text)
  }
}
