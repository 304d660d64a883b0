import CacheLab
public import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies
import StrategyKit

extension PageEngine {
  /// What can be chosen.
  public var catalogue: JSON {
    .object([
      "version": .string(CacheLabInfo.version), "strategies": .array(StrategyRegistry.all.strategiesJSON),
      "coarse": .array(StrategyRegistry.all.coarseJSON), "bounds": .array(StrategyRegistry.all.boundsJSON),
      "devices": .array(DeviceProfile.all.map { $0.json }), "screens": .array(NamedScreen.all.map { $0.json }),
      "metrics": .array(Metric.all(.deterministic).map { $0.json }),
      "settings": .array(
        RunSetting.all.map { setting in
          .object([
            "name": .string(setting.name), "help": .string(setting.help),
            "default": setting.usual.map { .string($0) } ?? .null,
            "choices": .array(setting.choices.map { .string($0) }),
          ])
        }),
    ])
  }

  /// The scroll as the settings show it: frames, layouts, cells on screen in each frame.
  public func scroll() throws(PageError) -> JSON {
    guard let ready else { throw PageError("there is no trace yet, or no photos: load both first") }
    var members = ready.scroll.members
    members["visible"] = .string(ready.scroll.packedVisible)
    members["clamped-frames"] = .integer(Int128(ready.trace.clampedFrames))
    return .object(members)
  }

  /// A replay's metrics and their digest, as its record has them, and the words that make it with `lab-run`.
  public func run(_ text: String) throws(PageError) -> JSON {
    let (strategy, ready) = try prepared(text)
    let block = DeterministicBlock(RunFacts(tally: ready.replay.run(strategy, cells: settings.replay.cells)))
    var metrics: [String: JSON] = [:]
    for (id, value) in block.metrics { metrics[id] = value.json }
    let words = ["lab-run", "--strategy", text, "--trace", traceName] + settings.words + ["--decode", "none"]
    return .object([
      "strategy": .string(strategy.shortText), "canonical": .string(strategy.canonicalText),
      "drives-photos": .bool(strategy.drivesPhotos), "digest": .string(block.digest), "metrics": .object(metrics),
      "configuration": .string(configuration(strategy, ready).digest), "command": .string(ShellWords.line(words)),
    ])
  }

  /// The bounds, and what a strategy closes of the gaps; a reason where there are none.
  public mutating func gaps(_ text: String) throws(PageError) -> JSON {
    let (strategy, ready) = try prepared(text)
    let tally = ready.replay.runOnce(strategy, cells: settings.replay.cells)
    return readYardsticks(ready).json(of: tally)
  }

  /// What each cell showed and how much memory was held, over time; blank cells in each frame.
  public func reel(_ text: String) throws(PageError) -> JSON {
    let (strategy, ready) = try prepared(text)
    let cells = settings.replay.cells
    let recorder = ready.replay.follow(strategy, cells: cells, ReelRecorder(ready.replay, cells: cells)).taker
    let reel = ReplayReel(strategy: strategy.shortText, recorder)
    var members = reel.json.object ?? [:]
    members["blank"] = .string(ready.scroll.packedBlank(reel))
    return .object(members)
  }

  /// Why images were late, in words and figures: of an `item`, in a `frame`, or the `worst` so many.
  public func why(_ text: String, _ kind: String, _ number: Int32) throws(PageError) -> JSON {
    let selection: VisitSelection
    switch kind {
    case "item": selection = .item(number)
    case "frame": selection = .frame(Int(number))
    case "worst": selection = .worst(Int(min(max(1, number), 100)))
    default: throw PageError("'\(kind.visible)' is nothing to ask about: item, frame or worst")
    }
    let (strategy, ready) = try prepared(text)
    let (header, cells) = (configuration(strategy, ready).json, settings.replay.cells)
    var collector = VisitCollector(header: header, selection: selection)
    collector = ready.replay.follow(strategy, cells: cells, collector).taker
    collector.finish(end: ready.replay.script.end.rawValue)
    let device = ready.device
    let wider = DeviceProfile(
      name: device.name, fixed: device.fixed, picosecondsPerByte: device.picosecondsPerByte,
      picosecondsPerPixel: device.picosecondsPerPixel, picosecondsPerReducedPixel: device.picosecondsPerReducedPixel,
      workers: device.workers + 1, scaleFactors: device.scaleFactors)
    let widened = Replay(script: ready.replay.script, assets: index.assets, device: wider, settings: settings.replay)
    let whatIf = WhatIf(ready.replay, widened: widened, strategy: strategy, cells: cells, registry: .all)
    let report = WhyReport(header: header, collector: collector, whatIf: .success(whatIf))
    var members = report.json.object ?? [:]
    members["stories"] = report.stories
    return .object(members)
  }

  private func configuration(_ strategy: StrategySpec, _ ready: Ready) -> RunConfiguration {
    RunConfiguration(
      strategy: strategy, traceName: traceName, traceSHA256: ready.trace.sha256, device: ready.device,
      librarySource: settings.librarySource, libraryFingerprint: index.fingerprint, assetCount: index.assets.count,
      layout: ready.replay.script.layouts[0], screenIsOverridden: settings.replacesScreen, settings: settings.replay,
      measuring: Measuring(decodes: false))
  }
}
