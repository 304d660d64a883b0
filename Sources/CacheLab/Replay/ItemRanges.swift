public import StrategyKit

/// Ranges of photos in the order in which an event names them. One alone, as nearly all events have it, takes no memory
/// of its own.
public struct ItemRanges: RandomAccessCollection, Hashable, Sendable {
  private var head: ItemRange?
  private var rest: [ItemRange] = []

  public init() {}

  public init(_ ranges: some Sequence<ItemRange>) {
    for range in ranges { append(range) }
  }

  public init(_ range: ItemRange) { head = range }

  public mutating func append(_ range: ItemRange) {
    if head == nil { head = range } else { rest.append(range) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { head == nil ? 0 : 1 + rest.count }

  public subscript(index: Int) -> ItemRange {
    guard let head else { preconditionFailure("there are no ranges") }
    return index == 0 ? head : rest[index - 1]
  }
}

extension ItemRanges: ExpressibleByArrayLiteral {
  public init(arrayLiteral ranges: ItemRange...) { self.init(ranges) }
}
