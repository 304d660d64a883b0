import LabBase
import LabRecords
import StrategyKit

/// Finds the traces that a command names: in the folders of `Places.roots`, else among those that come with the program.
enum TracePaths {
  private static var locator: TraceLocator { TraceLocator(roots: Places.roots) }

  /// The names that would be found, each once.
  static var names: [String] { (locator.names + ShippedFiles.traces).unique }

  /// What stands for several traces.
  static let sets = TraceSet.allCases.map(\.rawValue) + ["all"]

  /// Their paths, `all` and sets spelled out, each once.
  static func find(_ names: [String]) throws -> [String] {
    try names.flatMap { name in
      if name == "all" { return try all() }
      return try TraceSet(rawValue: name)?.names.map { try path(of: $0) } ?? [try path(of: name)]
    }.unique
  }

  private static func path(of name: String) throws -> String {
    if [".csv", ".json"].contains(where: { name.hasSuffix($0) }), Places.exists(name) {
      throw LabError(
        "\(name.visible) is no trace yet: \(ToolName.current) trace convert \(ShellWords.line([name])) "
          + "-o NAME.scrolltrace makes one of times and offsets (.csv) or of Chrome's events (.json)")
    }
    if let path = try locator.find(name) ?? ShippedFiles.copy(ofTrace: name) { return path }
    let folders = locator.roots.map { "\($0)/traces" }.joined(separator: ", ")
    let near = nearest(to: name, among: names).map { "did you mean '\($0)'?" }
    throw LabError(
      "no trace '\(name)' in \(folders), and none of that name comes with the program: "
        + (near ?? "give a path, or set CACHELAB_HOME; \(ToolName.current) list traces shows all"))
  }

  /// Those of the first folder that has any.
  private static func all() throws -> [String] {
    let paths = locator.allPaths()
    return try paths.isEmpty ? ShippedFiles.traces.compactMap { try ShippedFiles.copy(ofTrace: $0) } : paths
  }
}
