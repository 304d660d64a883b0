import ArgumentParser
import CacheLab
import Strategies

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A run made ready again from its configuration, as a record or the first line of an event file has it.
struct RebuiltRun {
  let prepared: PreparedRun
  let strategy: StrategySpec

  /// - Parameter tracePath: where its trace is; nil looks for it by name.
  /// - Throws: `LackOfReplay` with what is missing or not as it was.
  init(_ configuration: JSON, tracePath: String?) throws {
    if configuration["time"]?.string != "virtual" {
      throw LackOfReplay("it kept the wall clock, which does not repeat")
    }
    guard let text = configuration["strategy"]?.string,
      let strategy = try? StrategySpec(text, registry: KnownStrategies.all)
    else {
      throw LackOfReplay("its strategy '\(configuration["strategy"]?.string ?? "?")' is not known to this tool")
    }
    self.strategy = strategy
    var options = try RunOptions.parse(["--decode", "none", "--quiet"])
    options.setting.cells = configuration["cells"]?.string.flatMap { CellPolicy(rawValue: $0) } ?? .cancel
    options.setting.scales = configuration["scales"]?.string.flatMap { ScaleSet(rawValue: $0) } ?? .all
    options.setting.managerCache = ByteCount(rawValue: configuration["manager-cache"]?["bytes"]?.integer ?? 0)
    options.setting.delivery =
      configuration["delivery"]?.string.flatMap { ReplayDelivery(rawValue: $0) } ?? .highquality
    options.setting.cloud = configuration["cloud"].flatMap { CloudModel($0) } ?? CloudModel()
    options.setting.device = configuration["device"]?["name"]?.string ?? ""
    let device = try RebuiltRun.device(configuration["device"])
    let (name, trace) = try RebuiltRun.trace(configuration["trace"], path: tracePath)
    let library = try RebuiltRun.library(configuration["library"], &options)
    var differing = "nothing"
    options.setting.access = AccessArgument(argument: configuration["access"]?.string ?? "all") ?? .all
    for screen in RebuiltRun.screens(configuration["screen"]) {
      options.setting.screen = screen
      guard
        let prepared = try? PreparedRun(options: options, device: device, name: name, trace: trace, library: library)
      else { continue }
      let difference = RebuiltRun.difference(configuration, prepared.configuration(strategy))
      guard let difference else {
        self.prepared = prepared
        return
      }
      differing = difference
    }
    throw LackOfReplay("its \(differing) is not what is found under that name now")
  }

  /// The first part of a configuration that is not as it was; nil when all is.
  private static func difference(_ old: JSON, _ new: RunConfiguration) -> String? {
    var new = new
    new.decodes = old["decode"]?.string == "real"
    new.decodePlace = old["decode-in"]?.string.flatMap { DecodePlace(rawValue: $0) } ?? .host
    let members = new.json.object ?? [:]
    return members.keys.sorted().first { members[$0] != old[$0] }
  }

  private static func device(_ json: JSON?) throws -> DeviceProfile {
    func integer(_ key: String) -> Int64? { json?[key]?.integer }
    guard let name = json?["name"]?.string, let fixed = integer("fixed-ns"), let byte = integer("ps-per-byte"),
      let pixel = integer("ps-per-pixel"), let workers = integer("workers"), workers > 0, workers <= 1024
    else { throw LackOfReplay("it does not say what its device costs") }
    let factors = json?["scale-factors-thousandths"]?.array?.compactMap(\.integer)
    return DeviceProfile(
      name: name, fixed: Nanoseconds(rawValue: fixed), picosecondsPerByte: byte, picosecondsPerPixel: pixel,
      workers: Int(workers), scaleFactors: factors?.count == 8 ? factors : nil)
  }

  private static func trace(_ json: JSON?, path: String?) throws -> (String, Trace) {
    let name = json?["name"]?.string ?? "?"
    let paths = (try? TracePaths.find([path ?? name])) ?? []
    guard paths.count == 1, name != "all", let trace = try? Trace.load(path: paths[0]) else {
      throw LackOfReplay("its trace '\(name)' is not found (--trace PATH says where it is)")
    }
    guard trace.sha256 == json?["sha256"]?.string else {
      throw LackOfReplay("\(paths[0]) is not the trace '\(name)' that it replayed (--trace PATH says where that is)")
    }
    return (name, trace)
  }

  private static func library(_ json: JSON?, _ options: inout RunOptions) throws -> PhotoLibrary {
    let source = json?["source"]
    options.setting.library.library = source?["profile"]?.string ?? source?["folder"]?.string ?? ""
    options.setting.library.seed = source?["seed"]?.wideInteger.flatMap { UInt64(exactly: $0) } ?? 1
    let count = json?["assets"]?.integer.map { Int($0) }
    guard let library = try? options.library.open(assetCount: count, quiet: false),
      library.index.fingerprint == json?["fingerprint"]?.string
    else { throw LackOfReplay("its library '\(options.library.library)' is not there, or holds other photos now") }
    return library
  }

  /// Every screen that flags may have given: a record says what screen was replayed, not by which of the flags.
  private static func screens(_ json: JSON?) -> [ScreenOptions] {
    guard json?["from-flags"] == .bool(true) else { return [try? ScreenOptions.parse([])].compactMap { $0 } }
    let sides = json?["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? ""
    let scale = NumberText.thousandths(json?["scale-thousandths"]?.integer ?? 0)
    let words = [
      ["--viewport", sides], ["--scale", scale], ["--columns", "\(json?["columns"]?.integer ?? 0)"],
    ]
    return (1..<8).compactMap { bits in
      try? ScreenOptions.parse(words.indices.filter { bits & (1 << $0) != 0 }.flatMap { words[$0] })
    }
  }
}

extension RebuiltRun {
  /// A run that was just made ready.
  init(_ prepared: PreparedRun, _ strategy: StrategySpec) {
    self.prepared = prepared
    self.strategy = strategy
  }

  /// Replays it and gives its events back, through an event file, so that what is said of a file and of a replay cannot
  /// differ.
  ///
  /// - Parameter tally: what the replay counted.
  func events(_ tally: inout ReplayTally) throws -> EventLineReader {
    let path = "/tmp/cachelab-explain.\(getpid()).jsonl"
    // Opened it stays readable, and nothing is left behind whenever the process ends.
    defer { unsafe unlink(path) }
    try prepared.refuseOffline(strategy)
    let file = try EventFile(
      path: path, configuration: prepared.configuration(strategy).json, table: prepared.replay.table)
    tally = prepared.replay.run(strategy, cells: prepared.options.cells, observer: file).tally
    try file.finish()
    return try EventLineReader(path: path)
  }

  /// The run, to be replayed with something changed.
  var whatIf: WhatIf {
    let (replay, device) = (prepared.replay, prepared.device)
    let wider = DeviceProfile(
      name: device.name, fixed: device.fixed, picosecondsPerByte: device.picosecondsPerByte,
      picosecondsPerPixel: device.picosecondsPerPixel, workers: device.workers + 1, scaleFactors: device.scaleFactors)
    return WhatIf(
      replay,
      widened: Replay(script: replay.script, table: prepared.table(on: wider), managerCache: replay.managerCache),
      strategy: strategy, cells: prepared.options.cells, registry: KnownStrategies.all)
  }
}
