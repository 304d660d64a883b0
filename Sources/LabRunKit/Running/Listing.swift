import CacheLab
import LabBase
import LabRecords
import StrategyKit

/// What `lab-run list` shows.
struct Listing {
  let registry: StrategyRegistry
  let traces: [String]

  func text(_ topic: ListCommand.Topic) -> String {
    sections(topic).map { "\($0.title)\n\n\($0.table.text(width: 100))\($0.note)" }.joined(separator: "\n")
  }

  private struct Section {
    var title: String
    var table: TextTable
    /// Below the table; empty, or a line.
    var note = ""
  }

  private func sections(_ topic: ListCommand.Topic) -> [Section] {
    func section(
      _ of: ListCommand.Topic, _ title: String, _ table: @autoclosure () -> TextTable,
      note: @autoclosure () -> String = ""
    ) -> Section? {
      topic == .all || topic == of ? Section(title: title, table: table(), note: note()) : nil
    }
    return [
      section(.strategies, "STRATEGIES: id[:key=value,...], joined by +; thumbnails only beside another", strategies),
      section(.bounds, "BOUNDS: yardsticks that know the trace or have no budget; 'all' leaves them out", bounds),
      section(.traces, "TRACES: by name or path", traceTable),
      section(
        .devices, "DEVICES: what a decode costs in virtual time; chosen, not a phone's; host has this machine's",
        deviceTable,
        note: HostListing().note),
      section(
        .screens, "SCREENS: for --screen, upright, as published; how often a second one is refreshed at most",
        screens),
      section(.libraries, "LIBRARIES: made from a seed, or a folder of your own", libraries),
      section(.metrics, "METRICS: deterministic ones repeat bit for bit", metrics),
    ].compactMap { $0 }
  }

  private func table(_ titles: [String], _ rows: [[String]]) -> TextTable {
    var table = TextTable(columns: titles.map { TextTable.Column([$0], alignsRight: false) })
    for row in rows { table.append(row) }
    return table
  }

  private var strategies: TextTable {
    policies(
      registry.prefetchers.map { ($0.descriptor, $0.ranks ? "no" : "yes") }
        + registry.retentions.map { ($0.descriptor, "no") }
        + registry.coarsePolicies.map { ($0.descriptor, $0.drivesPhotos ? "yes" : "no") })
  }

  private var bounds: TextTable { policies(registry.boundDescriptors.map { ($0, "no") }) }

  private func policies(_ policies: [(PolicyDescriptor, String)]) -> TextTable {
    var rows: [[String]] = []
    for (descriptor, drives) in policies {
      rows.append([descriptor.id, drives, descriptor.summary])
      for parameter in descriptor.parameters {
        rows.append([
          "  \(parameter.key)=\(parameter.defaultValue)", "", "  \(parameter.summary): \(parameter.range)",
        ])
      }
    }
    return table(["strategy", "drives Photos", "what it does"], rows)
  }

  private var traceTable: TextTable {
    let rows = traces.map { path -> [String] in
      let title = (try? Trace.load(path: path))?.header.title ?? "not a trace: \(ToolName.current) trace check \(path)"
      return [PreparedRun.name(ofTrace: path), title]
    }
    return table(["trace", "title"], rows)
  }

  private var deviceTable: TextTable {
    let devices = HostListing().devices
    var titles = ["device", "workers", "fixed ns", "ps a byte", "ps a pixel", "ps a reduced pixel"]
    let hasFactors = devices.contains { $0.scaleFactors != nil }
    if hasFactors { titles.append("thousandths at 1/8 to 8/8") }
    let rows = devices.map { device in
      [
        device.name, "\(device.workers)", "\(device.fixed.rawValue)", "\(device.picosecondsPerByte)",
        "\(device.picosecondsPerPixel)", "\(device.picosecondsPerReducedPixel)",
      ] + (hasFactors ? [device.scaleFactors.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "1000 each"] : [])
    }
    return table(titles, rows)
  }

  private var screens: TextTable {
    let rows = NamedScreen.all.map { screen in
      [screen.name, "\(screen.size)", "\(screen.scale)", "\(screen.refreshHz)", screen.models]
    }
    return table(["screen", "points", "pixels a point", "refresh", "which"], rows)
  }

  private var libraries: TextTable {
    table(
      ["library", "photos"],
      [
        ["small", "sides half the default's"],
        ["default", "about 0.8 megapixels: 1024x768 45 %, 768x1024 30 % and four other sizes"],
        ["full", "sides four times the default's: 12 megapixels"],
        ["DIR", "the JPEGs of a folder"],
      ])
  }

  private var metrics: TextTable {
    let rows = Metric.all.map {
      [$0.id, $0.kind.rawValue, $0.unit.rawValue, $0.better.rawValue, $0.summary]
    }
    return table(["metric", "kind", "unit", "better", "what it is"], rows)
  }
}
