import LabRecords

/// Finds the traces that a command names: in the folders of `Places.roots`, else in the program.
enum TracePaths {
  static let ending = ".scrolltrace"

  static func names(in roots: [String] = Places.roots) throws -> [String] {
    (try roots.flatMap { try found(in: $0) }.map(name) + ShippedFiles.traces).unique
  }

  static let sets = TraceSet.allCases.map(\.rawValue) + ["all"]

  /// The sets for a help text: `'people', 'searchers', 'stress' or 'all'`.
  static let setsInWords = sets.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or 'all'"

  static func find(_ names: [String], in roots: [String] = Places.roots) throws -> [String] {
    try names.flatMap { name in
      if name == "all" { return try all(in: roots) }
      return try (TraceSet(rawValue: name)?.names ?? [name]).map { try path(of: $0, in: roots) }
    }.unique
  }

  static func findOne(_ name: String) throws -> String {
    let paths = try find([name])
    guard paths.count == 1 else { throw LabError("'\(name)': name one trace") }
    return paths[0]
  }

  /// Returns the name of a trace's file without its extension, for tables.
  static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return (file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file).visible
  }

  /// Returns whether a text is a path or a trace of a pack, `fleet.pack#7`, rather than a name.
  static func isPath(_ text: String) -> Bool {
    text.contains("/") || text.hasSuffix(ending) || PackedName.parts(of: text) != nil
  }

  private static func path(of name: String, in roots: [String]) throws -> String {
    if [".csv", ".tsv"].contains(where: { name.lowercased().hasSuffix($0) }), try Paths.exists(name) {
      throw LabError(
        "\(name.visible) is no trace yet: \(ToolName.current) trace convert \(ShellWords.line([name])) "
          + "-o NAME.pack makes traces of its sessions")
    }
    if name.hasSuffix(PackedName.ending), try Paths.exists(name) {
      throw LabError(
        "\(name.visible) is a pack of traces; name one of them, \(name.visible)#1, or take all with "
          + "\(ToolName.current) sweep --pack")
    }
    if isPath(name) { return name }
    let path = try roots.map { "\($0)/traces/\(name)\(ending)" }.first { try Paths.exists($0) }
    if let path = try path ?? ShippedFiles.copy(ofTrace: name) { return path }
    if try Paths.isFolder(name) { throw LabError("\(name.visible) is a folder; name a trace in it") }
    if try Paths.exists(name) {
      throw LabError(
        "\(name.visible): a trace ends in \(ending), a log in .csv or .tsv; rename it, or write ./\(name.visible) "
          + "for a trace")
    }
    let folders = roots.map { "\($0)/traces" }.joined(separator: ", ")
    let near = nearest(to: name, among: sets + (try names(in: roots))).map { "did you mean '\($0)'?" }
    throw LabError(
      "no trace '\(name)' in \(folders), and none of that name comes with the program; "
        + (near ?? "give a path, or set CACHELAB_HOME; \(ToolName.current) list traces shows all"))
  }

  private static func all(in roots: [String]) throws -> [String] {
    try roots.map(found).first { !$0.isEmpty }
      ?? ShippedFiles.traces.compactMap { try ShippedFiles.copy(ofTrace: $0) }
  }

  private static func found(in root: String) throws -> [String] {
    let folder = "\(root)/traces"
    guard try Paths.isFolder(folder) else { return [] }
    return try Paths.names(in: folder).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
  }
}

/// Finds the traces for a pack.
enum TraceTree {
  private static let depthMax = 16

  /// Returns trace files in a fixed order, each with its name in a pack.
  ///
  /// - Parameter words: Folders, whose traces are named by their paths in them; names, sets and paths of traces.
  static func files(_ words: [String]) throws -> [(path: String, name: String)] {
    try words.flatMap { word in
      try Paths.isFolder(word)
        ? try files(in: word, prefix: "", depth: 0)
        : try TracePaths.find([word]).map { ($0, TracePaths.name($0)) }
    }
  }

  private static func files(in folder: String, prefix: String, depth: Int) throws -> [(path: String, name: String)] {
    guard depth < depthMax else { throw LabError("\(folder): more than \(depthMax) folders in each other; move it up") }
    var files: [(path: String, name: String)] = []
    for name in try Paths.names(in: folder).sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if name.hasSuffix(TracePaths.ending) {
        files.append((path, prefix + TracePaths.name(name)))
      } else if try Paths.isFolder(path) {
        files += try self.files(in: path, prefix: "\(prefix)\(name)/", depth: depth + 1)
      }
    }
    return files
  }
}
