import CShippedFiles
import FlyingFox
import Foundation

/// `traces/recorder/index.html`: of $CACHELAB_HOME or of the current folder, else the one that is part of the program.
enum RecorderPage {
  private static let path = "traces/recorder/index.html"

  /// - Throws: `RecordError` when it is nowhere.
  static func load() throws -> Data {
    let home = ProcessInfo.processInfo.environment["CACHELAB_HOME"] ?? "."
    if let page = FileManager.default.contents(atPath: "\(home)/\(path)") { return page }
    var number = 0
    while let file = unsafe cachelab_shipped_file(number) {
      if unsafe String(cString: file.pointee.path) == path {
        return unsafe Data(bytes: file.pointee.bytes, count: file.pointee.size)
      }
      number += 1
    }
    throw RecordError("\(path) is not here: run in the project's folder, or set CACHELAB_HOME")
  }

  static func response(_ page: Data) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", HTTPHeader("Cache-Control"): "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("Referrer-Policy"): "no-referrer",
      ], body: page)
  }
}
