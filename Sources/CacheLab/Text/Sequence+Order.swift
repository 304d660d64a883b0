extension Sequence where Element: Hashable {
  /// Each value once, in the order of its first appearance.
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Sequence {
  /// Returns the elements in groups of equal keys, groups and members in the order of their first appearance.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, members: [Element])] {
    var groups: [(key: Key, members: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].members.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }

  /// Returns the elements sorted by `precedes`; those of equal rank keep their order.
  ///
  /// The standard library's `sorted(by:)` is compiled anew for every type and every closure, into a thousand instructions. Here
  /// one sort of places serves all. It takes several times as long: what runs in a frame, and long lists, use the standard one.
  package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return sortedPlaces(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension [Double] {
  package var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// Returns the ranks of sorted values from 1 on, twice each: the mean rank of equal ones is whole.
  package static func doubledRanks(ofSorted values: [Double]) -> [Int] {
    var ranks: [Int] = []
    while ranks.count < values.count {
      let first = ranks.count
      let end = values[first...].firstIndex { $0 != values[first] } ?? values.count
      // The mean of the ranks first + 1 ... end, doubled.
      ranks += Array<Int>(repeating: first + 1 + end, count: end - first)
    }
    return ranks
  }
}

extension Sequence where Element: Comparable {
  package func ordered() -> [Element] { ordered { $0 < $1 } }
}

/// Returns the places from 0 up to `count` in their order.
@inline(never)
private func sortedPlaces(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}
