import Testing

@testable import LabPictures

@Suite struct SparklinesTests {
  private func lines(_ width: Int, isColoured: Bool = false) throws -> [Substring] {
    let replay = try PlotFixture.timeline("preheat2x", "hunt")
    return Sparklines(replay).text(width: width, isColoured: isColoured).split(separator: "\n")
  }

  @Test func twoLinesTellPeakAndShares() throws {
    let lines = try lines(100)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("memory   ") && lines[0].contains("█") && lines[0].contains("  peak "))
    #expect(lines[1].hasPrefix("ready    ") && lines[1].contains("% ready, ") && lines[1].hasSuffix("% miss"))
  }

  @Test(arguments: [20, 40, 60, 80, 100, 200]) func noLineIsWiderThanTheTerminal(width: Int) throws {
    for line in try lines(width) { #expect(line.count <= max(width, 21), "\(line)") }
  }

  @Test func coloursComeOnlyWhereTheyAreWelcome() throws {
    #expect(try !lines(100).joined().contains("\u{1B}"))
    let ready = try lines(100, isColoured: true)[1]
    #expect(ready.contains("\u{1B}[33m") && ready.contains("\u{1B}[32m"))
    #expect(ready.replacing(/\u{1B}\[\d+m/, with: "") == (try lines(100)[1]))
  }
}
