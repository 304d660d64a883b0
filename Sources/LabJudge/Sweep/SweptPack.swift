import Synchronization

/// The pack of a sweep.
final class SweptPack: Sendable {
  private let pack: TracePack
  /// The blocks that are left out; nil if damage is an error.
  private let damaged: Set<Int>?
  private let stillCount = Atomic(0)

  init(_ pack: TracePack, damaged: Set<Int>?) { (self.pack, self.damaged) = (pack, damaged) }

  var notes: [String] {
    let count = damaged?.count ?? 0
    let left = count == 0 ? [] : ["\(NumberText.count(count, "block")) left out, because damaged"]
    return (pack.damage + left).map { "\(pack.path): \($0)" }
  }

  var stillNote: String? {
    let count = stillCount.load(ordering: .relaxed)
    return count == 0
      ? nil
      : "\(NumberText.count(count, "trace")) stood still below the last row of photos for most frames: --assets N asks "
        + "for more photos"
  }

  /// Counts a trace of which most frames lie beyond the end of the grid.
  func countStill() { stillCount.wrappingAdd(1, ordering: .relaxed) }

  /// Returns a trace by its number in the pack; none for damage that is left out.
  ///
  /// - Throws: `InputError` for damage that is not.
  func read(_ number: Int, _ block: inout TracePackBlock?) throws -> (trace: Trace?, packed: SweepRow.PackedTrace) {
    var packed = SweepRow.PackedTrace(name: "", milliseconds: 0)
    do throws(InputError) {
      if block.map({ !($0.first..<($0.first + $0.count)).contains(number) }) ?? true {
        let place = pack.block(ofTrace: number)
        if let damaged, damaged.contains(place) { return (nil, packed) }
        block = try pack.traces(ofBlock: place)
      }
      guard let block else { preconditionFailure("a block was read") }
      packed.name = block.name(number - block.first)
      let trace = try block.trace(number - block.first, sha256: "")
      packed.milliseconds = (trace.entries.last?.time ?? 0) / 1_000_000
      return (trace, packed)
    } catch {
      // A file that cannot be read is not damaged: only the disk knows whether it is.
      guard error.isDamage, let damaged else { throw error }
      // A block that was whole at first and is not now is damage that other shards do not know of.
      let place = pack.block(ofTrace: number)
      guard try damaged.contains(place) || pack.isWhole(block: place) else { throw error }
      return (nil, packed)
    }
  }
}
