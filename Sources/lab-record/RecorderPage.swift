import FlyingFox
import Foundation

/// `traces/recorder/index.html`, wherever the package or its installation is.
enum RecorderPage {
  /// - Throws: `RecordError` when it is nowhere.
  static func load() throws -> Data {
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folders = [ProcessInfo.processInfo.environment["CACHELAB_HOME"] ?? "."]
    var folder = executable.deletingLastPathComponent()
    for _ in 0..<4 {
      folders.append(folder.path)
      folders.append(folder.appendingPathComponent("share/cachelab").path)
      folder = folder.deletingLastPathComponent()
    }
    for folder in folders {
      let path = "\(folder)/traces/recorder/index.html"
      if let page = FileManager.default.contents(atPath: path) { return page }
    }
    throw RecordError("traces/recorder/index.html is not here: run in the project's folder, or set CACHELAB_HOME")
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
