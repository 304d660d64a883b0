import LabBase
import LabSystem
import SystemPackage

/// Where traces and results are: `CACHELAB_HOME`, else the current folder, else beside the executable. What is in none of
/// these may be part of the program: see `ShippedFiles`.
enum Places {
  /// Folders that may hold `traces/`, in the order in which they are asked.
  static var roots: [String] {
    if let home = environment("CACHELAB_HOME") { return [home] }
    guard let executable else { return ["."] }
    let folder = executable.split(separator: "/").dropLast()
    let beside = "/" + folder.joined(separator: "/")
    // An installed lab-run stands in PREFIX/bin, its traces in PREFIX/share/cachelab.
    let shared = "/" + (folder.dropLast() + ["share", "cachelab"]).joined(separator: "/")
    return [".", beside, shared]
  }

  /// The path of a file that was given: as it is, else below a root, else of a copy of the file that comes with the
  /// program; as it is where there is none.
  static func input(_ path: String) throws -> String {
    let places = path.hasPrefix("/") ? [path] : [path] + roots.map { "\($0)/\(path)" }
    if let found = places.first(where: exists) { return found }
    return try ShippedFiles.copy(of: path) ?? path
  }

  /// Where records go unless `--out` says otherwise.
  static var results: String { environment("CACHELAB_HOME").map { "\($0)/results" } ?? "results" }

  /// The path of the running executable; where the system does not tell it, what the program was called by.
  static let executable: String? = {
    if let path = ThisProcess.executable { return path }
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") { return absolute(name) }
    return environment("PATH")?.split(separator: ":").lazy.compactMap { absolute("\($0)/\(name)") }.first
  }()

  /// The path of the running executable, where it is to be started again.
  ///
  /// - Throws: `LabError` where the system does not tell it.
  static func ownExecutable() throws -> String {
    guard let executable else { throw LabError("the path of \(ToolName.current) itself is not known") }
    return executable
  }

  /// What the program was called by, without folders: what a person types to call it again.
  static var calledName: String {
    let called = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    return called.isEmpty ? executableName : called
  }

  /// The executable's own name, however it was called.
  static var executableName: String {
    executable?.split(separator: "/").last.map(String.init) ?? ToolName.current
  }

  /// The path without links and dots; nil for what is no program.
  private static func absolute(_ path: String) -> String? {
    Paths.isExecutable(path) ? try? Paths.absolute(path) : nil
  }

  /// True when something stands at a path.
  static func exists(_ path: String) -> Bool { Paths.exists(path) }

  /// True for a folder.
  static func isFolder(_ path: String) -> Bool {
    unsafe (try? Stat(path))?.type == .directory
  }

  /// What a folder holds, in alphabetical order; nothing where it cannot be read.
  static func names(in folder: String) -> [String] {
    ((try? Paths.names(in: folder)) ?? []).sorted()
  }

  private static func environment(_ name: String) -> String? {
    ThisProcess.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
