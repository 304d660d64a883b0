import CacheLab
import FoundationEssentials
import LabLibrary
import Strategies

/// A trace made ready over a library, that writes what `lab-run --decode none --events` writes.
struct Stage {
  private let library: PhotoLibrary
  private let trace: Trace
  private let replay: Replay
  private let settings: ReplaySettings

  init(
    trace path: String, library: PhotoLibrary, delivery: ReplayDelivery = .highquality, cloud: CloudModel = CloudModel()
  ) throws {
    var settings = ReplaySettings()
    settings.delivery = delivery
    settings.cloud = cloud
    self.settings = settings
    self.library = library
    trace = try Trace.load(path: path)
    let script = ReplayScript(trace)
    replay = Replay(script: script, assets: library.index.assets, device: DeviceProfile.all[0], settings: settings)
  }

  /// Writes `name.jsonl`, the events, and `name.json`, the record.
  func run(_ strategy: String, cells: CellPolicy = .cancel, to name: String) throws {
    var replay = replay
    replay.settings.cells = cells
    let spec = try StrategySpec(strategy)
    var asked = RunSettings()
    asked.library = "stage"
    asked.replay = settings
    asked.replay.cells = cells
    let configuration = RunConfiguration(
      strategy: spec, trace: ("trace", trace.sha256), device: DeviceProfile.all[0],
      library: (library.index.fingerprint, library.index.count), layout: replay.script.layouts[0], settings: asked,
      decodes: false)
    let file = try EventFile(path: name + ".jsonl", configuration: configuration.json)
    let (tally, _) = replay.run(spec, observer: file)
    try file.finish()
    let record = RunRecord(
      configuration: configuration, environment: RunEnvironment(gitRevision: nil), run: RunFacts(tally: tally),
      notes: [], created: "")
    try record.json.prettyText.write(toFile: name + ".json", atomically: true, encoding: .utf8)
  }
}
