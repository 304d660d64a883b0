import Glibc

/// A folder of records: one JSON file a run, a TSV with the same numbers beside it.
public struct RecordStore: Sendable {
  public let directory: String

  public init(directory: String) {
    self.directory = directory
  }

  /// Makes the folder and sees that files can be made in it, before a long run finds out that they cannot.
  public func prepare() throws(ResultError) {
    try makeDirectory()
    _ = try ResultFile(path: "\(directory)/.writable")
  }

  /// Writes a record under `<UTC>-<strategy>-<trace>-<8 hex of the configuration's digest>.json`; never over another.
  ///
  /// - Returns: the path of the record.
  public func write(_ record: RunRecord, strategySlug: String, seconds: Int64) throws(ResultError) -> String {
    try makeDirectory()
    let digest = record.json["configuration-digest"]?.string ?? ""
    let stem = "\(strategySlug.prefix(80))-\(RecordStore.slug(record.trace))-\(digest.prefix(8))"
    var moment = UTCTime(seconds: seconds)
    // Two runs of one configuration in one second: the later one takes the next free second.
    for _ in 0..<3600 {
      let path = "\(directory)/\(moment.fileStamp)-\(stem).json"
      var file = try ResultFile(path: path)
      try file.write(record.json.prettyText)
      if try file.commit(exclusively: true) {
        try writeTable(record, beside: path)
        return path
      }
      moment = UTCTime(seconds: moment.seconds + 1)
    }
    throw .cannotCreate("\(directory)/\(stem)", reason: "an hour of names is taken")
  }

  private func writeTable(_ record: RunRecord, beside path: String) throws(ResultError) {
    var file = try ResultFile(path: String(path.dropLast(".json".count)) + ".tsv")
    try file.write("# strategy \(record.strategy), trace \(record.trace)\nmetric\tunit\tvalue\n")
    for descriptor in MetricCatalog.all.map({ $0.descriptor }) {
      for field in record.metric(descriptor.id)?.fields ?? [] where !field.text.isEmpty {
        // Parts are of several units: their names say which.
        let unit = field.isPart ? "-" : descriptor.unit.rawValue
        try file.write("\(descriptor.id)\(field.suffix)\t\(unit)\t\(field.text)\n")
      }
    }
    _ = try file.commit(exclusively: false)
  }

  private func makeDirectory() throws(ResultError) {
    do {
      try Paths.makeDirectory(directory)
    } catch {
      guard case .system(_, let path, let code) = error else { throw .cannotCreate(directory, reason: "\(error)") }
      throw .cannotCreate(path, reason: unsafe String(cString: strerror(code)))
    }
  }

  private static func slug(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }.prefix(80))
  }
}
