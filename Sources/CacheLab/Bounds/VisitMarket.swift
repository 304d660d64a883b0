/// The prices of a worker's time and of a held byte at each time of a known scroll in which all decodes and all bytes
/// compete.
///
/// The idea: give each slice of time a price for work and each border a price for a byte that is held over it. At given
/// prices every key chooses for itself when it is decoded and how long it stays, by dynamic programming over its visits;
/// where choices together need more than there is, prices rise, where less, they fall. Source: Lagrangian relaxation of
/// workers and memory, prices by subgradients; choices are smoothed by a temperature that falls (softmax), since all keys
/// of a moment would otherwise jump at once. Visits of the first frame are worth nothing. Prices of any kind give a
/// valid bound (`PricedBound`), good ones a tight one. IEEE arithmetic in a fixed order: the same bits everywhere.
///
/// Between two borders nothing moves. Cells of a row come and go together, so they share a row of heights.
struct VisitMarket: Sendable {
  let visits: ContiguousArray<CellVisit>
  /// By visit: the time before which nothing of its target size is ready or on its way.
  let since: ContiguousArray<Int64>
  let coldCount: Int
  let workers: Double
  var memory = 0.0
  /// The times of borders in nanoseconds, ascending; slice s lies between border s and border s + 1.
  private(set) var borders: ContiguousArray<Int64> = []
  /// By visit: its row, or -1 if it is never in view.
  private(set) var rowOf: ContiguousArray<Int32>
  /// By row: the first slice in which it is in view.
  private(set) var firstSlice: ContiguousArray<Int32> = []
  /// By row: the index of its first height in `heights`; one more than there are rows.
  private(set) var rowStarts: ContiguousArray<Int32> = [0]
  /// By row and slice: the thousandths of a point in view.
  private(set) var heights: ContiguousArray<Int64> = []
  private var areaLeft: ContiguousArray<Double> = []
  /// By key: its visits, ascending, from `keyStarts[k]` to `keyStarts[k + 1]`.
  private(set) var keyVisits: ContiguousArray<Int32> = []
  private(set) var keyStarts: ContiguousArray<Int32> = [0]
  /// By visit: the border at which it ends.
  private(set) var endOf: ContiguousArray<Int32>
  /// By slice: the price of a nanosecond of a worker.
  var work: ContiguousArray<Double> = []
  /// By border: the price of a byte that is held over it; 0 at the first.
  var place: ContiguousArray<Double> = [0]
  /// The sums of work prices up to each border.
  private(set) var workUpTo: ContiguousArray<Double> = [0]
  private(set) var placeUpTo: ContiguousArray<Double> = [0]

  /// The longest time without movement that is not cut. Pieces are shorter towards its end, for what comes next is
  /// prepared then.
  private static let longest: Int64 = 40_000_000
  /// The number of pieces of half of `longest`; each further one is twice as long as the one after it.
  private static let evenCuts = 50

  /// - Parameter stretches: In order of time; those of one row follow each other without a gap.
  init(_ walk: CellWalk, stretches: ContiguousArray<CellWalk.Stretch>, workers: Int) {
    (visits, coldCount, self.workers) = (walk.visits, walk.coldCount, Double(workers))
    since = ContiguousArray(visits.map { walk.firstFrame(ofSlot: $0.slot) })
    rowOf = ContiguousArray(repeating: -1, count: visits.count)
    endOf = ContiguousArray(repeating: 0, count: visits.count)
    cutTime(by: stretches)
    let count = max(0, borders.count - 1)
    work = ContiguousArray(repeating: 0, count: count)
    place = ContiguousArray(repeating: 0, count: count + 1)
    (workUpTo, placeUpTo) = (place, place)
    findRows(of: stretches)
    areaLeft = areaLeft { Double($0) * Double($1) }
    findKeys()
  }

  private mutating func cutTime(by stretches: ContiguousArray<CellWalk.Stretch>) {
    var reached = Int64.min
    // Decodes can begin at the first frame, even if it shows no cell.
    if let first = stretches.first, let begin = since.min(), begin < first.begin {
      cut(from: begin, to: first.begin)
      reached = first.begin
    }
    for stretch in stretches where borders.isEmpty || stretch.begin > borders[borders.count - 1] {
      // Where nothing is in view for a while, that is a slice too.
      if !borders.isEmpty && stretch.begin > reached { borders.append(reached) }
      cut(from: stretch.begin, to: stretch.end)
      reached = stretch.end
    }
    if !borders.isEmpty { borders.append(reached) }
  }

