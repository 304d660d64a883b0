import Testing

@testable import CacheLab
@testable import LabRecords
@testable import LabSystem

@Suite struct ResultFileTests {
  private let folder = TemporaryDirectory()

  private var path: String { folder.path + "/result.json" }

  private func text() throws -> String { String(decoding: try folder.read("result.json"), as: UTF8.self) }

  private var names: [String] { (try? Paths.names(in: folder.path)) ?? [] }

  @Test func nothingIsThereBeforeItIsWhole() throws {
    var file = try ResultFile(path: path)
    try file.write(String(repeating: "0123456789", count: 20_000))
    #expect(names == [".result.json.\(ThisProcess.id).partial"])
    let isWritten = try file.commit(exclusively: false)
    #expect(isWritten)
    #expect(names == ["result.json"])
    #expect(try text().count == 200_000)
  }

  @Test func aFileThatIsGivenUpLeavesNothing() throws {
    do {
      var file = try ResultFile(path: path)
      try file.write("half")
      #expect(names.count == 1)
    }
    #expect(names.isEmpty)
  }

  @Test func whatAKilledProcessLeftOfItGoes() throws {
    try folder.write([1], to: ".result.json.1.partial")
    try folder.write([1], to: ".other.json.1.partial")
    _ = try ResultFile(path: path)
    #expect(names == [".other.json.1.partial"], "another file's is for its own next writer")
  }

  @Test func exclusivelyMeansNeverOverAnother() throws {
    for (text, expected) in [("first", true), ("second", false)] {
      var file = try ResultFile(path: path)
      try file.write(text)
      let isWritten = try file.commit(exclusively: true)
      #expect(isWritten == expected)
    }
    #expect(try text() == "first")
    #expect(names == ["result.json"])
  }

  @Test func otherwiseTheNewReplacesTheOld() throws {
    for text in ["first", "second"] {
      var file = try ResultFile(path: path)
      try file.write(Array(text.utf8))
      _ = try file.commit(exclusively: false)
    }
    #expect(try text() == "second")
  }

  @Test func aMissingFolderIsAnErrorThatNamesTheFile() {
    let path = folder.path + "/no/such.json"
    #expect { _ = try ResultFile(path: path) } throws: {
      "\($0)".hasPrefix("\(path) cannot be created (No such file or directory)")
    }
  }

  /// How large files may be that are read at once.
  @Test(arguments: [FileKind.baseline, .limits, .settings, .other])
  func aLargerFileIsRefusedWithSizeAndLimit(_ kind: FileKind) throws {
    // A file with a hole: it takes no room on the disk.
    try folder.write([], to: "result.json")
    try OpenFile(path, .readWrite).cut(to: Int(kind.bytesMax) + 1)
    let error = #expect(throws: ResultError.self) { try TextFile.read(path, as: kind) }
    let (size, most) = (NumberText.grouped(kind.bytesMax + 1), NumberText.grouped(kind.bytesMax))
    #expect(error?.description == "\(path) has \(size) bytes, and \(kind.words) has at most \(most); \(kind.cure)")
  }

  @Test func aFullDeviceIsAnErrorAndStaysADevice() throws {
    var file = try ResultFile(path: "/dev/full")
    #expect { try file.write(String(repeating: "x", count: 1 << 17)) } throws: {
      "\($0)".hasPrefix("/dev/full cannot be written (No space left on device)")
    }
    let status = try #require(try Paths.status("/dev/full"))
    #expect(!status.isRegular && !status.isFolder)
  }

  private var work: Journal.Work {
    Journal.Work(prefix: "work-", in: folder.path, head: "# head\n", syncInterval: 1_000_000_000)
  }

  private func journal() throws -> String {
    let journal = try Journal(work)
    for line in ["one 1", "two 2", "three 3"] { try journal.append(line) }
    return journal.path
  }

  /// Returns the journal that was ended, as soon as no process that another test starts shares its lock.
  private func unfinished() throws -> Journal? {
    for _ in 0..<10_000 {
      if let journal = try Journal.unfinished(work) { return journal }
    }
    return nil
  }

  /// What a journal that was ended says, and another line is then added to it.
  private func reopened(adding line: String? = nil) throws -> (lines: [String], damage: String?) {
    guard let journal = try unfinished() else { return ([], nil) }
    var lines: [String] = []
    let damage = try journal.read { line in
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
    let journal = try #require(try unfinished())
    try journal.read { _ in true }
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
