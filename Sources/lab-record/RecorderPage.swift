import CShippedFiles
import FoundationEssentials

/// `traces/recorder/index.html`: of $CACHELAB_HOME or of the current folder, else the one that is part of the program.
enum RecorderPage {
  private static let path = "traces/recorder/index.html"

  /// - Throws: `RecordError` when it is nowhere.
  static func load() throws -> [UInt8] {
    let home = ProcessInfo.processInfo.environment["CACHELAB_HOME"] ?? "."
    if let page = FileManager.default.contents(atPath: "\(home)/\(path)") { return [UInt8](page) }
    var number = 0
    while let file = unsafe cachelab_shipped_file(number) {
      if unsafe String(cString: file.pointee.path) == path {
        return unsafe [UInt8](UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
      }
      number += 1
    }
    throw RecordError("\(path) is not here: run in the project's folder, or set CACHELAB_HOME")
  }
}
