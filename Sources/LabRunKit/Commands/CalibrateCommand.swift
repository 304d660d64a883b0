struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit a device to real decodes of this machine, or to an app's session.",
    discussion: """
      Decodes photos of the library at all eight scales, and once reduced to a size
      between them, with all workers busy, in several rounds. Fits what a decode
      costs in CPU time: fixed, a byte, a pixel, a factor a scale, and a pixel that
      a reduction writes.

      With --from it decodes nothing: it fits a device to what each image of an
      app's session took, on any phone (docs/ship-a-grid.md, "Record a session").

      EXAMPLES
        lab-run calibrate
        lab-run calibrate --library full --assets 48 --rounds 3
        lab-run calibrate --out laptop.device.json
        lab-run calibrate --from my.scrolltrace --out phone.device.json
        lab-run --strategy lru --trace zoom --device host
        lab-run --strategy lru --trace zoom --device ./laptop.device.json

      EXIT CODES
        0 fine, 1 error, 3 this machine's pace changes too much to measure (nothing
        is written), 64 usage, 130 interrupted
      """
  )

  @Option(
    help: ArgumentHelp("A session of an app: the device is fitted to it.", valueName: "session"),
    completion: .file(extensions: ["scrolltrace"]))
  private var from: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Device file to write, which names the device (default: the one that --device host reads). With --from there is "
        + "no default: without --out nothing is written.", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  private var out: String?

  @OptionGroup(title: "Library")
  private var library: LibraryOptions

  @Option(help: ArgumentHelp("Photos to decode, at eight scales and once reduced. (default: 200)", valueName: "n"))
  private var assets: Int?

  @Option(help: ArgumentHelp("Times that each is decoded. (default: 7)", valueName: "n"))
  private var rounds: Int?

  @Option(help: ArgumentHelp("Decodes at once. (default: 2)", valueName: "n"))
  private var threads: Int?

  @Option(help: "How the fit is printed: table, or json, the device file itself.")
  private var format = ListCommand.Format.table

  @OptionGroup private var quiet: QuietOption

  func run() throws {
    let name = out.map(CalibrateCommand.stem) ?? (from == nil ? DeviceChoice.hostName : CalibrateCommand.sessionName)
    guard DeviceLimits.isName(name) else {
      throw UsageError(
        "--out names the device '\(name)': a device's name has 1 to \(DeviceLimits.nameMax) letters, digits, dots, dashes and "
          + "underscores, and is none of the declared ones")
    }
    if let from { return try fit(from, name) }
    let (assets, rounds, threads) = (assets ?? 200, rounds ?? 7, threads ?? 2)
    for (option, value, range, words) in [
      ("assets", assets, Calibration.imagesMin...100_000, ("a fit takes", "photos")),
      ("rounds", rounds, Calibration.roundsRange, ("a fit takes", "rounds")),
      ("threads", threads, 1...DeviceLimits.workersMax, ("a device has", "workers")),
    ] where !range.contains(value) {
      throw UsageError("--\(option) \(value): \(words.0) \(range.lowerBound) to \(range.upperBound) \(words.1)")
    }
    let path = try out ?? DeviceFile.hostPath()
    // An --out that cannot be written is refused before minutes of work.
    if out != nil { _ = try ResultFile(path: path) }
    let library = try library.settings.openLibrary(filling: false)
    let fitted = try Calibration.measure(
      library, imageCount: assets, rounds: rounds, workers: threads, name: name
    ) { Terminal.progress("calibrating: \($0) of \($1) decodes") }
    if let unfitness = fitted.unfitness {
      if format == .table { Terminal.output(fitted.text) }
      Terminal.error(unfitness)
      throw ExitCode(3)
    }
    let photos = JSON.object([
      "name": .string(library.name), "fingerprint": .string(library.index.fingerprint),
      "megapixels": .number(library.index.megapixels),
    ])
    let machine = BuildInfo.environment.json.object ?? [:]
    try finish(fitted, origin: machine.merging(["library": photos]) { $1 }, path: path)
  }

  private func fit(_ session: String, _ name: String) throws {
    let numbers = [("assets", assets), ("rounds", rounds), ("threads", threads)].filter { $0.1 != nil }.map(\.0)
    let given = numbers + LibraryGroup.settings.filter { library.given[$0] != nil }.map(\.name)
    if let option = given.first {
      throw UsageError("--\(option): with --from nothing is decoded; leave out one of both")
    }
    let sessions = try SessionFile.load([session])
    guard let file = sessions.first, sessions.count == 1 else { throw UsageError("--from takes one session") }
    let fitted = try SessionFit.fit(file.session, name: name, session: file.path)
    try finish(fitted, origin: ["session": file.json], path: out)
  }

  private func finish(_ fitted: FittedDevice, origin: [String: JSON], path: String?) throws {
    let file = DeviceFile(fitted, origin: origin, created: UTCTime(seconds: Clocks.wallSeconds()).text)
    try path.map { try file.write(to: $0) }
    if fitted.isPoor {
      Terminal.error(
        "a poor fit: a decode differs by \(NumberText.percent(fitted.errors.median)) in the median, "
          + "\(NumberText.percent(fitted.errors.p95)) at the 95th percentile: measure while nothing else runs, with more "
          + "photos, or do not trust this device")
    }
    if format == .json { return Terminal.output(file.json.prettyText) }
    let usage = out.map { $0.contains("/") || $0.hasSuffix(".json") ? $0 : "./\($0)" } ?? DeviceChoice.hostName
    Terminal.output("\(fitted.text)\n")
    Terminal.output(line: path.map { "device: \($0), used by --device \(usage)" } ?? "--out FILE writes the device")
  }

  static let sessionName = "fitted"

  private static func stem(_ path: String) -> String {
    var name = Paths.name(of: path)
    for ending in [".json", ".device"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return name
  }
}
