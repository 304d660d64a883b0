import FoundationEssentials
import SystemPackage
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords
@testable import LabSystem

/// How large files may be that are read at once.
@Suite struct FileLimitTests {
  @Test(arguments: [FileKind.record, .baseline, .limits, .settings, .other])
  func aLargerFileIsRefusedWithSizeAndLimit(_ kind: FileKind) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.json"
    // A file with a hole: it takes no room on the disk.
    try "".write(toFile: path, atomically: true, encoding: .utf8)
    try OpenFile(path, .readWrite).cut(to: Int(kind.bytesMax) + 1)
    let error = #expect(throws: ResultError.self) { try TextFile.read(path, as: kind) }
    let size = NumberText.grouped(kind.bytesMax + 1)
    #expect(
      error?.description
        == "\(path) has \(size) bytes, and \(kind.words) has at most \(NumberText.grouped(kind.bytesMax)): \(kind.cure)"
    )
  }

  @Test func theLongestRecordOfAMeasuredRunFitsFourTimes() throws {
    let times = JSON.array((0..<LatencySamples.rawMax).map { _ in .integer(9_999_999_999) })
    let rows = JSON.array((0..<600).map { _ in .array([.integer(2_592_000_000_000_000), .integer(99_999_999_999)]) })
    var members = SampleRecord.record().json.object ?? [:]
    members["measured"] = .object([
      "decode-cpu-samples": times, "decode-wall-samples": times, "rss-samples": rows,
    ])
    let text = JSON.object(members).prettyText
    #expect(Int64(text.utf8.count) * 4 < FileKind.record.bytesMax)
    _ = try RunRecord(text: text, name: "a.json")
  }

  @Test func aLargeFileOfAFolderIsNoRecord() throws {
    let folder = try TemporaryDirectory()
    try SampleRecord.record().text.write(toFile: folder.path + "/a.json", atomically: true, encoding: .utf8)
    try "".write(toFile: folder.path + "/sweep.json", atomically: true, encoding: .utf8)
    try OpenFile(folder.path + "/sweep.json", .readWrite).cut(to: Int(FileKind.record.bytesMax) + 1)
    let (records, leftOut) = try ComparedRecord.read(folder.path)
    #expect(records.map(\.source) == [folder.path] && leftOut.isEmpty)
    // What has a record's name is told.
    let half = folder.path + "/20261127T050440Z-none-zoom-3f531715.json"
    try String(SampleRecord.record().text.prefix(200)).write(toFile: half, atomically: true, encoding: .utf8)
    #expect(try ComparedRecord.read(folder.path).leftOut.map { "\($0)".hasPrefix("\(half) ") } == [true])
    // It is the reason why a folder has no record.
    Paths.remove(folder.path + "/a.json")
    let error = #expect(throws: ResultError.self) { try ComparedRecord.read(folder.path) }
    #expect("\(try #require(error))".hasPrefix("\(half) "))
  }
}
