import LabBase
import LabRecords
import StrategyKit

/// A record as words of a command line: what `lab-run` has to be told, beside the strategy, to run the same again.
enum RecordWords {
  /// As the run was asked for; of a record that does not say it, what its configuration tells.
  static func words(of record: RunRecord) -> RunWords {
    record.words ?? RunWords(trace: record.traceName, settings: settings(of: record) + measuring(of: record))
  }

  /// All but strategy and trace; settings that stand at their default are left out.
  static func settings(of record: RunRecord) -> [String] {
    RunSetting.words { $0.value(in: record.json["configuration"]) }
  }

  /// How the clock went, whether anything was decoded, and where.
  static func measuring(of record: RunRecord) -> [String] {
    let configuration = record.json["configuration"]
    var words: [String] = []
    if record.isRealTime {
      words += ["--time", "real"] + option("speed", configuration?["time"]?["speed"]?.string, unless: "1")
      words += option("decodes-end", configuration?["time"]?["decodes-end"]?.string, unless: "hold")
    }
    words += option("decode", configuration?["decode"]?.string, unless: "real")
    return words + option("decode-in", configuration?["decode-in"]?.string, unless: DecodePlace.host.rawValue)
  }

  private static func option(_ name: String, _ value: String?, unless usual: String) -> [String] {
    guard let value, value != usual else { return [] }
    return ["--\(name)", value]
  }
}
