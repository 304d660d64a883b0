import ArgumentParser
import CacheLab
import GridDriver
import LabBase
import LabRecords
import Strategies

/// Plays traces on a `GridDriver` over the model of `PHImageManager`, and compares with the replay.
struct DriverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "driver",
    abstract: "Plays a trace on a driver that asks an image manager, and compares with the replay.",
    discussion: """
      The manager decodes two images at once, each in --decode milliseconds. A row a number of requests that the driver
      keeps open; the last row is the replay of the same trace.

      EXAMPLES
        lab-photos driver --trace fastscroll.scrolltrace
        lab-photos driver --trace hunt.scrolltrace --strategy windowed-lead --open 2 --decode 30
      """)

  @Option(help: "A strategy as lab-run takes it.")
  var strategy = "budget-priority"

  @Option(name: .customLong("trace"), help: "A trace file; may stand several times.")
  var traces: [String]

  @Option(name: .customLong("open"), help: "Requests that are open at once, 1 to 64; may stand several times.")
  var open: [Int] = Array(1...8)

  @Option(help: "What a decode takes, milliseconds.")
  var decode = 12

  func validate() throws {
    if let bad = open.first(where: { !(1...64).contains($0) }) { throw ValidationError("--open \(bad) is not 1 to 64") }
    if !(1...10_000).contains(decode) { throw ValidationError("--decode \(decode) is not 1 to 10000") }
  }

  func run() throws {
    let spec = try StrategySpec(strategy)
    var table = TextTable(columns: [
      .init(["trace"], alignsRight: false), .init(["open"], alignsRight: false), .init(["hit", "rate"]),
      .init(["blank"]),
      .init(["peak, MB"]), .init(["decodes"]),
    ])
    for path in traces {
      let trace = try Trace.load(path: path)
      let script = ReplayScript(trace)
      guard !script.changesContent else {
        throw ValidationError("\(path): photos come and go; a driver's playback of that is not built")
      }
      let replay = DriverCommand.replay(script, milliseconds: decode)
      func row(_ open: String, _ counters: GridCounters) {
        func percent(_ share: Double?) -> String { share.map { "\(NumberText.fixed($0 * 100, decimals: 2)) %" } ?? "-" }
        table.append([
          DriverCommand.name(path), open, percent(counters.hitRate),
          percent(counters.blank),
          NumberText.fixed(Double(counters.peak.rawValue) / 1e6, decimals: 1), "\(counters.decodes)",
        ])
      }
      for count in open {
        let run = DriverRun(replay: replay, open: count, cost: Int64(decode) * 1_000_000)
        row("\(count)", try run.counters(of: spec, assets: DriverCommand.assets(script.itemCapacity)))
      }
      row("replay", GridCounters(replay.run(spec, cells: .cancel)))
    }
    print(table.text())
  }

  /// `traces/hunt.scrolltrace` is `hunt`.
  private static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.split(separator: ".").first ?? file)
  }

  /// Photos of 1024x768, each decoded in the same time by two workers, cropped to their cells.
  static func replay(_ script: ReplayScript, milliseconds: Int) -> Replay {
    var settings = ReplaySettings()
    settings.fit = .crop
    let device = DeviceProfile(
      name: "even", fixed: .milliseconds(milliseconds), picosecondsPerByte: 0, picosecondsPerPixel: 0)
    return Replay(script: script, assets: assets(script.itemCapacity), device: device, settings: settings)
  }

  static func assets(_ count: Int) -> ContiguousArray<AssetInfo> {
    let info = AssetInfo(width: 1024, height: 768, encodedBytes: 200_000, thumbnailBytes: 0, decodes: true)
    return ContiguousArray(repeating: info, count: count)
  }
}
