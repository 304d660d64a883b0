/// A canvas as it lies in the pool: its segments column by column, then its thumbnail units, all without
/// markers.
struct EncodedCanvas: Sendable {
  var bytes: [UInt8]
  /// Where each segment begins, column by column from top to bottom, and where the last one ends.
  var segmentOffsets: [UInt32]
  /// Where each unit begins, phase by phase and row by row, and where the last one ends.
  var unitOffsets: [UInt32]
}
