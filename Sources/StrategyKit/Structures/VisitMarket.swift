/// What a worker's time and a byte's place are worth at each time of a scroll that is known, when all decodes and all
/// bytes compete for them.
///
/// The idea: give each slice of time a price for work and each border a price for a byte that is held over it. At given
/// prices every key chooses for itself when it is decoded and how long it stays, by dynamic programming over its visits;
/// where choices together need more than there is, prices rise, where less, they fall. Source: Lagrangian relaxation of
/// workers and memory, prices by subgradients; choices are smoothed by a temperature that falls (softmax), since all keys
/// of a moment would otherwise jump at once. Prices of any kind give a valid bound (`PricedBound`); good ones say what a
/// clairvoyant should do next. IEEE arithmetic in a fixed order: the same bits everywhere.
public struct VisitMarket: Sendable {
  /// What a visit is worth: its area in view once the image is there, and something for an image that is there before.
  public struct Worth: Sendable {
    /// What an image that is there when its cell comes is worth beside its area.
    public var hit: Double
    /// Whether visits of the first frame count.
    public var countsCold: Bool

    public init(hit: Double, countsCold: Bool) {
      (self.hit, self.countsCold) = (hit, countsCold)
    }
  }

  public let visits: ContiguousArray<CellVisit>
  public let timeline: VisitTimeline
  public let worth: Worth
  let workers: Double
  let memory: Double
  /// By key: its visits, ascending, from `keyStarts[k]` to `keyStarts[k + 1]`.
  public private(set) var keyVisits: ContiguousArray<Int32> = []
  public private(set) var keyStarts: ContiguousArray<Int32> = [0]
  /// By visit: the border at which it ends.
  public private(set) var endOf: ContiguousArray<Int32>
  /// By row and slice: area in view from there on.
  public private(set) var areaLeft: ContiguousArray<Double>
  /// By slice: what a nanosecond of a worker costs.
  public internal(set) var work: ContiguousArray<Double>
  /// By border: what a byte costs that is held when it comes. None at the first.
  public internal(set) var place: ContiguousArray<Double>
  /// Sums of the two up to each border.
  public private(set) var workUpTo: ContiguousArray<Double>
  public private(set) var placeUpTo: ContiguousArray<Double>

  /// - Parameters:
  ///   - memory: bytes of all bitmaps together.
  ///   - visits: by request; those of one slot are one key. Those without bytes are left out.
  public init(
    visits: ContiguousArray<CellVisit>, timeline: VisitTimeline, workers: Int, memory: Int64, worth: Worth
  ) {
    (self.visits, self.timeline, self.worth) = (visits, timeline, worth)
    (self.workers, self.memory) = (Double(workers), Double(memory))
    let count = timeline.sliceCount
    work = ContiguousArray(repeating: 0, count: count)
    place = ContiguousArray(repeating: 0, count: count + 1)
    workUpTo = ContiguousArray(repeating: 0, count: count + 1)
    placeUpTo = workUpTo
    endOf = ContiguousArray(repeating: 0, count: visits.count)
    areaLeft = ContiguousArray(repeating: 0, count: timeline.heights.count)
    for row in timeline.firstSlice.indices {
      var left = 0.0
      for index in (Int(timeline.places[row])..<Int(timeline.places[row + 1])).reversed() {
        let slice = Int(timeline.firstSlice[row]) + index - Int(timeline.places[row])
        left += Double(timeline.heights[index]) * Double(timeline.borders[slice + 1] - timeline.borders[slice])
        areaLeft[index] = left
      }
    }
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

  public var keyCount: Int { keyStarts.count - 1 }

  /// The visits of a key, as places in `keyVisits`.
  public func places(ofKey key: Int) -> Range<Int> { Int(keyStarts[key])..<Int(keyStarts[key + 1]) }

  /// What a visit is worth whose image is there from the beginning.
  public func whole(_ visit: Int) -> Double {
    if visit < timeline.coldCount && !worth.countsCold { return 0 }
    return worth.hit + areaLeft[Int(timeline.places[Int(timeline.rowOf[visit])])]
  }

  /// What is left of a visit's worth for an image that comes at a time.
  ///
  /// - Parameter slice: in which that time lies; the number of slices at the end.
  public func rest(_ visit: Int, at time: Int64, slice: Int) -> Double {
    if time <= visits[visit].begin { return whole(visit) }
    if visit < timeline.coldCount && !worth.countsCold { return 0 }
    let row = Int(timeline.rowOf[visit])
    let index = Int(timeline.places[row]) + slice - Int(timeline.firstSlice[row])
    if index >= Int(timeline.places[row + 1]) { return 0 }
    return areaLeft[index] - Double(timeline.heights[index]) * Double(time - timeline.borders[slice])
  }

  /// What work costs before a time.
  public func workUpTo(_ time: Int64, slice: Int) -> Double {
    if slice >= work.count { return workUpTo[work.count] }
    return workUpTo[slice] + work[slice] * Double(time - timeline.borders[slice])
  }

  /// Adds prices up anew.
  mutating func addUp() {
    for slice in work.indices {
      let time = Double(timeline.borders[slice + 1] - timeline.borders[slice])
      workUpTo[slice + 1] = workUpTo[slice] + work[slice] * time
      placeUpTo[slice + 1] = placeUpTo[slice] + place[slice + 1]
    }
  }
}
