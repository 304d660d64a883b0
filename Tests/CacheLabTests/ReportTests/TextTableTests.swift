import Testing

@testable import CacheLab

@Suite struct TextTableTests {
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

  @Test func noRowsLeaveHeadings() {
    #expect(table([]).text() == "      much\nname    MB  n\n----  ----  -\n")
  }

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
}
