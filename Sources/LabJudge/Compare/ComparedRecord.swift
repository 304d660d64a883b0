import CacheLab
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
  /// - Returns: The records, and what is wrong with files that have a record's name or cannot be read.
  /// - Throws: `ResultError` for a file that is none, and for a folder without any.
  public static func read(_ path: String) throws(ResultError) -> (records: [ComparedRecord], leftOut: [ResultError]) {
    let names: [String]?
    do throws(FileError) { names = try Paths.isFolder(path) ? Paths.names(in: path) : nil } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    guard let names else {
      guard let record = try RunRecord.read(path) else {
        throw .cannotRead(path, reason: "there is no such file or folder: name records, or folders of them")
      }
      return ([ComparedRecord(record, source: path)], [])
    }
    var (records, leftOut): ([ComparedRecord], [ResultError]) = ([], [])
    for name in names where name.hasSuffix(".json") && !name.hasPrefix(".") {
      // A folder of results also holds what is no record: a plan, a baseline, all rows of a sweep.
      do {
        guard let record = try RunRecord.read("\(path)/\(name)"), record.configuration.json["trace"] != nil else {
          continue
        }
        records.append(ComparedRecord(record, source: path))
      } catch {
        let isUnreadable = if case .cannotRead = error { true } else { false }
        if isUnreadable || RecordStore.isName(name) { leftOut.append(error) }
      }
    }
    guard !records.isEmpty else { throw leftOut.first ?? .notARecord(path, reason: "the folder holds none") }
    return (records, leftOut)
  }
}

/// A figure of one cell of a comparison: its values in all records of the cell.
public struct ComparedFigure: Sendable {
  public let samples: [ExactFigure]
  /// True where every run of a configuration gives the same value.
  public let isExact: Bool

  public var count: Int { samples.count }
  public var values: [Double] { samples.map(\.value) }
  public var interval: MedianInterval { MedianInterval(values) }
  /// The value of exact figures, the median of measured ones.
  public var value: Double { samples.count == 1 ? samples[0].value : interval.median }
  /// Exact, and yet not the same in all records: versions of the lab or the strategy differ.
  var isMixed: Bool { isExact && samples.contains { !$0.isEqual(to: samples[0]) } }

  /// For people; measured ones with how far the interval of their median reaches, where there is one.
  func text(decimals: Int) -> String {
    let text = samples[0].unit.text(value, decimals: decimals)
    guard !isExact, let bounds = interval.bounds, value != 0 else { return text }
    let reach = max(bounds.upperBound - value, value - bounds.lowerBound) / value * 100
    return "\(text) ±\(NumberText.fixed(reach, decimals: reach.magnitude < 10 ? 1 : 0))%"
  }
}

extension Metric.Unit {
  /// As many decimals as it takes to tell different values apart, 4 at most.
  func decimals(for values: [Double]) -> Int {
    let count = Set(values).count
    return (1...4).first { decimals in Set(values.map { text($0, decimals: decimals) }).count == count } ?? 4
  }
}
