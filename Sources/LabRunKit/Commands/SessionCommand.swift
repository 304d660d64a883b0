struct SessionCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case table, json, csv }

  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Compare what an app saw with what the lab counts of the same scroll.",
    discussion: """
      A session is a trace that an app's GridDriver recorded, with its strategy,
      what each image took, and what it counted (docs/ship-a-grid.md, "Record a
      session"). It is replayed with that strategy over photos of those sizes, and
      each metric is shown beside the app's: on a device that is fitted to the
      session, and on each --device.

      EXAMPLES
        lab-run session my.scrolltrace
        lab-run session my.scrolltrace --device phone.device.json
        lab-run session *.scrolltrace --device decode-12ms --format csv
      """
  )

  @Argument(help: "Sessions: paths of traces.", completion: .file(extensions: ["scrolltrace"]))
  private var sessions: [String]

  @Option(
    help: ArgumentHelp(
      "Replay on this device: a name of \(ToolName.current) list, a device file, or 'fitted', the device fitted to "
        + "the session (default: fitted). Repeat for several.", valueName: "device"),
    completion: NameCompletion.devices)
  private var device: [String] = []

  @Option(help: "How results are printed: table, json or csv.")
  private var format = Format.table

  func run() throws {
    let (files, fitted) = (try SessionFile.load(sessions), CalibrateCommand.sessionName)
    let devices = try device.filter { $0 != fitted }.map { try DeviceChoice.named($0).device }
    let isFitted = device.isEmpty || device.contains(fitted)
    let comparisons = try files.map { file in
      let replay = try SessionReplay(file.trace, name: file.path)
      return SessionComparison(
        name: file.name, strategy: try strategy(of: file), replay: replay,
        fitted: isFitted ? try self.fitted(to: file) : nil, devices: devices)
    }
    switch format {
    case .table: Terminal.output(comparisons.map(\.text).joined(separator: "\n\n"))
    case .csv: Terminal.output(SessionComparison.csv(comparisons))
    case .json: Terminal.output(JSON.array(comparisons.map(\.json)).prettyText)
    }
  }

  private func fitted(to file: SessionFile) throws -> DeviceProfile {
    do throws(MeasureError) {
      return try SessionFit.fit(file.session, name: CalibrateCommand.sessionName, session: file.path).device
    } catch {
      throw LabError("\(error), or name a device by --device")
    }
  }

  private func strategy(of file: SessionFile) throws -> StrategySpec {
    let place = "\(file.path.visible):1: \"strategy\" is"
    let strategy: StrategySpec
    do throws(SpecError) { strategy = try StrategySpec(file.session.strategy, registry: KnownStrategies.all) } catch {
      throw LabError(
        "\(place) '\(file.session.strategy.visible)': \(error); a tool of your own that knows your app's strategies "
          + "reads it (LabRun.main)")
    }
    if !strategy.isOffline { return strategy }
    throw LabError(
      "\(place) '\(strategy.shortText)', which knows the scroll beforehand: no app has run it; correct the file")
  }
}

struct SessionFile {
  let path: String
  let trace: Trace
  let session: TraceSession
  var name: String { TracePaths.name(path) }

  static func load(_ words: [String]) throws -> [SessionFile] {
    try TracePaths.find(words).map { path in
      let trace = try Trace.load(path: path)
      return SessionFile(path: path, trace: trace, session: try trace.recordedSession(name: path))
    }
  }

  var json: JSON {
    var members: [String: JSON] = [
      "name": .string(name), "sha256": .string(trace.sha256), "strategy": .string(session.strategy),
    ]
    members["device"] = trace.header.device.map { .string($0) }
    let photos = session.images.compactMap { $0.photo?.pixelCount }
    if !photos.isEmpty { members["megapixels"] = .number(Double(photos.reduce(0, +)) / Double(photos.count) / 1e6) }
    members["title"] = trace.header.title.map { .string($0) }
    return .object(members)
  }
}
