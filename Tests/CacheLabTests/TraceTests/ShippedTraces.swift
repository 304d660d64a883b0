import LabRecords

/// The traces of this repository, found from this file's path.
enum ShippedTraces {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")

  /// The twenty, on which goldens are.
  static let names = TraceSet.stress.names
  static let people = TraceSet.people.names + TraceSet.searchers.names

  static func path(_ name: String) -> String { "\(root)/traces/\(name).scrolltrace" }
}
