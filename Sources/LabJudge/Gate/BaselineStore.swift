public import LabRecords
import LabSystem

/// A folder of committed baselines, one file a cell.
public struct BaselineStore: Sendable {
  public let directory: String

  public init(directory: String) { self.directory = directory }

  /// Where the baseline of a run's cell is, or belongs.
  ///
  /// A trace that was changed keeps its file. Another trace of its name, which the command names by other words, has a
  /// file of its own. A file that cannot be read is nobody's: whoever writes replaces it.
  /// - Parameter words: the words of the command line that make the run again.
  public func path(of record: RunRecord, strategySlug: String, words: [String]) -> String {
    let path = "\(directory)/\(Baseline.fileName(of: record, strategySlug: strategySlug))"
    guard let there = try? load(path), there.traceIdentity != record.traceIdentity,
      there.traceWord != Baseline.traceWord(words)
    else { return path }
    return "\(directory)/\(Baseline.fileName(of: record, strategySlug: strategySlug, isTold: true))"
  }

  /// The baseline at a path; nil when there is none.
  public func load(_ path: String) throws -> Baseline? {
    guard let text = try TextFile.read(path, as: .baseline) else { return nil }
    return try Baseline(text: text, file: path)
  }

  /// Writes a baseline, whole or not at all, over the one before it.
  public func write(_ baseline: Baseline, to path: String) throws(ResultError) {
    try RecordStore(directory: directory).prepare()
    var file = try ResultFile(path: path)
    try file.write(baseline.text)
    _ = try file.commit(exclusively: false)
  }

  /// All baselines of the folder, by file name.
  public func all() throws -> [(path: String, baseline: Baseline)] {
    try Paths.names(in: directory).filter { $0.hasSuffix(".json") }.compactMap { name in
      let path = "\(directory)/\(name)"
      return try load(path).map { (path, $0) }
    }
  }
}
