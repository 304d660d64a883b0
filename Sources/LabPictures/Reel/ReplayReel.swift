/// What a replay showed, for a player: when each cell changed and how much memory was held, to the microsecond.
///
/// Frames are the trace's and are kept once for all strategies, see `ReelTrace`.
public struct ReplayReel: Sendable {
  /// From `time` on the cell at a place shows `state`; before its first change it is blank.
  package struct Change: Hashable, Sendable {
    /// Microseconds.
    var time: Int64
    var item: Int32
    var state: ReelCell
  }

  /// Bytes of bitmaps held from `time` on.
  package struct Level: Hashable, Sendable {
    /// Microseconds.
    var time: Int64
    var bytes: Int64
  }

  public let strategy: String
  package let changes: [Change]
  package let levels: [Level]
  /// The high-water mark of the ledger, exact; between two levels of one microsecond it may lie above both.
  package let peakBytes: Int64

  /// - Parameters:
  ///   - strategy: as tables name it.
  ///   - recorder: what followed the replay.
  public init(strategy: String, _ recorder: ReelRecorder) {
    self.strategy = strategy
    changes = recorder.changes
    levels = recorder.levels
    peakBytes = recorder.peakBytes
  }

  /// Packed changes: microseconds since the last, then 4 x the folded difference of items + state.
  var packedChanges: PackedBytes {
    var packed = PackedBytes()
    var before = Change(time: 0, item: 0, state: .blank)
    for change in changes {
      packed.append(UInt64(change.time - before.time))
      packed.append(PackedBytes.folded(Int64(change.item) - Int64(before.item)) << 2 | UInt64(change.state.rawValue))
      before = change
    }
    return packed
  }

  /// Packed levels: microseconds since the last, then the difference of bytes.
  var packedLevels: PackedBytes {
    var packed = PackedBytes()
    var before = Level(time: 0, bytes: 0)
    for level in levels {
      packed.append(UInt64(level.time - before.time))
      packed.append(signed: level.bytes - before.bytes)
      before = level
    }
    return packed
  }
}