  private mutating func cut(from begin: Int64, to end: Int64) {
    borders.append(begin)
    if end - begin <= VisitMarket.longest { return }
    var step = VisitMarket.longest / 2
    var cuts: ContiguousArray<Int64> = []
    var time = end - step
    while time > begin + VisitMarket.longest / 4 {
      cuts.append(time)
      if cuts.count > VisitMarket.evenCuts { step *= 2 }
      time -= step
    }
    for time in cuts.reversed() { borders.append(time) }
  }

  private mutating func findRows(of stretches: ContiguousArray<CellWalk.Stretch>) {
    var rows: ContiguousArray<ContiguousArray<Int64>> = []
    var slice = 0
    for stretch in stretches {
      while borders[slice] < stretch.begin { slice += 1 }
      if rowOf[stretch.visits.lowerBound] < 0 {
        for visit in stretch.visits { rowOf[visit] = Int32(rows.count) }
        rows.append([])
        firstSlice.append(Int32(slice))
      }
      let row = Int(rowOf[stretch.visits.lowerBound])
      precondition(Int(firstSlice[row]) + rows[row].count == slice, "a row is in view without a gap")
      let count = borders[slice...].prefix { $0 < stretch.end }.count
      rows[row].append(contentsOf: repeatElement(stretch.height, count: count))
    }
    for row in rows {
      heights.append(contentsOf: row)
      rowStarts.append(Int32(heights.count))
    }
  }

  /// Sorts visits by key; those without bytes are left out.
  private mutating func findKeys() {
    var order = ContiguousArray<Int32>()
    for visit in visits.indices where visits[visit].bytes > 0 && rowOf[visit] >= 0 {
      let row = Int(rowOf[visit])
      endOf[visit] = firstSlice[row] + rowStarts[row + 1] - rowStarts[row]
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

  /// Returns, by row and slice, the area in view from there on; 0 for cells of the first frame, which may have stood for
  /// weeks, and are not counted. `area` returns the area of a height over a time.
  func areaLeft<Area: AdditiveArithmetic>(_ area: (Int64, Int64) -> Area) -> ContiguousArray<Area> {
    var areas = ContiguousArray(repeating: Area.zero, count: heights.count)
    var isWarm = ContiguousArray(repeating: false, count: firstSlice.count)
    for row in rowOf.dropFirst(coldCount) where row >= 0 { isWarm[Int(row)] = true }
    for row in firstSlice.indices where isWarm[row] {
      var left = Area.zero
      for index in (Int(rowStarts[row])..<Int(rowStarts[row + 1])).reversed() {
        let slice = Int(firstSlice[row]) + index - Int(rowStarts[row])
        left += area(heights[index], borders[slice + 1] - borders[slice])
        areas[index] = left
      }
    }
    return areas
  }

  /// Returns the last slice that begins at or before `time`; the number of slices at the end and after it.
  func slice(at time: Int64) -> Int {
    (1..<max(1, borders.count)).partitioningIndex { borders[$0] > time } - 1
  }

  var keyCount: Int { keyStarts.count - 1 }

  func places(ofKey key: Int) -> Range<Int> { Int(keyStarts[key])..<Int(keyStarts[key + 1]) }

  /// Returns the worth of a visit whose image is there from the beginning.
  func whole(_ visit: Int) -> Double {
    if visit < coldCount { return 0 }
    return areaLeft[Int(rowStarts[Int(rowOf[visit])])]
  }

  /// Returns the remaining worth of a visit whose image comes at `time`.
  ///
  /// - Parameter slice: The slice of that time; the number of slices at the end.
  func rest(_ visit: Int, at time: Int64, slice: Int) -> Double {
    if time <= visits[visit].begin { return whole(visit) }
    if visit < coldCount { return 0 }
    let row = Int(rowOf[visit])
    let index = Int(rowStarts[row]) + slice - Int(firstSlice[row])
    if index >= Int(rowStarts[row + 1]) { return 0 }
    return areaLeft[index] - Double(heights[index]) * Double(time - borders[slice])
  }

  func workUpTo(_ time: Int64, slice: Int) -> Double {
    if slice >= work.count { return workUpTo[work.count] }
    return workUpTo[slice] + work[slice] * Double(time - borders[slice])
  }

  mutating func addUp() {
    for slice in work.indices {
      let time = Double(borders[slice + 1] - borders[slice])
      workUpTo[slice + 1] = workUpTo[slice] + work[slice] * time
      placeUpTo[slice + 1] = placeUpTo[slice] + place[slice + 1]
    }
  }
}
