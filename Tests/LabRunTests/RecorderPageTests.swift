import FoundationEssentials
import Testing

/// The page that records traces, in a real headless Chromium; skipped where there is none.
@Suite struct RecorderPageTests {
  private static let page = Tool.home + "/traces/recorder/index.html"

  @Test(.enabled(if: Tool.hasChromium, "no Chromium here (Debian: apt-get install chromium)"))
  func recordsATraceThatIsCheckedAndReplayed() async throws {
    let script = Tool.home + "/Tests/Recorder/recorder_test.py"
    try await Tool.run("python3", [script, Tool.executable]).succeeding()
  }

  @Test func thePageLoadsNothingFromElsewhere() throws {
    let text = try String(contentsOfFile: RecorderPageTests.page, encoding: .utf8)
    for word in ["http://", "https://", "<link rel=\"stylesheet\"", "src=\"", "@import", "url("] {
      #expect(!text.contains(word), "\(word) in the recorder page")
    }
    #expect(text.contains("default-src 'none'"))
  }
}
