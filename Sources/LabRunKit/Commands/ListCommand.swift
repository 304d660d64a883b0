struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List strategies, oracles, traces, devices, screens, libraries and metrics.",
    discussion: """
      EXAMPLES
        lab-run list
        lab-run list strategies
        lab-run list budget-priority
        lab-run list metrics --format json
      """
  )

  private enum Topic: String, CaseIterable {
    case strategies, oracles, traces, devices, screens, libraries, metrics
  }

  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case table, json
  }

  @Argument(
    help: """
      What to list: all, strategies, oracles, traces, devices, screens, libraries or metrics; or a strategy or an oracle, \
      whose rule is printed.
      """,
    completion: .list(ListCommand.words))
  private var topic = "all"

  @Option(help: "table or json.")
  private var format = Format.table

  private static var policies: [PolicyDescriptor] {
    KnownStrategies.all.descriptors + KnownStrategies.all.oracleDescriptors
  }
  private static var topics: [String] { ["all"] + Topic.allCases.map(\.rawValue) }
  private static var words: [String] { topics + policies.map(\.id) }

  func run() throws {
    if let policy = ListCommand.policies.first(where: { $0.id == topic }) { return show(policy) }
    let topics = Topic.allCases.filter { topic == "all" || topic == $0.rawValue }
    if topics.isEmpty {
      let all = ListCommand.topics.joined(separator: ", ")
      let cure = nearest(to: topic, among: ListCommand.words).map { "did you mean '\($0)'?" }
      throw UsageError("'\(topic)' is no list and no strategy; \(cure ?? "choose one of \(all), or a strategy")")
    }
    switch format {
    case .json:
      let members = topics.map { ($0.rawValue, JSON.array(listing($0).json)) }
      Terminal.output(JSON.object(Dictionary(uniqueKeysWithValues: members)).prettyText)
    case .table:
      let sections = topics.map { topic in
        let listing = listing(topic)
        return "\(listing.title)\n\n\(listing.table.text(width: 100))\(listing.note)"
      }
      Terminal.output(sections.joined(separator: "\n"))
    }
  }

  private func show(_ policy: PolicyDescriptor) {
    let rule = ShippedFiles.rule(ofStrategy: policy.id) ?? [policy.summary]
    if format == .json {
      var members = policy.json.object ?? [:]
      members["rule"] = .array(rule.map { .string($0) })
      return Terminal.output(JSON.object(members).prettyText)
    }
    let paragraphs = rule.map { $0.wrapped(width: 100).joined(separator: "\n") + "\n" }
    let parameters = TextTable(
      policy.parameters,
      [.words("parameter") { "\($0.key)=\($0.defaultValue)" }, .words("what it is") { "\($0.summary): \($0.range)" }])
    let table = policy.parameters.isEmpty ? [] : [parameters.text(width: 100)]
    Terminal.output((["\(policy.id)\n"] + paragraphs + table).joined(separator: "\n"))
  }

  private struct Listing {
    let title: String
    var table: TextTable
    var json: [JSON]
    var note = ""
  }

  private func listing(_ topic: Topic) -> Listing {
    switch topic {
    case .strategies:
      policies("STRATEGIES: id[:key=value,...], joined by +", KnownStrategies.all.descriptors)
    case .oracles:
      policies(
        "ORACLES, which know the trace or have no budget; 'all' leaves them out", KnownStrategies.all.oracleDescriptors)
    case .traces: traces
    case .devices: devices
    case .screens:
      Listing(
        title: "SCREENS: for --screen, upright, as published; how often a second one is refreshed at most",
        table: TextTable(
          NamedScreen.all,
          [
            .words("screen", text: \.name), .words("points") { "\($0.size)" },
            .words("pixels a point") { "\($0.scale)" },
            .words("refresh") { "\($0.refreshHz)" }, .words("which", text: \.models),
          ]), json: NamedScreen.all.map(\.json))
    case .libraries: libraries
    case .metrics:
      Listing(
        title: "METRICS: deterministic ones repeat bit for bit",
        table: TextTable(
          Metric.all,
          [
            .words("metric", text: \.id), .words("kind", text: \.kind.rawValue), .words("unit", text: \.unit.rawValue),
            .words("better", text: \.better.rawValue), .words("what it is", text: \.summary),
          ]), json: Metric.all.map(\.json))
    }
  }

  private func policies(_ title: String, _ policies: [PolicyDescriptor]) -> Listing {
    let rows = policies.flatMap { policy in
      [[policy.id, policy.canDrivePhotos ? "yes" : "no", policy.summary]]
        + policy.parameters.map { ["  \($0.key)=\($0.defaultValue)", "", "  \($0.summary): \($0.range)"] }
    }
    let table = TextTable(
      rows, [.words("strategy") { $0[0] }, .words("drives Photos") { $0[1] }, .words("what it does") { $0[2] }])
    return Listing(title: title, table: table, json: policies.map(\.json))
  }

  private var traces: Listing {
    var paths: [String] = []
    do { paths = try TracePaths.find(["all"]) } catch { Terminal.error("no traces are listed: \(error)") }
    var listing = Listing(
      title: "TRACES: by name or path", table: TextTable([String](), [.words("trace") { $0 }, .words("title") { $0 }]),
      json: [])
    for path in paths {
      let (name, title) = (TracePaths.name(path), Result { try Trace.load(path: path).header.title })
      let known = (try? title.get()).flatMap(\.self)
      do { listing.table.append([name, try title.get() ?? ""]) } catch { listing.table.append([name, "\(error)"]) }
      listing.json.append(
        .object(["name": .string(name), "path": .string(path), "title": known.map { .string($0) } ?? .null]))
    }
    return listing
  }

  private var devices: Listing {
    let (host, note) = host()
    let devices = DeviceProfile.all + host
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
    return Listing(
      title: "DEVICES: what a decode costs in virtual time; chosen, not a phone's; host has this machine's",
      table: TextTable(devices, columns), json: devices.map(\.json), note: note)
  }

  private func host() -> (device: [DeviceProfile], note: String) {
    let name = DeviceChoice.hostName
    func lines(_ text: String) -> String { text.wrapped(width: 100).map { "\($0)\n" }.joined() }
    do {
      guard let file = try DeviceChoice.storedHost() else {
        return ([], "\(name), this machine, is not calibrated: \(ToolName.current) calibrate\n")
      }
      // `--device` takes the name `host`, not the one that the device was fitted under.
      var own = file.device
      own.name = name
      return ([own], DeviceChoice.problem(ofHost: file).map { lines("\(name) \($0)") } ?? "")
    } catch {
      return ([], lines("\(name): \(error)"))
    }
  }

  private var libraries: Listing {
    let libraries: KeyValuePairs = [
      "small": "sides half the default's",
      "default": "about 0.8 megapixels: 1024x768 45 %, 768x1024 30 % and four other sizes",
      "full": "sides four times the default's: 12 megapixels",
      "DIR": "the JPEGs of a folder",
    ]
    return Listing(
      title: "LIBRARIES: made from a seed, or a folder of your own",
      table: TextTable(libraries, [.words("library", text: \.key), .words("photos", text: \.value)]),
      json: RunSettings.libraryProfiles.map { .string($0) })
  }
}

extension PolicyDescriptor {
  fileprivate var canDrivePhotos: Bool {
    KnownStrategies.all.prefetchers.contains { $0.descriptor.id == id && !$0.isRanking }
  }

  fileprivate var json: JSON {
    .object([
      "id": .string(id), "summary": .string(summary), "drives-photos": .bool(canDrivePhotos),
      "parameters": .array(
        parameters.map { parameter in
          .object([
            "key": .string(parameter.key), "default": .string("\(parameter.defaultValue)"),
            "range": .string("\(parameter.range)"), "summary": .string(parameter.summary),
          ])
        }),
    ])
  }
}

extension Metric {
  fileprivate var json: JSON {
    .object([
      "id": .string(id), "kind": .string(kind.rawValue), "unit": .string(unit.rawValue),
      "better": .string(better.rawValue), "summary": .string(summary),
    ])
  }
}
