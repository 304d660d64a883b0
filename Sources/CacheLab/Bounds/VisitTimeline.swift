import GridEngine
import StrategyKit

/// The visible part of each visit's cell, from border to border: between two borders nothing moves.
///
/// Cells of a row come and go together, so they share a row of heights. Memory: 8 bytes a border, 8 a row and border in
/// which it is in view, 12 a visit.
struct VisitTimeline: Sendable {
  /// The times of borders in nanoseconds, ascending; slice s lies between border s and border s + 1.
  private(set) var borders: ContiguousArray<Int64> = []
  /// By visit: its row, or -1 if it is never in view.
  private(set) var rowOf: ContiguousArray<Int32>
  /// By visit: the time before which nothing of its target size is ready or on its way.
  let since: ContiguousArray<Int64>
  let coldCount: Int
  /// By row: the first slice in which it is in view.
  private(set) var firstSlice: ContiguousArray<Int32> = []
  /// By row: the index of its first height in `heights`; one more than there are rows.
  private(set) var places: ContiguousArray<Int32> = [0]
  /// By row and slice: the thousandths of a point in view.
  private(set) var heights: ContiguousArray<Int64> = []

  /// The longest time without movement that is not cut. Pieces are shorter towards its end, for what comes next is
  /// prepared then.
  private static let longest: Int64 = 40_000_000
  /// The number of pieces of half of `longest`; each further one is twice as long as the one after it.
  private static let evenCuts = 50

  /// - Parameter stretches: In order of time; those of one row follow each other without a gap.
  init(_ walk: CellWalk, stretches: ContiguousArray<CellWalk.Stretch>) {
    since = ContiguousArray(walk.visits.map { walk.firstFrame(ofSlot: $0.slot) })
    coldCount = walk.coldCount
    rowOf = ContiguousArray(repeating: -1, count: walk.visits.count)
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
      var end = slice
      while borders[end] < stretch.end {
        rows[row].append(stretch.height)
        end += 1
      }
    }
    for row in rows {
      heights.append(contentsOf: row)
      places.append(Int32(heights.count))
    }
  }

  /// Returns, by row and slice, the area in view from there on; 0 for cells of the first frame, which may have stood for
  /// weeks, and are not counted.
  ///
  /// - Parameter area: Returns the area of a height over a time.
  func areaLeft<Area: AdditiveArithmetic>(_ area: (Int64, Int64) -> Area) -> ContiguousArray<Area> {
    var areas = ContiguousArray(repeating: Area.zero, count: heights.count)
    var isWarm = ContiguousArray(repeating: false, count: firstSlice.count)
    for row in rowOf.dropFirst(coldCount) where row >= 0 { isWarm[Int(row)] = true }
    for row in firstSlice.indices where isWarm[row] {
      var left = Area.zero
      for index in (Int(places[row])..<Int(places[row + 1])).reversed() {
        let slice = Int(firstSlice[row]) + index - Int(places[row])
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

  private mutating func cut(from begin: Int64, to end: Int64) {
    borders.append(begin)
    if end - begin <= VisitTimeline.longest { return }
    var step = VisitTimeline.longest / 2
    var cuts: ContiguousArray<Int64> = []
    var time = end - step
    while time > begin + VisitTimeline.longest / 4 {
      cuts.append(time)
      if cuts.count > VisitTimeline.evenCuts { step *= 2 }
      time -= step
    }
    for time in cuts.reversed() { borders.append(time) }
  }
}
