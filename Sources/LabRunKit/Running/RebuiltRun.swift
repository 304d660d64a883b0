import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import LabSystem
import StrategyKit

/// A run made ready again from its configuration, as a record or the first line of an event file has it.
extension PlannedRun {
  /// - Parameter tracePath: where its trace is; nil looks for it by name.
  /// - Throws: `LackOfReplay` with what is missing or not as it was.
  init(_ configuration: RunConfiguration, tracePath: String?) throws {
    if configuration.json["time"]?.string != "virtual" {
      throw LackOfReplay("it kept the wall clock, which does not repeat")
    }
    guard let strategy = try? StrategySpec(configuration.strategy ?? "", registry: KnownStrategies.all) else {
      throw LackOfReplay("its strategy '\(configuration.strategy ?? "?")' is not known to this tool")
    }
    guard let device = configuration.device.profile else {
      throw LackOfReplay("it does not say what its device costs")
    }
    let (name, path, trace) = try PlannedRun.trace(configuration, path: tracePath)
    var request = RunRequest()
    request.settings = RunSettings(configuration)
    let library = try PlannedRun.library(request.settings, configuration)
    var differing = "nothing"
    for settings in PlannedRun.screens(request.settings) {
      request.settings = settings
      guard
        let prepared = try? PreparedRun(
          request, device: device, path: path, name: name, trace: trace, library: library)
      else { continue }
      let run = PlannedRun(prepared: prepared, strategy: strategy)
      guard let difference = PlannedRun.difference(configuration, run.configuration) else {
        self = run
        return
      }
      differing = difference
    }
    throw LackOfReplay("its \(differing) is not what is found under that name now")
  }

  /// The first part of a configuration that is not as it was; nil when all is.
  private static func difference(_ old: RunConfiguration, _ new: RunConfiguration) -> String? {
    (new.json.object ?? [:]).sorted { $0.key < $1.key }.first { key, value in
      key != "decode" && value != old.json[key]
    }?.key
  }

  private static func trace(
    _ configuration: RunConfiguration, path: String?
  ) throws -> (name: String, path: String, trace: Trace) {
    let name = configuration.traceName ?? "?"
    let paths = (try? TracePaths.find([path ?? name])) ?? []
    guard paths.count == 1, name != "all", let trace = try? Trace.load(path: paths[0]) else {
      throw LackOfReplay("its trace '\(name)' is not found (--trace PATH says where it is)")
    }
    guard trace.sha256 == configuration.traceSHA256 else {
      throw LackOfReplay("\(paths[0]) is not the trace '\(name)' that it replayed (--trace PATH says where that is)")
    }
    return (name, paths[0], trace)
  }

  private static func library(
    _ settings: RunSettings, _ configuration: RunConfiguration
  ) throws -> PhotoLibrary {
    guard let library = try? settings.openLibrary(quiet: false),
      library.index.fingerprint == configuration.library.fingerprint
    else { throw LackOfReplay("its library '\(settings.library)' is not there, or holds other photos now") }
    return library
  }

  /// The settings on every screen that flags may have given: a configuration says what screen was replayed, not by which
  /// of the flags.
  private static func screens(_ settings: RunSettings) -> [RunSettings] {
    guard settings.replacesScreen else { return [settings] }
    return (1..<8).map { bits in
      var settings = settings
      if bits & 1 == 0 { settings.viewport = nil }
      if bits & 2 == 0 { settings.scale = nil }
      if bits & 4 == 0 { settings.columns = nil }
      return settings
    }
  }

  /// The run, to be replayed with something changed.
  var whatIf: WhatIf {
    WhatIf(prepared.replay, strategy: strategy, registry: KnownStrategies.all)
  }
}
