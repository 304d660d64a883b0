public import Strategies

/// A record's settings as words of a command line: what `lab-run` has to be told to run the same again.
public enum RecordWords {
  /// All but strategy and trace; settings that stand at their default are left out.
  ///
  /// - Parameter layout: the trace's own first layout; of a screen from flags only what differs from it is told.
  public static func settings(of record: RunRecord, layout: GridLayout? = nil) -> [String] {
    let configuration = record.json["configuration"]
    var words = option("device", record.device, unless: DeviceProfile.all[0].name)
    let source = configuration?["library"]?["source"]
    if let folder = source?["folder"]?.string { words += ["--library", folder] }
    words += option("library", source?["profile"]?.string, unless: LibraryProfile.default.rawValue)
    words += option("seed", source?["seed"]?.integer.map { "\($0)" }, unless: "1")
    words += screen(of: configuration?["screen"], layout)
    if let assets = configuration?["library"]?["assets"]?.integer, assets != 4000, source?["folder"] == nil {
      words += ["--assets", "\(assets)"]
    }
    words += option("manager-cache", configuration?["manager-cache"]?["bytes"]?.integer.map { "\($0)" }, unless: "0")
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

  private static func screen(of screen: JSON?, _ layout: GridLayout?) -> [String] {
    guard screen?["from-flags"] == .bool(true) else { return [] }
    var words: [String] = []
    let sides = screen?["viewport-pt"]?.array?.compactMap(\.string) ?? []
    if sides != layout.map({ ["\($0.viewportWidth)", "\($0.viewportHeight)"] }) {
      words += ["--viewport", sides.joined(separator: "x")]
    }
    if let scale = screen?["scale-thousandths"]?.integer, layout.map({ Int128($0.scaleThousandths) != scale }) ?? true {
      words += ["--scale", NumberText.thousandths(Int64(scale))]
    }
    if let columns = screen?["columns"]?.integer, layout.map({ Int128($0.columns) != columns }) ?? true {
      words += ["--columns", "\(columns)"]
    }
    return words
  }

  private static func option(_ name: String, _ value: String?, unless usual: String) -> [String] {
    guard let value, value != usual else { return [] }
    return ["--\(name)", value]
  }
}
