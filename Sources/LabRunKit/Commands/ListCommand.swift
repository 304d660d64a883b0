import ArgumentParser
import CacheLab
import LabBase
import LabMeasure
import LabRecords
import StrategyKit

/// `lab-run list`: what there is to run and to measure.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List strategies, oracles, traces, devices, screens, libraries and metrics.",
    discussion: """
      EXAMPLES
        lab-run list
        lab-run list strategies
        lab-run list metrics --format json
      """
  )

  enum Topic: String, ExpressibleByArgument, CaseIterable, Sendable {
    case all, strategies, oracles, traces, devices, screens, libraries, metrics
  }

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, json
  }

  @Argument(help: "What to list: all, strategies, oracles, traces, devices, screens, libraries or metrics.")
  var topic = Topic.all

  @Option(help: "table or json.")
  var format = Format.table

  func run() throws {
    switch format {
    case .json: Terminal.output(json.prettyText)
    case .table:
      let sections = topics.map { topic in
        let (title, table) = section(topic)
        let note = topic == .devices ? HostListing().note : ""
        return "\(title)\n\n\(table.text(width: 100))\(note)"
      }
      Terminal.output(sections.joined(separator: "\n"))
    }
  }

  private var registry: StrategyRegistry { KnownStrategies.all }

  /// Traces that come with the program need a folder for their copies; a list is no reason to fail without one, and says
  /// why it has none.
  private var traces: [String] {
    do { return try TracePaths.find(["all"]) } catch {
      Terminal.error("no traces are listed: \(error)")
      return []
    }
  }

  /// What is shown, `all` spelled out.
  private var topics: [Topic] { topic == .all ? Topic.allCases.filter { $0 != .all } : [topic] }

  private func section(_ topic: Topic) -> (title: String, table: TextTable) {
    switch topic {
    case .all: preconditionFailure("'all' is every other topic")
    case .strategies:
      ("STRATEGIES: id[:key=value,...], joined by +", strategies)
    case .oracles: ("ORACLES, which know the trace or have no budget; 'all' leaves them out", oracles)
    case .traces: ("TRACES: by name or path", traceTable)
    case .devices:
      ("DEVICES: what a decode costs in virtual time; chosen, not a phone's; host has this machine's", deviceTable)
    case .screens:
      ("SCREENS: for --screen, upright, as published; how often a second one is refreshed at most", screens)
    case .libraries: ("LIBRARIES: made from a seed, or a folder of your own", libraries)
    case .metrics: ("METRICS: deterministic ones repeat bit for bit", metrics)
    }
  }

  private var strategies: TextTable {
    policies(
      registry.prefetchers.map { ($0.descriptor, $0.ranks ? "no" : "yes") }
        + registry.evictionPolicies.map { ($0.descriptor, "no") })
  }

  private var oracles: TextTable { policies(registry.oracleDescriptors.map { ($0, "no") }) }

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
    return TextTable(
      rows, [.words("strategy") { $0[0] }, .words("drives Photos") { $0[1] }, .words("what it does") { $0[2] }])
  }

  private var traceTable: TextTable {
    TextTable(
      traces,
      [
        .words("trace") { TracePaths.name($0) },
        .words("title") {
          do { return try Trace.load(path: $0).header.title ?? "" } catch { return "\(error)" }
        },
      ])
  }

  private var deviceTable: TextTable {
    let devices = HostListing().devices
    var columns: [TableColumn<DeviceProfile>] = [
      .words("device", text: \.name), .words("workers") { "\($0.workers)" },
      .words("fixed ns") { "\($0.fixed.rawValue)" }, .words("ps a byte") { "\($0.picosecondsPerByte)" },
      .words("ps a pixel") { "\($0.picosecondsPerPixel)" },
      .words("ps a reduced pixel") { "\($0.picosecondsPerReducedPixel)" },
    ]
    if devices.contains(where: { $0.scaleFactors != nil }) {
      columns.append(
        .words("thousandths at 1/8 to 8/8") { device in
          device.scaleFactors.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "1000 each"
        })
    }
    return TextTable(devices, columns)
  }

  private var screens: TextTable {
    TextTable(
      NamedScreen.all,
      [
        .words("screen", text: \.name), .words("points") { "\($0.size)" }, .words("pixels a point") { "\($0.scale)" },
        .words("refresh") { "\($0.refreshHz)" }, .words("which", text: \.models),
      ])
  }

  private var libraries: TextTable {
    let libraries: KeyValuePairs = [
      "small": "sides half the default's",
      "default": "about 0.8 megapixels: 1024x768 45 %, 768x1024 30 % and four other sizes",
      "full": "sides four times the default's: 12 megapixels",
      "DIR": "the JPEGs of a folder",
    ]
    return TextTable(libraries, [.words("library", text: \.key), .words("photos", text: \.value)])
  }

  private var metrics: TextTable {
    TextTable(
      Metric.all,
      [
        .words("metric", text: \.id), .words("kind", text: \.kind.rawValue), .words("unit", text: \.unit.rawValue),
        .words("better", text: \.better.rawValue), .words("what it is", text: \.summary),
      ])
  }
}

extension ListCommand {
  /// The same for programs: an object with a list for each topic.
  private var json: JSON {
    var members: [String: JSON] = [:]
    for part in topics {
      switch part {
      case .all: break
      case .strategies:
        members[part.rawValue] = .array(registry.strategiesJSON)
      case .oracles:
        members[part.rawValue] = .array(registry.oraclesJSON)
      case .traces: members[part.rawValue] = .array(tracesJSON)
      case .devices: members[part.rawValue] = .array(HostListing().devices.map(\.json))
      case .screens: members[part.rawValue] = .array(NamedScreen.all.map(\.json))
      case .libraries:
        members[part.rawValue] = .array(LibraryProfile.allCases.filter { $0 != .tiny }.map { .string($0.rawValue) })
      case .metrics: members[part.rawValue] = .array(Metric.all.map(\.json))
      }
    }
    return .object(members)
  }

  private var tracesJSON: [JSON] {
    traces.map { path in
      let title = (try? Trace.load(path: path))?.header.title
      return .object([
        "name": .string(TracePaths.name(path)), "path": .string(path),
        "title": title.map { .string($0) } ?? .null,
      ])
    }
  }
}

/// The devices as `lab-run list` shows them: the declared ones, and `host` where this machine was calibrated.
struct HostListing {
  let devices: [DeviceProfile]
  /// What there is to say of `host`: lines, or nothing.
  let note: String

  init() {
    let name = DeviceChoice.hostName
    do {
      guard let file = try DeviceChoice.storedHost() else {
        devices = DeviceProfile.all
        note = "\(name), this machine, is not calibrated: \(ToolName.current) calibrate\n"
        return
      }
      // Under the name that --device takes, whatever it was called when it was fitted.
      var own = file.device
      own.name = name
      devices = DeviceProfile.all + [own]
      note = DeviceChoice.problem(ofHost: file).map { HostListing.lines("\(name) \($0)") } ?? ""
    } catch {
      devices = DeviceProfile.all
      note = HostListing.lines("\(name): \(error)")
    }
  }

  private static func lines(_ text: String) -> String {
    text.wrapped(width: 100).map { "\($0)\n" }.joined()
  }
}
