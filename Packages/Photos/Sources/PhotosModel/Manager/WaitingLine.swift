/// Elements in the order of their coming, each once. To add, to remove and to take the first takes the same time however
/// many there are.
struct WaitingLine<Element: Hashable & Sendable>: Sendable {
  /// Elements, with a gap where one was removed.
  private var slots: [Element?] = []
  /// The first slot that may hold one.
  private var head = 0
  /// The slot of each; kept from the time on when there are more than a look at each would be cheap for.
  private var places: [Element: Int] = [:]
  private(set) var count = 0

  private static var fewMax: Int { 16 }

  var isEmpty: Bool { count == 0 }
  var all: [Element] { slots[head...].compactMap { $0 } }

  func contains(_ element: Element) -> Bool { place(of: element) != nil }

  /// At the end, also where it was in the line before.
  mutating func append(_ element: Element) {
    remove(element)
    if count == WaitingLine.fewMax { indexAnew() }
    if count >= WaitingLine.fewMax { places[element] = slots.count }
    slots.append(element)
    count += 1
  }

  mutating func remove(_ element: Element) {
    guard let place = place(of: element) else { return }
    slots[place] = nil
    places[element] = nil
    count -= 1
    if count < WaitingLine.fewMax { places = [:] }
    while head < slots.count, slots[head] == nil { head += 1 }
    if slots.count > 64, slots.count > 3 * count { indexAnew() }
  }

  /// What came before all others.
  var first: Element? { slots[head...].first { $0 != nil } ?? nil }

  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    remove(element)
    return element
  }

  private func place(of element: Element) -> Int? {
    places.isEmpty ? slots[head...].firstIndex(of: element) : places[element]
  }

  /// Without the gaps.
  private mutating func indexAnew() {
    (slots, head) = (all, 0)
    places = [:]
    guard count >= WaitingLine.fewMax else { return }
    for place in slots.indices { if let element = slots[place] { places[element] = place } }
  }
}
