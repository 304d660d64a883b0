import StrategyKit

/// Photos come, go or become visible. As in a collection view the offset stays, and what moves goes on; only where the
/// content got too short the scroll ends at its new end.
extension Synthesizer {
  mutating func insert(_ count: Int32, at place: Int32) throws(SynthError) {
    guard place <= layout.count else { throw outOfGrid("insert \(place) \(count)") }
    change(count: layout.count + count, .insert, ItemRange(lower: place, upper: place + count))
    photoCount += count
  }

  mutating func remove(_ count: Int32, at place: Int32) throws(SynthError) {
    guard place + count <= layout.count else { throw outOfGrid("remove \(place) \(count)") }
    change(count: layout.count - count, .remove, ItemRange(lower: place, upper: place + count))
  }

  mutating func limit(to count: Int32) throws(SynthError) {
    guard count <= photoCount else { throw outOfGrid("access \(count)") }
    let chosen = GridContent(choosing: count, of: photoCount)
    change(count: count, .access, chosen.photos)
  }

  private mutating func change(count: Int32, _ code: TraceCode, _ items: ItemRange) {
    change(count: count, code, [items])
  }

  private mutating func change(count: Int32, _ code: TraceCode, _ items: [ItemRange]) {
    layout.resize(to: count)
    report(code, .object([("items", .items(items))]))
    let offset = shown(at: clock).offset
    if offset > lastOffset { follow([], rest: lastOffset) }
    show(min(offset, lastOffset))
  }

  private func outOfGrid(_ words: String) -> SynthError {
    SynthError(file: "script", line: nil, value: words, problem: .outOfGrid(count: Int(layout.count)))
  }
}
