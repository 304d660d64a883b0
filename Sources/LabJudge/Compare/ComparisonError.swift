import LabBase

/// Why records cannot be compared as asked.
public enum ComparisonError: Error, Hashable, Sendable, CustomStringConvertible {
  case noRecords
  /// `nearest` is nil where no name is near.
  case unknownMetric(String, nearest: String?)
  /// Records of one cell differ in what decides their numbers.
  case mixedCell(String, dimension: RecordDimension, values: [String])
  /// A dimension stands for rows and columns.
  case twice(RecordDimension)

  public var description: String {
    switch self {
    case .noRecords: return "there is nothing to compare: name records, or folders of them"
    case .unknownMetric(let name, let nearest):
      let near = nearest.map { "did you mean '\($0)'? " } ?? ""
      return "there is no metric '\(name)': \(near)\(ToolName.current) list metrics shows all"
    case .mixedCell(let cell, let dimension, let values):
      return "the records of \(cell.isEmpty ? "one case" : cell) differ in \(dimension.rawValue) "
        + "(\(values.prefix(3).joined(separator: "; "))): set them apart with --row \(dimension.rawValue) or --col "
        + "\(dimension.rawValue)"
    case .twice(let dimension): return "--row and --col are both \(dimension.rawValue): choose another for one of them"
    }
  }
}
