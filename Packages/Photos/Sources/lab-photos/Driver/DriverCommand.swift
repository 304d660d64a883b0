import ArgumentParser
import CacheLab
import Foundation
import GridDriver
import LabSystem
import Strategies

/// Plays traces on a `GridDriver` over the model of `PHImageManager` and compares them with the replay; `lab-run` does
/// not link the model.
@main
struct LabPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-photos",
    abstract: "Plays a trace on a driver that asks an image manager, and compares with the replay.",
    discussion: """
      The manager decodes two images at once, each in --decode milliseconds, or in what --device declares. A row a
      number of requests that the driver keeps open; the last row is the replay of the same trace. --session writes what
      an app on such a phone would record: lab-run session and lab-run calibrate --from read it.

      EXAMPLES
        lab-photos --trace fastscroll.scrolltrace
        lab-photos --trace hunt.scrolltrace --strategy windowed-lead --open 2 --decode 30
        lab-photos --trace hunt.scrolltrace --open 2 --device decode-30ms --jitter 30 --session my.scrolltrace
      """)

  @Option(help: "A strategy as lab-run takes it.")
  var strategy = "budget-priority"

  @Option(name: .customLong("trace"), help: "A trace file; may stand several times.")
  var traces: [String]

  @Option(name: .customLong("open"), help: "Requests that are open at once, 1 to 64; may stand several times.")
  var open: [Int] = Array(1...8)

  @Option(help: "What a decode takes, milliseconds.")
  var decode = 12

  @Option(help: "A declared device, such as decode-30ms: decodes take what it declares, of photos of six sizes.")
  var device: String?

  @Option(help: "With --device: each decode takes so many percent more or less, and one of fifty five times as long.")
  var jitter = 0

  @Option(help: "Where the session goes, of one trace and one number of open requests.")
  var session: String?

  func validate() throws {
    if let bad = open.first(where: { !(1...64).contains($0) }) { throw ValidationError("--open \(bad) is not 1 to 64") }
    if !(1...10_000).contains(decode) { throw ValidationError("--decode \(decode) is not 1 to 10000") }
    if !(0...90).contains(jitter) { throw ValidationError("--jitter \(jitter) is not 0 to 90") }
    if let device, !DeviceProfile.all.contains(where: { $0.name == device }) {
      let names = DeviceProfile.all.map(\.name).joined(separator: ", ")
      throw ValidationError("--device \(device) is none of \(names)")
    }
    if session != nil && (traces.count != 1 || open.count != 1) {
      throw ValidationError("--session takes one run; name one trace, and one number by --open")
    }
  }

  func run() throws {
    let spec = try StrategySpec(strategy)
    var table = TextTable(columns: [
      .init(["trace"], alignsRight: false), .init(["open"], alignsRight: false), .init(["hit", "rate"]),
      .init(["blank"]),
      .init(["peak, MB"]), .init(["decodes"]),
    ])
    for path in traces {
      let bytes = try Data(contentsOf: URL(filePath: path))
      let script = ReplayScript(try Trace.parse(Array(bytes), name: path))
      let phone = phone(script.itemCapacity)
      func row(_ open: String, _ counters: GridCounters) {
        func percent(_ share: Double?) -> String { share.map { "\(NumberText.fixed($0 * 100, decimals: 2)) %" } ?? "-" }
        table.append([
          LabPhotos.name(path), open, percent(counters.hitRate),
          percent(counters.blank),
          NumberText.fixed(Double(counters.peak.rawValue) / 1e6, decimals: 1), "\(counters.decodes)",
        ])
      }
      for count in open {
        row("\(count)", try counters(DriverRun(script: script, phone: phone, open: count), of: spec))
      }
      row("replay", GridCounters(phone.replay(script).run(spec)))
    }
    print(table.text())
  }

  private func counters(_ run: DriverRun, of spec: StrategySpec) throws -> GridCounters {
    guard let session else { return try run.counters(of: spec) }
    var bytes: [UInt8] = []
    let counters = try run.counters(of: spec) { part in
      bytes += part
      return true
    }
    let file = try AtomicFile(session)
    try file.write(bytes)
    try file.commit()
    return counters
  }

  private func phone(_ count: Int) -> ModelPhone {
    guard let device, let profile = DeviceProfile.all.first(where: { $0.name == device }) else {
      return ModelPhone(milliseconds: decode, count: count)
    }
    return ModelPhone(device: profile, jitter: jitter, count: count)
  }

  private static func name(_ path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.split(separator: ".").first ?? file)
  }
}
