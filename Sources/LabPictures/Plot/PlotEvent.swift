import CacheLab
import LabRecords
import StrategyKit

/// One line of an event file, as far as pictures need it.
struct PlotEvent {
  enum Kind: Sendable {
    case frame, request, release, begin, end, drop, live, layout, content
    /// What changes no picture.
    case other
  }

  var kind = Kind.other
  /// Nanoseconds since the start of the trace.
  var time: Int64 = 0
  var item: Int32 = -1
  /// The target size, or that of a thumbnail; nil where the event has none.
  var size: PixelSize?
  var bytes: Int64 = 0
  /// Thousandths of a point.
  var offset: Int64 = 0
  var visible: (lower: Int64, upper: Int64) = (0, 0)
  var outcome = RequestOutcome.miss
  var isKept = false
  var isCoarse = false
  /// The photos of a content, place by place.
  var photos: [Range<Int64>] = []

  /// Reads a line; nil when it is no event.
  ///
  /// - Complexity: O(line); nothing is allocated, for files have millions of them.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    var scanner = EventScanner(bytes, line)
    var (hasTime, hasKind) = (false, false)
    guard scanner.take(UInt8(ascii: "{")) else { return nil }
    repeat {
      guard let key = scanner.word(), scanner.take(UInt8(ascii: ":")) else { return nil }
      var isRead = true
      switch key {
      case EventWord.time: (isRead, hasTime) = (scanner.integer(into: &time), true)
      case EventWord.event:
        guard let word = scanner.word() else { return nil }
        kind = EventWord.kind(word)
        hasKind = true
      case EventWord.item:
        var number: Int64 = 0
        guard scanner.integer(into: &number), let found = Int32(exactly: number) else { return nil }
        item = found
      case EventWord.bytes: isRead = scanner.integer(into: &self.bytes)
      case EventWord.offset: isRead = scanner.integer(into: &offset)
      case EventWord.size, EventWord.target:
        guard let pair = scanner.pair(), let width = Int32(exactly: pair.first), let height = Int32(exactly: pair.last)
        else { return nil }
        size = PixelSize(width: width, height: height)
      case EventWord.visible:
        guard let pair = scanner.pair(), 0 <= pair.first, pair.first <= pair.last, pair.last <= EventScanner.itemsMax
        else { return nil }
        visible = (pair.first, pair.last)
      case EventWord.outcome:
        guard let word = scanner.word(), let found = EventWord.outcome(word) else { return nil }
        outcome = found
      case EventWord.kept:
        isKept = scanner.next == UInt8(ascii: "t")
        isRead = scanner.skipValue()
      case EventWord.items where kind == .content:
        guard let ranges = scanner.ranges() else { return nil }
        photos = ranges
      case EventWord.tier:
        guard let word = scanner.word() else { return nil }
        isCoarse = word == EventWord.coarse
      default: isRead = scanner.skipValue()
      }
      guard isRead else { return nil }
    } while scanner.take(UInt8(ascii: ","))
    guard scanner.take(UInt8(ascii: "}")), scanner.isAtEnd, hasTime, hasKind, self.bytes >= 0 else { return nil }
  }

  /// The bitmap that the event is about; nil where it names none.
  var key: BitmapKey? {
    size.map { BitmapKey(item: item, size: $0, tier: isCoarse ? .coarse : .full) }
  }
}
