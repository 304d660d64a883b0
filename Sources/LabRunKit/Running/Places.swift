import CShippedFiles
import LabBase
import LabLibrary
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit
import Synchronization
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
    if let found = try places.first(where: Paths.exists) { return found }
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

  /// Starts the program anew in this process, with the same words: with an environment that was changed, which a program
  /// reads when it begins, or without the memory that making a library left behind, which a run would count as its own.
  /// Returns only where the system refuses, and the program then goes on as it is.
  static func startAnew() { if let executable { ThisProcess.become(executable) } }

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

  private static func environment(_ name: String) -> String? {
    ThisProcess.variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// Traces and sweeps that are part of the program, so that it has them wherever it stands.
///
/// A caller gets the path of a copy, so that processes, records and people name it as they name any file. The
/// copy lies in the folder of caches, in a folder named by its hash: programs of other versions do not meet there.
enum ShippedFiles {
  /// As they lie in the repository: `traces/browse.scrolltrace`.
  static let paths: [String] = {
    var paths: [String] = []
    while let file = unsafe cachelab_shipped_file(paths.count) {
      paths.append(unsafe String(cString: file.pointee.path))
    }
    return paths
  }()

  /// The names of those that are traces, in alphabetical order.
  static let traces: [String] = paths.filter { $0.hasSuffix(TracePaths.ending) }.map(TracePaths.name)

  /// The path of a copy; nil where no such file is part of the program.
  ///
  /// - Throws: when the copy cannot be written.
  static func copy(of path: String) throws -> String? {
    guard let bytes = bytes(of: path), let name = path.split(separator: "/").last else { return nil }
    let folder = "\(try PhotoLibrary.defaultCacheDirectory())/shipped/\(SHA256.hex(of: bytes).prefix(16))"
    let copy = "\(folder)/\(name)"
    // One that somebody has changed is made anew.
    if try TextFile.read(copy).map({ Array($0.utf8) == bytes }) != true {
      try Paths.makeDirectory(folder)
      try ResultFile.write(bytes, to: copy)
    }
    return copy
  }

  /// The path of a copy of a trace; nil where no trace of that name is part of the program.
  static func copy(ofTrace name: String) throws -> String? { try copy(of: "traces/\(name)\(TracePaths.ending)") }

  static func bytes(of path: String) -> [UInt8]? {
    guard let number = paths.firstIndex(of: path), let file = unsafe cachelab_shipped_file(number)?.pointee else {
      return nil
    }
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }
}

/// What this executable was built from.
enum BuildInfo {
  /// The revision of the sources that `CACHELAB_REVISION` names; `make` sets it.
  static var gitRevision: String? {
    ThisProcess.variable("CACHELAB_REVISION").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Machine and software that runs are made on, as their records say; read once.
  static let environment = RunEnvironment(gitRevision: gitRevision)

  /// What tells this program from every other build: a digest of the executable's bytes, wherever the file lies.
  ///
  /// - Throws: `LabError` where the program cannot read itself.
  static func program() throws -> String { try known.get() }

  private static let known = Result {
    // The running file, though another may have taken its place; elsewhere that of its name.
    let path = try Paths.exists("/proc/self/exe") ? "/proc/self/exe" : try Places.ownExecutable()
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      let (size, step) = (try file.state().byteCount, Int64(1 << 20))
      var digest: UInt64 = 0
      for at in stride(from: 0, to: size, by: Int(step)) {
        digest = XXHash64.hash(try file.bytes(at: at, count: Int(min(step, size - at))) ?? [], seed: digest)
      }
      return Fingerprint.text(digest)
    } catch {
      throw LabError(
        "\(path): \(error.reason): results say by which program they were made, so let the program read itself (chmod +r)"
      )
    }
  }
}

/// The strategies that this program knows: what its `main.swift` handed over.
enum KnownStrategies {
  private static let registry = Mutex(StrategyRegistry(prefetchers: [], evictionPolicies: []))

  static var all: StrategyRegistry { registry.withLock { $0 } }

  static func set(_ strategies: StrategyRegistry) { registry.withLock { $0 = strategies } }
}
