import FoundationEssentials

/// `traces/recorder/index.html`, wherever the package or its installation is.
enum RecorderPage {
  /// - Throws: `RecordError` when it is nowhere.
  static func load() throws -> [UInt8] {
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
      if let page = FileManager.default.contents(atPath: path) { return [UInt8](page) }
    }
    throw RecordError("traces/recorder/index.html is not here: run in the project's folder, or set CACHELAB_HOME")
  }
}
