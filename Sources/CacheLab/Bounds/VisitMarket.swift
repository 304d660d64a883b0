import StrategyKit

/// The prices of a worker's time and of a held byte at each time of a known scroll in which all decodes and all bytes
/// compete.
///
/// The idea: give each slice of time a price for work and each border a price for a byte that is held over it. At given
/// prices every key chooses for itself when it is decoded and how long it stays, by dynamic programming over its visits;
/// where choices together need more than there is, prices rise, where less, they fall. Source: Lagrangian relaxation of
/// workers and memory, prices by subgradients; choices are smoothed by a temperature that falls (softmax), since all keys
/// of a moment would otherwise jump at once. Visits of the first frame are worth nothing. Prices of any kind give a
/// valid bound (`PricedBound`), good ones a tight one. IEEE arithmetic in a fixed order: the same bits everywhere.
struct VisitMarket: Sendable {
  let visits: ContiguousArray<CellVisit>
  let timeline: VisitTimeline
  let workers: Double
  var memory = 0.0
  /// By key: its visits, ascending, from `keyStarts[k]` to `keyStarts[k + 1]`.
  private(set) var keyVisits: ContiguousArray<Int32> = []
  private(set) var keyStarts: ContiguousArray<Int32> = [0]
  /// By visit: the border at which it ends.
  private(set) var endOf: ContiguousArray<Int32>
  private let areaLeft: ContiguousArray<Double>
  /// By slice: the price of a nanosecond of a worker.
  var work: ContiguousArray<Double>
  /// By border: the price of a byte that is held over it; 0 at the first.
  var place: ContiguousArray<Double>
  /// The sums of work prices up to each border.
  private(set) var workUpTo: ContiguousArray<Double>
  private(set) var placeUpTo: ContiguousArray<Double>

  /// - Parameter visits: By request; those of one slot are one key. Those without bytes are left out.
  init(visits: ContiguousArray<CellVisit>, timeline: VisitTimeline, workers: Int) {
    (self.visits, self.timeline, self.workers) = (visits, timeline, Double(workers))
    let count = max(0, timeline.borders.count - 1)
    work = ContiguousArray(repeating: 0, count: count)
    place = ContiguousArray(repeating: 0, count: count + 1)
    workUpTo = ContiguousArray(repeating: 0, count: count + 1)
    placeUpTo = workUpTo
    endOf = ContiguousArray(repeating: 0, count: visits.count)
    areaLeft = timeline.areaLeft { Double($0) * Double($1) }
    var order = ContiguousArray<Int32>()
    for visit in visits.indices where visits[visit].bytes > 0 && timeline.rowOf[visit] >= 0 {
      let row = Int(timeline.rowOf[visit])
      endOf[visit] = timeline.firstSlice[row] + timeline.places[row + 1] - timeline.places[row]
      order.append(Int32(visit))
    }
    order.sort { (visits[Int($0)].slot, $0) < (visits[Int($1)].slot, $1) }
    for index in order.indices.dropFirst()
    where visits[Int(order[index - 1])].slot != visits[Int(order[index])].slot {
      keyStarts.append(Int32(index))
    }
    keyVisits = order
    if !order.isEmpty { keyStarts.append(Int32(order.count)) }
  }

  var keyCount: Int { keyStarts.count - 1 }

  func places(ofKey key: Int) -> Range<Int> { Int(keyStarts[key])..<Int(keyStarts[key + 1]) }

  /// Returns the worth of a visit whose image is there from the beginning.
  func whole(_ visit: Int) -> Double {
    if visit < timeline.coldCount { return 0 }
    return areaLeft[Int(timeline.places[Int(timeline.rowOf[visit])])]
  }

  /// Returns the remaining worth of a visit whose image comes at `time`.
  ///
  /// - Parameter slice: The slice of that time; the number of slices at the end.
  func rest(_ visit: Int, at time: Int64, slice: Int) -> Double {
    if time <= visits[visit].begin { return whole(visit) }
    if visit < timeline.coldCount { return 0 }
    let row = Int(timeline.rowOf[visit])
    let index = Int(timeline.places[row]) + slice - Int(timeline.firstSlice[row])
    if index >= Int(timeline.places[row + 1]) { return 0 }
    return areaLeft[index] - Double(timeline.heights[index]) * Double(time - timeline.borders[slice])
  }

  func workUpTo(_ time: Int64, slice: Int) -> Double {
    if slice >= work.count { return workUpTo[work.count] }
    return workUpTo[slice] + work[slice] * Double(time - timeline.borders[slice])
  }

  mutating func addUp() {
    for slice in work.indices {
      let time = Double(timeline.borders[slice + 1] - timeline.borders[slice])
      workUpTo[slice + 1] = workUpTo[slice] + work[slice] * time
      placeUpTo[slice + 1] = placeUpTo[slice] + place[slice + 1]
    }
  }
}
