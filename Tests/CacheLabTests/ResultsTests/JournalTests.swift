import CacheLab
import Testing

@testable import LabRecords
@testable import LabSystem

@Suite struct JournalTests {
  private let folder = TemporaryDirectory()

  private var work: Journal.Work {
    Journal.Work(prefix: "work-", in: folder.path, head: "# head\n", syncInterval: 1_000_000_000)
  }

  private func journal() throws -> String {
    let journal = try Journal(work)
    for line in ["one 1", "two 2", "three 3"] { try journal.append(line) }
    return journal.path
  }

  /// What a journal that was ended says, and another line is then added to it.
  private func reopened(adding line: String? = nil) throws -> (lines: [String], damage: String?) {
    guard let journal = try Journal.unfinished(work) else { return ([], nil) }
    var lines: [String] = []
    let damage = try journal.read { line, _ in
      lines.append(String(line))
      return true
    }
    if let line { try journal.append(line) }
    return (lines, damage)
  }

  @Test func aDamagedLineIsNamedAndThoseBeforeItCount() throws {
    let path = try journal()
    #expect(Shell.run("sed -i 's/two 2/two 3/' '\(path)'") == 0)
    let (lines, damage) = try reopened(adding: "two 2")
    #expect(lines == ["one 1"])
    let said = damage ?? ""
    #expect(said.hasPrefix("\(path):3: the checksum of the line is "), "\(said)")
    #expect(said.hasSuffix(": what it and those behind it stood for is run again"), "\(said)")
    #expect(try reopened().lines == ["one 1", "two 2"])
  }

  @Test func whatWasCutIsReplacedByTheNextLine() throws {
    let path = try journal()
    #expect(Shell.run("truncate -s -3 '\(path)'") == 0)
    #expect(try reopened(adding: "four 4") == (["one 1", "two 2"], nil))
    #expect(try reopened() == (["one 1", "two 2", "four 4"], nil))
  }

  @Test func aJournalBecomesTheResultAndNothingElseStays() throws {
    let first = try journal()
    let journal = try #require(try Journal.unfinished(work))
    try journal.read { _, _ in true }
    try journal.append("two 2")
    try journal.become("\(folder.path)/result")
    #expect(try Paths.names(in: folder.path) == ["result"] && first != "\(folder.path)/result")
    let text = try #require(try TextFile.read("\(folder.path)/result"))
    #expect(text.textLines.map { $0.prefix(5) } == ["# hea", "one 1", "two 2", "three", "two 2", ""])
  }

  /// As a process leaves it that was killed between the two names.
  @Test func aJournalThatBecameAResultIsNoneAnyLonger() throws {
    let journal = try journal()
    #expect(Shell.run("ln '\(journal)' '\(folder.path)/result'") == 0)
    #expect(try Journal.unfinished(work) == nil)
    #expect(try Paths.names(in: folder.path) == ["result"])
  }
}
