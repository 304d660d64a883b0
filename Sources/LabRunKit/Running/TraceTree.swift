import LabRecords
import LabSystem

/// The trace files of folders and of names, in a fixed order, each with what a pack calls it.
enum TraceTree {
  /// Folders below a folder at most.
  private static let depthMax = 16

  /// - Parameter words: Folders, whose traces are named by their paths in them; names and paths of traces, `all`.
  static func files(_ words: [String]) throws -> [(path: String, name: String)] {
    try words.flatMap { word in
      Places.isFolder(word)
        ? try files(in: word, prefix: "", depth: 0)
        : try TracePaths.find([word]).map { ($0, PreparedRun.name(ofTrace: $0)) }
    }
  }

  private static func files(in folder: String, prefix: String, depth: Int) throws -> [(path: String, name: String)] {
    guard depth < depthMax else { throw LabError("\(folder): more than \(depthMax) folders in each other: move it up") }
    var files: [(path: String, name: String)] = []
    for name in try Paths.names(in: folder).sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(".scrolltrace") {
        files.append((path, prefix + PreparedRun.name(ofTrace: name)))
      } else if Places.isFolder(path) {
        files += try self.files(in: path, prefix: "\(prefix)\(name)/", depth: depth + 1)
      }
    }
    return files
  }
}
