import LabRecords
import StrategyKit

/// A record as words of a command line: what `lab-run` has to be told, beside the strategy, to run the same again.
enum RecordWords {
  /// As the run was asked for; of a record that does not say it, what its configuration tells.
  static func words(of record: RunRecord) -> RunWords {
    record.words ?? RunWords(trace: record.traceName, settings: settings(of: record) + measuring(of: record))
  }

  /// All but strategy and trace; settings that stand at their default are left out.
  static func settings(of record: RunRecord) -> [String] { RunSettings(record.configuration).words }

  /// How the clock went, whether anything was decoded, and where.
  static func measuring(of record: RunRecord) -> [String] { record.configuration.measuring.words }
}
