/// A folder of committed baselines, one file a cell.
public struct BaselineStore: Sendable {
  public let directory: String

  public init(directory: String) { self.directory = directory }

  /// Where the baseline of a run's cell is.
  public func path(of record: RunRecord, strategySlug: String) -> String {
    "\(directory)/\(Baseline.fileName(of: record, strategySlug: strategySlug))"
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
