import CLabSystem
import LabLibrary
import Synchronization

/// Finds the folders of traces and results: `CACHELAB_HOME`, else the current folder, else beside the executable.
/// `ShippedFiles` has files that are in none of these.
enum Places {
  /// The folders that may contain `traces/`, in order of precedence.
  static var roots: [String] {
    if let home = environment("CACHELAB_HOME") { return [home] }
    guard let executable else { return ["."] }
    let folder = executable.split(separator: "/").dropLast()
    let beside = "/" + folder.joined(separator: "/")
    // An installed lab-run is in PREFIX/bin, its traces in PREFIX/share/cachelab.
    let shared = "/" + (folder.dropLast() + ["share", "cachelab"]).joined(separator: "/")
    return [".", beside, shared]
  }

  /// Returns the path of a file: as given, below a root, or of a copy of the program's own file, whichever exists first;
  /// as given if none does.
  static func input(_ path: String) throws -> String {
    let places = path.hasPrefix("/") ? [path] : [path] + roots.map { "\($0)/\(path)" }
    if let found = try places.first(where: Paths.exists) { return found }
    return try ShippedFiles.copy(of: path) ?? path
  }

  static var results: String { environment("CACHELAB_HOME").map { "\($0)/results" } ?? "results" }

  /// The path of the running executable, or else the path by which the program was called.
  static let executable: String? = {
    if let path = ThisProcess.executable { return path }
    let name = CommandLine.arguments.first ?? ""
    if name.contains("/") { return absolute(name) }
    return environment("PATH")?.split(separator: ":").lazy.compactMap { absolute("\($0)/\(name)") }.first
  }()

  /// Returns the path of the running executable, to start it again.
  static func ownExecutable() throws -> String {
    guard let executable else { throw LabError("the path of \(ToolName.current) itself is not known") }
    return executable
  }

  /// Restarts the program in this process with the same arguments, to change its environment or to release memory that
  /// would count as a run's. Returns only if the system refuses.
  static func startAnew() {
    Terminal.clearProgress()
    if let executable { ThisProcess.become(executable) }
  }

  static var calledName: String {
    let called = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    return called.isEmpty ? executableName : called
  }

  static var executableName: String {
    executable?.split(separator: "/").last.map(String.init) ?? ToolName.current
  }

  private static func absolute(_ path: String) -> String? {
    Paths.isExecutable(path) ? try? Paths.absolute(path) : nil
  }

  private static func environment(_ name: String) -> String? {
    ThisProcess.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The files that are embedded in the program.
///
/// A caller gets the path of a copy, which processes, records and people can use like any file. The copy is in the
/// folder of caches, in a folder named by its hash, so that versions do not conflict.
enum ShippedFiles {
  /// The paths of the files in the repository: `traces/browse.scrolltrace`.
  static let paths: [String] = {
    var paths: [String] = []
    while let path = unsafe lab_shipped_path(paths.count) { paths.append(unsafe String(cString: path)) }
    return paths
  }()

  static let traces: [String] = paths.filter { $0.hasSuffix(TracePaths.ending) }.map(TracePaths.name)

  /// Returns the path of a copy, or nil if the file is not part of the program.
  static func copy(of path: String) throws -> String? {
    guard let text = text(of: path), let name = path.split(separator: "/").last else { return nil }
    let folder = "\(try PhotoLibrary.defaultCacheDirectory())/shipped/\(SHA256.hex(of: text).prefix(16))"
    let copy = "\(folder)/\(name)"
    // A changed copy is replaced.
    if try TextFile.read(copy) != text {
      try Paths.makeDirectory(folder)
      try ResultFile.write(text.utf8, to: copy)
    }
    return copy
  }

  /// Returns the path of a copy of a trace, or nil if the program has no trace of that name.
  static func copy(ofTrace name: String) throws -> String? { try copy(of: "traces/\(name)\(TracePaths.ending)") }

  /// Returns the paragraphs of the comment above the type of a shipped strategy, or nil for any other.
  static func rule(ofStrategy id: String) -> [String]? {
    let sources = text(of: "Sources/Strategies/Policies") ?? ""
    let lines = sources.split(separator: "\n", omittingEmptySubsequences: false)
    guard let named = lines.firstIndex(where: { $0.contains("id: \"\(id)\"") }),
      let type = lines[..<named].lastIndex(where: { $0.hasPrefix("public struct ") })
    else { return nil }
    let comment = lines[..<type].reversed().prefix { $0.hasPrefix("///") }.reversed()
    return comment.map { $0.dropFirst(4) }.split { $0.isEmpty }.map { $0.joined(separator: " ") }
  }

  static func text(of path: String) -> String? {
    paths.firstIndex(of: path).map { unsafe String(cString: lab_shipped_text($0)) }
  }
}

/// The origin of the running executable.
enum BuildInfo {
  /// The revision of the sources, from `CACHELAB_REVISION`, which `make` sets.
  static var gitRevision: String? {
    ThisProcess.variable("CACHELAB_REVISION").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The machine and the software, for records; read once.
  static let environment = RunEnvironment(gitRevision: gitRevision)

  /// Returns the digest of the executable, which identifies this build.
  static func program() throws -> String { try known.get() }

  private static let known = Result {
    // This names the running file even after its path was overwritten.
    let path = try Paths.exists("/proc/self/exe") ? "/proc/self/exe" : try Places.ownExecutable()
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      let (size, step) = (try file.state().byteCount, Int64(1 << 20))
      var digest: UInt64 = 0
      for at in stride(from: 0, to: size, by: Int(step)) {
        digest = XXHash64.hash(try file.bytes(at: at, count: Int(min(step, size - at))) ?? [], seed: digest)
      }
      return NumberText.hexadecimal(digest, digits: 16)
    } catch {
      throw LabError(
        "\(path): \(error.reason): results say by which program they were made, so let the program read itself (chmod +r)"
      )
    }
  }
}

enum KnownStrategies {
  private static let registry = Mutex(StrategyRegistry(prefetchers: [], evictionPolicies: []))

  static var all: StrategyRegistry { registry.withLock { $0 } }

  static func set(_ strategies: StrategyRegistry) { registry.withLock { $0 = strategies } }
}
