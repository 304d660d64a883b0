import CacheLab

/// Finds the traces that a command names.
enum TracePaths {
  /// Their paths, `all` spelled out, each once.
  static func find(_ names: [String]) throws -> [String] {
    let locator = TraceLocator(roots: Places.roots)
    var paths: [String] = []
    for path in try names.flatMap({ try $0 == "all" ? all(locator) : [path(of: $0, locator)] })
    where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }

  private static func path(of name: String, _ locator: TraceLocator) throws -> String {
    do {
      return try locator.path(for: name)
    } catch {
      guard case .unknownTrace(let nearest, let folders) = error.problem else { throw error }
      let cure = nearest.map { "did you mean '\($0)'?" } ?? "set CACHELAB_HOME, or give a path"
      throw LabError("no trace '\(name)' in \(folders.joined(separator: ", ")): \(cure)")
    }
  }

  private static func all(_ locator: TraceLocator) throws -> [String] {
    let paths = locator.allPaths()
    guard !paths.isEmpty else {
      throw LabError("no trace in \(locator.roots.map { "\($0)/traces" }.joined(separator: ", ")): set CACHELAB_HOME")
    }
    return paths
  }
}
