import FoundationEssentials
import SystemPackage
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords
@testable import LabSystem

/// How large files may be that are read at once.
@Suite struct FileLimitTests {
  @Test(arguments: [FileKind.baseline, .limits, .settings, .other])
  func aLargerFileIsRefusedWithSizeAndLimit(_ kind: FileKind) throws {
    let folder = TemporaryDirectory()
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
}
