import LabRecords
import StrategyKit

extension RunOptions {
  /// What makes one of the runs again, in another process or on another day: its strategy, its trace, all settings that
  /// decide what it counts, and how it is measured. What is as it is by default is left out.
  func words(strategy: String, trace: String) -> [String] {
    replayWords(strategy: strategy, trace: trace) + measuringWords
  }

  /// The same without how it is measured.
  func replayWords(strategy: String, trace: String) -> [String] {
    ["--strategy", strategy, "--trace", trace] + setting.words
  }

  /// How the run on a trace is asked for, for its record.
  func runWords(tracePath: String) -> RunWords {
    RunWords(trace: RunOptions.traceWord(tracePath), settings: setting.words + measuringWords)
  }

  /// The clock, whether anything is decoded, and where.
  private var measuringWords: [String] {
    time.words + (decode == .real ? [] : ["--decode", decode.rawValue])
      + (decodeIn == .host ? [] : ["--decode-in", decodeIn.rawValue])
  }

  /// How a trace is best named again: by its name where that finds this very file, else by its path.
  static func traceWord(_ path: String) -> String {
    let name = PreparedRun.name(ofTrace: path)
    return (try? TracePaths.find([name])) == [path] ? name : path
  }
}
