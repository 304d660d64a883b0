import CLabSystem
import Synchronization

/// Finds the folders of traces and results: `CACHELAB_HOME`, else the current folder, else beside the executable.
/// `ShippedFiles` has files that are in none of these.
enum Places {
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
    let called = Paths.name(of: CommandLine.arguments.first ?? "")
    return called.isEmpty ? executableName : called
  }

  static var executableName: String { executable.map(Paths.name) ?? ToolName.current }

  private static func absolute(_ path: String) -> String? {
    Paths.isExecutable(path) ? try? Paths.absolute(path) : nil
  }

  fileprivate static func environment(_ name: String) -> String? {
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

  static func copy(of path: String) throws -> String? {
    guard let text = text(of: path) else { return nil }
    let folder = "\(try PhotoLibrary.defaultCacheDirectory())/shipped/\(SHA256.hex(of: text).prefix(16))"
    let copy = "\(folder)/\(Paths.name(of: path))"
    // A changed copy is replaced.
    if try TextFile.read(copy) != text {
      try Paths.makeDirectory(folder)
      try ResultFile.write(text.utf8, to: copy)
    }
    return copy
  }

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

enum BuildInfo {
  /// The machine and the software, for records, with the revision of the sources that `make` sets.
  static let environment = RunEnvironment(gitRevision: Places.environment("CACHELAB_REVISION"))

  static let program = Result {
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

  @inline(never) static var all: StrategyRegistry { registry.withLock { $0 } }

  static func set(_ strategies: StrategyRegistry) { registry.withLock { $0 = strategies } }
}

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
    let file = Paths.name(of: path)
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
    let path = "traces/\(name)\(ending)"
    let found = try roots.map { "\($0)/\(path)" }.first(where: Paths.exists)
    if let found = try found ?? ShippedFiles.copy(of: path) { return found }
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
    // Folders behind the one that is taken need not be readable.
    for root in roots {
      let paths = try found(in: root)
      if !paths.isEmpty { return paths }
    }
    return try ShippedFiles.traces.compactMap { try ShippedFiles.copy(of: "traces/\($0)\(ending)") }
  }

  private static func found(in root: String) throws -> [String] {
    let folder = "\(root)/traces"
    guard try Paths.isFolder(folder) else { return [] }
    return try Paths.names(in: folder).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
  }
}

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
    for name in try Paths.names(in: folder).ordered() where !name.hasPrefix(".") {
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

/// Finds the device for `--device`: a declared device, `host`, or that of a device file.
enum DeviceChoice {
  /// The name of the device that `lab-run calibrate` fits to this machine.
  static let hostName = "host"

  static var names: [String] { DeviceProfile.all.map(\.name) + [hostName] }

  /// - Throws: `LabError` or `InputError` with the cure, also if `host` was fitted to another machine.
  static func named(_ text: String) throws -> (device: DeviceProfile, file: DeviceFile?) {
    if let known = DeviceProfile.named(text) { return (known, nil) }
    if text == hostName {
      guard let file = try storedHost() else {
        throw LabError(
          "device 'host' is this machine, which was not measured yet: \(ToolName.current) calibrate does it")
      }
      if let problem = problem(ofHost: file) { throw LabError("device 'host' \(problem)") }
      return (file.device, file)
    }
    guard text.contains("/") || text.hasSuffix(".json") else {
      let cure = hint(for: text, among: names)
      let others = cure.hasSuffix("?") ? "" : ", \(DeviceProfile.otherForms), or give a device file's path"
      throw LabError("unknown device '\(text)'; \(cure)\(others)")
    }
    let file = try DeviceFile(path: text)
    return (file.device, file)
  }

  static func device(_ name: String?, for library: PhotoLibrary) throws -> (profile: DeviceProfile, note: String?) {
    let photos = library.index.megapixels
    guard let name else { return (DeviceProfile.fitting(megapixels: photos), nil) }
    let (device, file) = try named(name)
    let origin = name == hostName ? nil : file.flatMap { note(on: $0) }
    let notes = [origin, mismatch(device, for: file?.megapixels ?? device.megapixels, megapixels: photos)]
    let text = notes.compactMap(\.self).joined(separator: "; ")
    return (device, text.isEmpty ? nil : text)
  }

  /// Returns the origin of a file's numbers, or nil if they were fitted to this machine.
  private static func note(on file: DeviceFile) -> String? {
    guard file.calibration != nil else { return "device '\(file.device.name)' was written by hand, not fitted" }
    return file.mismatch(with: RunEnvironment(gitRevision: nil)).map { "device '\(file.device.name)' was \($0)" }
  }

  /// Returns a note if photos differ in size from those that the device was declared for or fitted to.
  private static func mismatch(
    _ device: DeviceProfile, for known: Double?, megapixels photos: Double
  ) -> String? {
    func factor(_ megapixels: Double) -> Double { max(megapixels / photos, photos / megapixels) }
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
    let fitting = DeviceProfile.fitting(megapixels: photos)
    guard let known, let nearest = fitting.megapixels,
      factor(known) > DeviceProfile.photosFactorMax * factor(nearest)
    else { return nil }
    return "device '\(device.name)' is for photos of about \(text(known)) megapixels, and these have "
      + "\(text(photos)) in the mean: its times say little of them; --device \(fitting.name) fits, and without --device "
      + "it is taken"
  }

  static func storedHost() throws -> DeviceFile? {
    let path = try DeviceFile.hostPath()
    return try Paths.exists(path) ? try DeviceFile(path: path) : nil
  }

  /// Returns the reason why a stored device is not this machine's, with the cure, or nil if it is.
  static func problem(ofHost file: DeviceFile) -> String? {
    guard file.calibration != nil else {
      return "was written by hand, not fitted to this machine: \(ToolName.current) calibrate"
    }
    return file.mismatch(with: RunEnvironment(gitRevision: nil)).map {
      "was \($0); calibrate again, \(ToolName.current) calibrate"
    }
  }
}
