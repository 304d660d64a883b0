import ArgumentParser
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabRecords
import StrategyKit

/// A sweep made ready from its settings: traces read, library open, all words understood.
struct SweepSetup {
  let runner: SweepRunner

  var plan: SweepPlan { runner.plan }

  /// - Parameter named: What is swept; the settings' own words for them were read by then.
  init(_ settings: SweepSettings, strategies named: [StrategySpec], quiet: Bool) throws {
    let paths = try SweepSetup.paths(settings.traces)
    let traces = try paths.map { try Trace.load(path: $0) }
    let devices = try SweepSetup.devices(settings.devices)
    let screens = try SweepSetup.screens(settings.screens)
    let shared = settings.shared
    let cells = try SweepSetup.choice(shared[.cells], among: CellPolicy.allCases, default: .cancel)
    let scales = try SweepSetup.choice(shared[.scales], among: ScaleSet.allCases, default: .all)
    let delivery = try SweepSetup.choice(shared[.delivery], among: ReplayDelivery.allCases, default: .highquality)
    let cloud = try SweepSetup.cloud(shared[.cloud])
    let access = try SweepSetup.access(shared[.access])
    let strategies = try named.map { try delivery.applied(to: $0, registry: KnownStrategies.all) }
    let managerCache = try SweepSetup.managerCache(shared[.managerCache], below: strategies)
    let library = try SweepSetup.library(settings, quiet: quiet)
    var members: [String: JSON] = [
      "library": .string(library.index.fingerprint), "assets": .integer(Int128(library.index.count)),
      "cells": .string(cells.rawValue), "scales": .string(scales.rawValue), "lab": .string(CacheLabInfo.version),
      "revision": BuildInfo.gitRevision.map { .string($0) } ?? .null,
    ]
    // Left out where they change nothing, so that such plans keep their digests.
    if delivery == .fast { members["delivery"] = .string(delivery.rawValue) }
    if cloud.sharePercent > 0 { members["cloud"] = .string(cloud.text) }
    if access != .all { members["access"] = .string(access.text) }
    if managerCache > .zero { members["manager-cache"] = .string("\(managerCache)") }
    let plan = SweepPlan(
      strategies: strategies,
      traces: zip(paths, traces).map { SweepPlan.TraceSource(name: PreparedRun.name(ofTrace: $0), sha256: $1.sha256) },
      screens: screens, devices: devices, settings: .object(members))
    guard plan.jobCount <= SweepPlan.jobsMax else {
      throw LabError(
        "that is \(NumberText.count(plan.jobCount, "job")), \(NumberText.grouped(Int64(SweepPlan.jobsMax))) at most: "
          + "vary fewer values, or sweep traces one by one")
    }
    runner = try SweepRunner(
      plan: plan, strategies: strategies, traces: traces, screens: screens, devices: devices,
      assets: library.index.assets, scales: scales, delivery: delivery, cloud: cloud,
      accessLimit: access.limit, managerCache: managerCache, cells: cells)
    for note in runner.notes { Terminal.error(note) }
  }

  private static func paths(_ words: [SweepWord]) throws -> [String] {
    var paths: [String] = []
    for word in words {
      for path in try at(word, { try TracePaths.find([word.text]) }) where !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  private static func devices(_ words: [SweepWord]) throws -> [DeviceProfile] {
    if words.isEmpty { return [DeviceProfile.all[0]] }
    var devices: [DeviceProfile] = []
    for word in words {
      let device = try at(word) { try DeviceChoice(word.text).profile() }
      if !devices.contains(device) { devices.append(device) }
    }
    return devices
  }

  private static func screens(_ words: [SweepWord]) throws -> [SweepScreen] {
    if words.isEmpty { return [.recorded] }
    var screens: [SweepScreen] = []
    for screen in try words.map({ try SweepScreen($0) }) where !screens.contains(screen) { screens.append(screen) }
    return screens
  }

  private static func library(_ settings: SweepSettings, quiet: Bool) throws -> PhotoLibrary {
    var words: [String] = []
    if let library = settings.shared[.library] { words += ["--library", library.text] }
    if let seed = settings.shared[.seed] {
      guard UInt64(seed.text) != nil else {
        throw SweepError(seed.place, "'\(seed.text)' is no seed: write a whole number from 0 on")
      }
      words += ["--seed", seed.text]
    }
    var assetCount: Int?
    if let assets = settings.shared[.assets] {
      guard let count = Int(assets.text), (1...LibraryConfiguration.maxAssetCount).contains(count) else {
        throw SweepError(assets.place, "'\(assets.text)' is no number of photos: a library has 1 to 10000000")
      }
      assetCount = count
    }
    let options = try LibraryOptions.parse(words)
    guard let word = settings.shared[.library] else { return try options.open(assetCount: assetCount, quiet: quiet) }
    return try at(word) { try options.open(assetCount: assetCount, quiet: quiet) }
  }

  private static func cloud(_ word: SweepWord?) throws -> CloudModel {
    guard let word else { return CloudModel() }
    do {
      return try CloudModel(word.text)
    } catch {
      throw SweepError(word.place, error.description)
    }
  }

  private static func access(_ word: SweepWord?) throws -> AccessArgument {
    guard let word else { return .all }
    guard let access = AccessArgument(argument: word.text) else {
      throw SweepError(word.place, "'\(word.text)' is no access to photos: write all, or limited:500")
    }
    return access
  }

  private static func managerCache(_ word: SweepWord?, below strategies: [StrategySpec]) throws -> ByteCount {
    guard let word else { return .zero }
    guard let bytes = ByteCount(word.text) else {
      throw SweepError(word.place, "'\(word.text)' is no amount of memory: write 0 or bytes, such as 16MB")
    }
    try RunOptions.refuse(managerCache: bytes, below: strategies)
    return bytes
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ word: SweepWord?, among choices: [Choice], default standard: Choice
  ) throws -> Choice {
    guard let word else { return standard }
    guard let choice = Choice(rawValue: word.text) else {
      let names = choices.map(\.rawValue)
      let cure = nearest(to: word.text, among: names).map { "did you mean '\($0)'?" } ?? "choose one of these"
      throw SweepError(word.place, "'\(word.text)' is none of \(names.joined(separator: ", ")): \(cure)")
    }
    return choice
  }

  /// What is wrong with a word says where the word stands.
  private static func at<Value>(_ word: SweepWord, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as LabError { throw SweepError(word.place, error.description) }
  }
}
