import CacheLab
import LabSystem

/// A folder of records: one JSON file a run, a TSV with the same numbers beside it.
///
/// A record that is there is whole, and so is its table: whenever the process is killed, nothing else is left than
/// half-written files of other names, and at most a table without a record, which `prepare` removes. What `write` has
/// returned from also survives a power cut.
public struct RecordStore: Sendable {
  public let directory: String

  public init(directory: String) {
    self.directory = directory
  }

  /// Makes the folder, removes what killed processes left half written in it, and sees that files can be made in it,
  /// before a long run finds out that they cannot.
  public func prepare() throws(ResultError) {
    try makeDirectory()
    AbandonedFiles.remove(in: directory)
    _ = try ResultFile(inTidyFolder: "\(directory)/writable")
  }

  /// Writes a record under `<UTC>-<strategy>-<trace>-<8 hex of the configuration's digest>.json`; never over another.
  ///
  /// - Parameter surroundings: Machine, system and build that made it (`MatrixPlan.surroundings`); the table then says
  ///   them and the record's SHA-256, by which `finished` knows it again.
  /// - Returns: the path of the record.
  public func write(
    _ record: RunRecord, strategySlug: String, seconds: Int64, surroundings: String? = nil
  ) throws(ResultError) -> String {
    try makeDirectory()
    let name = "\(strategySlug.prefix(80))-\(RecordStore.slug(record.trace))-\(record.configurationDigest.prefix(8))"
    var moment = UTCTime(seconds: seconds)
    // Two runs of one configuration in one second: the later one takes the next free second.
    for _ in 0..<3600 {
      let stem = "\(directory)/\(moment.fileStamp)-\(name)"
      if try isFree(stem + ".json"), try write(record, stem: stem, surroundings) { return stem + ".json" }
      moment = UTCTime(seconds: moment.seconds + 1)
    }
    throw .cannotCreate("\(directory)/\(name)", reason: "an hour of names is taken")
  }

  /// Returns whether a file has a name in the form of `write`.
  package static func isName(_ name: String) -> Bool { name.prefixMatch(of: /\d{8}T\d{6}Z-/) != nil }

  /// Names of the records, sorted, so that those of one second apart stand in the order of time.
  ///
  /// - Throws: `ResultError.cannotRead` when there is no such folder.
  public func names() throws(ResultError) -> [String] {
    do {
      return try Paths.names(in: directory).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    } catch {
      throw .cannotRead(directory, reason: error.reason)
    }
  }

  /// Writes both files, then lets the table appear, then the record; false when one of the names is taken.
  private func write(_ record: RunRecord, stem: String, _ surroundings: String?) throws(ResultError) -> Bool {
    var table = try ResultFile(inTidyFolder: stem + ".tsv")
    try writeTable(record, surroundings, to: &table)
    var file = try ResultFile(inTidyFolder: stem + ".json")
    try file.write(record.text)
    try file.flush()
    return try InterruptedFiles.uninterrupted { () throws(ResultError) in
      guard try table.commit(exclusively: true) else { return false }
      if try file.commit(exclusively: true) { return true }
      Paths.remove(stem + ".tsv")
      return false
    }
  }

  private func writeTable(
    _ record: RunRecord, _ surroundings: String?, to file: inout ResultFile
  ) throws(ResultError) {
    try file.write("# strategy \(record.strategy), trace \(record.trace)\n")
    if let surroundings { try file.write(RecordStore.seal(of: record.text, surroundings) + "\n") }
    try file.write("metric\tunit\tvalue\n")
    for metric in Metric.all {
      let value = record.metric(metric)
      for column in Column.all(of: metric, value) where !column.cell(value).isEmpty {
        // Named parts are of several units: their names say which.
        try file.write("\(column.id)\t\(column.isNamed ? "-" : metric.unit.rawValue)\t\(column.cell(value))\n")
      }
    }
  }

  private func isFree(_ path: String) throws(ResultError) -> Bool {
    do throws(FileError) { return try !Paths.exists(path) } catch {
      throw .cannotCreate(path, reason: error.reason)
    }
  }

  private func makeDirectory() throws(ResultError) {
    do {
      try Paths.makeDirectory(directory)
    } catch {
      guard case .system(_, let path, _) = error else { throw .cannotCreate(directory, reason: "\(error)") }
      throw .cannotCreate(path, reason: error.reason)
    }
  }

  private static func slug(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }.prefix(80))
  }
}

extension RecordStore {
  /// The records of all runs of a matrix that came to its end, in the order of the runs; of several of one run the latest.
  ///
  /// A record counts when its bytes are those that this very build wrote on this very machine: the table beside it says
  /// both.
  ///
  /// - Returns: Nil where any of the runs has no such record.
  /// - Throws: Where the folder or a file of such a name cannot be read.
  public func finished(_ plan: MatrixPlan) throws(ResultError) -> [RunRecord]? {
    var records: [RunRecord] = []
    for configuration in plan.configurations {
      let found = try latest(configuration) { name, text throws(ResultError) in
        guard let table = try TextFile.read("\(directory)/\(name.dropLast(".json".count)).tsv"),
          let seal = table.split(separator: "\n", maxSplits: 2).dropFirst().first, seal.hasSuffix(plan.surroundings)
        else { return false }
        return RecordStore.seal(of: text, plan.surroundings) == seal
      }
      guard let found else { return nil }
      records.append(found)
    }
    return records
  }

  /// The record of a configuration with this SHA-256; nil where none is what it was.
  public func record(of configuration: String, sha256: String) throws(ResultError) -> RunRecord? {
    try latest(configuration) { _, text throws(ResultError) in SHA256.hex(of: text) == sha256 }
  }

  /// The latest record of a configuration whose name and text are as asked for.
  private func latest(
    _ configuration: String, _ isMeant: (_ name: String, _ text: String) throws(ResultError) -> Bool
  ) throws(ResultError) -> RunRecord? {
    let ending = "-\(configuration.prefix(8)).json"
    for name in try names().reversed() where name.hasSuffix(ending) {
      guard let text = try TextFile.read("\(directory)/\(name)", as: .record), try isMeant(name, text),
        let record = try? RunRecord(text: text, name: name), record.configurationDigest == configuration
      else { continue }
      return record
    }
    return nil
  }

  /// Returns the comment in a table about the record beside it.
  static func seal(of text: String, _ surroundings: String) -> String {
    "# record \(SHA256.hex(of: text)), made in \(surroundings)"
  }
}

extension RunRecord {
  /// The record in a file; nil where there is no file.
  public static func read(_ path: String) throws(ResultError) -> RunRecord? {
    guard let text = try TextFile.read(path, as: .record) else { return nil }
    return try RunRecord(text: text, name: path)
  }
}
