import LabBase
public import LabRecords
import LabSystem

/// A record and where it was given.
public struct ComparedRecord: Sendable {
  public var record: RunRecord
  /// The file or folder as it was named.
  public var source: String

  public init(_ record: RunRecord, source: String) {
    self.record = record
    self.source = source.visible
  }

  /// The records, with traces of one name and other content told apart.
  static func distinct(_ records: [ComparedRecord]) -> [ComparedRecord] {
    zip(records, RunRecord.distinct(records.map(\.record))).map { ComparedRecord($1, source: $0.source) }
  }

  /// The records at a path: a file's, or those of all files of a folder that end in `.json` and are records.
  ///
  /// - Throws: `ResultError` for a file that is none, and for a folder without any.
  public static func read(_ path: String) throws(ResultError) -> [ComparedRecord] {
    guard let names = try? Paths.names(in: path) else {
      guard let text = try TextFile.read(path, as: .record) else {
        throw .cannotRead(path, reason: "there is no such file or folder: name records, or folders of them")
      }
      return [ComparedRecord(try RunRecord(text: text, name: path), source: path)]
    }
    var records: [ComparedRecord] = []
    for name in names where name.hasSuffix(".json") && !name.hasPrefix(".") {
      // A folder of results also holds what is no record: a plan, a baseline, all rows of a sweep.
      let text: String?
      do {
        text = try TextFile.read("\(path)/\(name)", as: .record)
      } catch .tooLarge {
        continue
      }
      guard let text,
        let record = try? RunRecord(text: text, name: "\(path)/\(name)"), record.configuration.json?["trace"] != nil
      else { continue }
      records.append(ComparedRecord(record, source: path))
    }
    guard !records.isEmpty else { throw .notARecord(path, reason: "the folder holds none") }
    return records
  }
}
