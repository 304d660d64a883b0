/// All requests to come, in their order, and the next request of each key.
///
/// Requests are numbered from 0. Memory: 4 bytes a request and 4 a key; in a grid 48 bytes a request more.
public struct RequestFuture: Sendable {
  /// The number of a request that never comes.
  public static let never = Int32.max

  /// The most requests that can be numbered.
  public static let requestsMax = Int(Int32.max) - 1

  /// By slot: the number of its first request, or `never`.
  public let first: ContiguousArray<Int32>
  /// By request: the number of the next request of the same slot, or `never`.
  public let next: ContiguousArray<Int32>
  /// By request, the cell's visit; empty for a plain stream.
  public let visits: ContiguousArray<CellVisit>
  /// By number of layout changes so far: the slots of items.
  public let slots: ContiguousArray<ItemSlots>

  /// Creates the requests of a plain stream, or of a grid.
  ///
  /// - Parameters:
  ///   - keys: The requested slots, each below `keyCount`, at most `requestsMax`.
  ///   - visits: The visit of each request of a grid, in order.
  ///   - slots: The slots of a grid's items, by the number of layout changes before.
  public init(
    keys: consuming ContiguousArray<Int32>, keyCount: Int, visits: ContiguousArray<CellVisit> = [],
    slots: ContiguousArray<ItemSlots> = []
  ) {
    precondition(keys.count <= RequestFuture.requestsMax, "requests are numbered by 32 bits")
    var keys = keys
    var first = ContiguousArray(repeating: RequestFuture.never, count: keyCount)
    // In place: once a request's next one is known, its key is not needed any more.
    for index in keys.indices.reversed() {
      let key = Int(keys[index])
      keys[index] = first[key]
      first[key] = Int32(index)
    }
    self.first = first
    next = keys
    self.visits = visits
    self.slots = slots
  }
}

/// The slots of a layout's items, which are the library's first photos.
public struct ItemSlots: Sendable {
  /// The slot of item 0, which the others follow if all cells have one target size.
  @usableFromInline let base: Int32
  /// The slot of each item; nil if all cells have one target size.
  @usableFromInline let each: ContiguousArray<Int32>?

  public init(from base: Int32, each: ContiguousArray<Int32>? = nil) {
    self.base = base
    self.each = each
  }

  @inlinable
  public subscript(_ item: Int32) -> Int32 {
    guard let each else { return base + item }
    return each[Int(item)]
  }
}

/// A cell's time on screen, from the request for its image until it leaves.
public struct CellVisit: Hashable, Sendable {
  /// The key of its bitmap: item and target size.
  public var slot: Int32
  public var item: ItemID
  /// The number of layout changes before it.
  public var layout: Int32
  /// The time at which it enters, in nanoseconds.
  public var begin: Int64
  /// The time at which it leaves, in nanoseconds.
  public var end: Int64
  /// The time for which it is seen, in nanoseconds; while only a part of it is in view, that part of the time.
  public var seen: Int64
  /// The cost of decoding its image, in nanoseconds.
  public var cost: Int64
  /// The bytes of its bitmap; 0 for a file that does not decode.
  public var bytes: Int64

  public init(
    slot: Int32, item: ItemID, layout: Int32, begin: Int64, end: Int64, seen: Int64, cost: Int64, bytes: Int64
  ) {
    self.slot = slot
    self.item = item
    self.layout = layout
    self.begin = begin
    self.end = end
    self.seen = seen
    self.cost = cost
    self.bytes = bytes
  }
}
