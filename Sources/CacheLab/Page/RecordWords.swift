import Strategies

/// A record's settings as words of a command line: what `lab-run` has to be told to run the same again.
enum RecordWords {
  /// All but strategy and trace; settings that stand at their default are left out.
  static func settings(of record: RunRecord) -> [String] {
    let configuration = record.json["configuration"]
    var words = option("device", record.device, unless: DeviceProfile.all[0].name)
    let source = configuration?["library"]?["source"]
    if let folder = source?["folder"]?.string { words += ["--library", folder] }
    words += option("library", source?["profile"]?.string, unless: LibraryProfile.default.rawValue)
    words += option("seed", source?["seed"]?.wideInteger.map { "\($0)" }, unless: "1")
    words += screen(of: configuration?["screen"])
    if let assets = configuration?["library"]?["assets"]?.integer, assets != 4000, source?["folder"] == nil {
      words += ["--assets", "\(assets)"]
    }
    words += option("manager-cache", configuration?["manager-cache"]?["bytes"]?.integer.map { "\($0)" }, unless: "0")
    words += option("delivery", configuration?["delivery"]?.string, unless: ReplayDelivery.highquality.rawValue)
    words += option("access", configuration?["access"]?.string, unless: "all")
    let cloud = configuration?["cloud"].flatMap { CloudModel($0) } ?? CloudModel()
    words += option("cloud", cloud.text, unless: "0")
    words += option("cells", record.cells, unless: CellPolicy.cancel.rawValue)
    return words + option("scales", configuration?["scales"]?.string, unless: ScaleSet.all.rawValue)
  }

  /// How the clock went and whether anything was decoded.
  static func measuring(of record: RunRecord) -> [String] {
    let configuration = record.json["configuration"]
    var words: [String] = []
    if record.isRealTime {
      words += ["--time", "real"] + option("speed", configuration?["time"]?["speed"]?.string, unless: "1")
      words += option("decodes-end", configuration?["time"]?["decodes-end"]?.string, unless: "hold")
    }
    return words + option("decode", configuration?["decode"]?.string, unless: "real")
  }

  private static func screen(of screen: JSON?) -> [String] {
    guard screen?["from-flags"] == .bool(true) else { return [] }
    let sides = screen?["viewport-pt"]?.array?.compactMap(\.string) ?? []
    return [
      "--viewport", sides.joined(separator: "x"), "--scale",
      NumberText.thousandths(screen?["scale-thousandths"]?.integer ?? 0), "--columns",
      "\(screen?["columns"]?.integer ?? 0)",
    ]
  }

  private static func option(_ name: String, _ value: String?, unless usual: String) -> [String] {
    guard let value, value != usual else { return [] }
    return ["--\(name)", value]
  }
}
