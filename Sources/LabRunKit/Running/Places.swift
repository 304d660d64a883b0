import CacheLab

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where traces and results are: `CACHELAB_HOME`, else the current folder, else beside the executable.
enum Places {
  /// Folders that may hold `traces/`, in the order in which they are asked.
  static var roots: [String] {
    if let home = environment("CACHELAB_HOME") { return [home] }
    guard let executable else { return ["."] }
    let folder = executable.split(separator: "/").dropLast()
    let beside = "/" + folder.joined(separator: "/")
    // An installed lab-run stands in PREFIX/bin, its traces in PREFIX/share/cachelab.
    let shared = "/" + folder.dropLast().joined(separator: "/") + "/share/cachelab"
    return [".", beside, shared]
  }

  /// Where records go unless `--out` says otherwise.
  static var results: String { environment("CACHELAB_HOME").map { "\($0)/results" } ?? "results" }

  /// The path of the running executable; where the system does not tell it, what the program was called by.
  static let executable: String? = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    if count > 0 { return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) }
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
    guard unsafe access(path, X_OK) == 0, let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// True when something stands at a path.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// True for a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
