/// What a change did to the rows of a table. Rows are ascending.
struct TouchedRows: Hashable, Sendable {
  /// Objects whose properties differ.
  var changed: [Int64] = []
  /// Objects that were deleted.
  var removed: [Int64] = []
}
