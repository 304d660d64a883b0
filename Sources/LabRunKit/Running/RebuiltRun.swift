import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit

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
    let settings = try RebuiltRun.settings(configuration)
    let device = try RebuiltRun.device(configuration["device"])
    let (name, path, trace) = try RebuiltRun.trace(configuration["trace"], path: tracePath)
    let library = try RebuiltRun.library(settings[0], configuration["library"])
    var differing = "nothing"
    for setting in settings {
      options.setting = setting
      guard
        let prepared = try? PreparedRun(
          options: options, device: device, path: path, name: name, trace: trace, library: library)
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

  private static func trace(_ json: JSON?, path: String?) throws -> (name: String, path: String, trace: Trace) {
    let name = json?["name"]?.string ?? "?"
    let paths = (try? TracePaths.find([path ?? name])) ?? []
    guard paths.count == 1, name != "all", let trace = try? Trace.load(path: paths[0]) else {
      throw LackOfReplay("its trace '\(name)' is not found (--trace PATH says where it is)")
    }
    guard trace.sha256 == json?["sha256"]?.string else {
      throw LackOfReplay("\(paths[0]) is not the trace '\(name)' that it replayed (--trace PATH says where that is)")
    }
    return (name, paths[0], trace)
  }

  private static func library(_ setting: SettingOptions, _ json: JSON?) throws -> PhotoLibrary {
    guard let library = try? setting.library.open(assetCount: setting.screen.assets, quiet: false),
      library.index.fingerprint == json?["fingerprint"]?.string
    else { throw LackOfReplay("its library '\(setting.library.library)' is not there, or holds other photos now") }
    return library
  }

  /// The settings that the configuration tells, on every screen that flags may have given: it says what screen was
  /// replayed, not by which of the flags.
  private static func settings(_ configuration: JSON) throws -> [SettingOptions] {
    let flags: [RunSetting] = [.viewport, .scale, .columns].filter { $0.value(in: configuration) != nil }
    let choices = flags.isEmpty ? [0] : Array(1..<(1 << flags.count))
    do {
      return try choices.map { bits in
        let left = flags.indices.filter { bits & (1 << $0) == 0 }.map { flags[$0] }
        return try SettingOptions.parse(
          RunSetting.words { left.contains($0) ? nil : $0.value(in: configuration) })
      }
    } catch {
      throw LackOfReplay("its settings are not known to this tool: \(SettingOptions.message(for: error))")
    }
  }
}

extension RebuiltRun {
  /// A run that was just made ready.
  init(_ prepared: PreparedRun, _ strategy: StrategySpec) {
    self.prepared = prepared
    self.strategy = strategy
  }

  /// What its replay counts.
  func tally() throws -> ReplayTally {
    try prepared.refuseOffline(strategy)
    return prepared.replay.run(strategy, cells: prepared.options.cells)
  }

  /// Replays it for whoever follows its events.
  func follow<Taker: EventTaker>(_ taker: Taker) throws -> Taker {
    try prepared.refuseOffline(strategy)
    return prepared.replay.follow(strategy, cells: prepared.options.cells, taker).taker
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
