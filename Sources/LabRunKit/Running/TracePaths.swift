import CacheLab
import LabBase
import LabLibrary
import LabRecords
import LabSystem
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

  /// The path of one trace; a set is refused.
  static func findOne(_ name: String) throws -> String {
    let paths = try find([name])
    guard paths.count == 1 else { throw LabError("'\(name)': name one trace") }
    return paths[0]
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

/// What a trace asks of a device.
struct TraceLoad {
  let device: DeviceProfile
  let load: Double
  let worstSecond: Double

  /// The loads of traces over one library; a cell asks for its photo whenever it comes into view.
  static func measure(
    _ traces: [(name: String, trace: Trace)], device text: String, library settings: RunSettings
  ) throws -> [TraceLoad] {
    let device = try DeviceChoice(text).profile()
    let library = try settings.openLibrary(quiet: false)
    return try traces.map { name, trace in
      let screen = ScreenOverride(assetCount: Int32(library.index.count))
      let script = ReplayScript(try trace.applying(screen))
      guard SlotTable.slotCount(of: script) <= SlotTable.slotsMax else {
        throw LabError("trace '\(name)' shows its photos at too many sizes: cut it into traces with fewer layouts")
      }
      let replay = Replay(
        script: script, assets: library.index.assets, device: device, settings: settings.replay)
      let tally = replay.run(StrategySpec.nothing, cells: .cancel)
      let time = Double(tally.workers) * Double(tally.duration)
      return TraceLoad(
        device: device, load: time > 0 ? Double(tally.requestedCost) / time : 0,
        worstSecond: Double(tally.worstSecondCost) / (Double(tally.workers) * 1e9))
    }
  }

  var text: String {
    "load \(NumberText.fixed(load, decimals: 2)) of \(device.name), "
      + "\(NumberText.fixed(worstSecond, decimals: 2)) in the worst second"
  }

  var members: [String: JSON] {
    ["device": .string(device.name), "load": .number(load), "load-worst-second": .number(worstSecond)]
  }
}

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

/// What there is to say of a pack.
enum PackCheck {
  /// Its size, without reading its traces.
  static func description(of path: String) throws -> String {
    let pack = try TracePack(path)
    let mean = pack.byteCount / Int64(max(pack.traceCount, 1))
    return
      "\(path.visible): \(NumberText.count(pack.traceCount, "trace")) in \(NumberText.count(pack.blockCount, "block")), "
      + "\(NumberText.grouped(pack.byteCount)) bytes, \(NumberText.grouped(mean)) a trace\n  digest \(pack.digest)\n"
  }

  /// Reads every trace, and says what is wrong.
  ///
  /// - Throws: `LabError` with how many blocks or traces are damaged, each of which is named before.
  static func run(_ path: String) throws {
    let pack = try TracePack(path)
    var (damaged, warnings) = (0, 0)
    for number in 0..<pack.blockCount {
      do {
        let (first, traces) = try pack.traces(ofBlock: number)
        for index in 0..<traces.count {
          do { warnings += try traces.trace(index, sha256: "").warningCount } catch {
            damaged += 1
            Terminal.error("\(path)#\(first + index + 1): \(error)")
          }
        }
      } catch {
        damaged += 1
        Terminal.error(error.description)
      }
    }
    guard damaged == 0 else { throw LabError("\(path): \(NumberText.count(damaged, "part")) damaged, named above") }
    let counts = [NumberText.count(pack.traceCount, "trace"), NumberText.count(warnings, "warning")]
    Terminal.output("\(path.visible): \(counts.joined(separator: ", "))\n")
  }
}
