/// What was to be seen at each height of the screen over time.
struct ScreenHistory: Hashable, Sendable {
  /// What a cell shows; the colours of a picture, in the order of its legend.
  enum Sight: Int, CaseIterable, Sendable {
    /// The image was there as the cell appeared.
    case hit
    /// It came later; its decode had been asked for before.
    case late
    /// It came later; nothing had been asked for.
    case miss
    /// Only the coarse image is there.
    case soft
    /// Nothing yet.
    case blank
  }

  /// A stretch of time in which a row shows one thing most of the time.
  struct Stretch: Hashable, Sendable {
    var row: Int
    /// Columns of time.
    var columns: Range<Int>
    var sight: Sight
  }

  /// Parts that the time is cut into.
  static let columns = 400
  /// Parts that the height of the screen is cut into.
  static let rows = 12

  private var cellTime: ContiguousArray<Int64>
  private let end: Int64

  init(end: Int64) {
    self.end = end
    cellTime = ContiguousArray(repeating: 0, count: ScreenHistory.columns * ScreenHistory.rows * Sight.allCases.count)
  }

  /// From `start` to `stop` the screen showed `count` cells.
  ///
  /// - Parameter sight: What the cell of a place from the top shows.
  mutating func hold(from start: Int64, to stop: Int64, count: Int, sight: (Int) -> Sight) {
    guard stop > start, count > 0 else { return }
    let columns = column(start)...column(stop - 1)
    for row in 0..<ScreenHistory.rows {
      let seen = sight((2 * row + 1) * count / (2 * ScreenHistory.rows))
      for column in columns {
        let time = min(stop, border(column + 1)) - max(start, border(column))
        cellTime[index(column, row) + seen.rawValue] += time
      }
    }
  }

  /// What each row showed, most of the time, in stretches: from top to bottom, then by time.
  var stretches: [Stretch] {
    var found: [Stretch] = []
    for row in 0..<ScreenHistory.rows {
      for column in 0..<ScreenHistory.columns {
        let times = cellTime[index(column, row)..<index(column, row) + Sight.allCases.count]
        guard let most = times.max(), most > 0,
          // Of equals the worst: blank comes last.
          let sight = Sight.allCases.last(where: { times[times.startIndex + $0.rawValue] == most })
        else { continue }
        if let last = found.last, last.row == row, last.sight == sight, last.columns.upperBound == column {
          found[found.count - 1].columns = last.columns.lowerBound..<column + 1
        } else {
          found.append(Stretch(row: row, columns: column..<column + 1, sight: sight))
        }
      }
    }
    return found
  }

  /// Where a column begins, nanoseconds.
  func border(_ column: Int) -> Int64 { Int64(Int128(end) * Int128(column) / Int128(ScreenHistory.columns)) }

  private func column(_ time: Int64) -> Int {
    var column = min(ScreenHistory.columns - 1, Int(Int128(time) * Int128(ScreenHistory.columns) / Int128(max(1, end))))
    // Borders are rounded down: the column is the last that begins at or before the time.
    while column + 1 < ScreenHistory.columns && border(column + 1) <= time { column += 1 }
    return column
  }

  private func index(_ column: Int, _ row: Int) -> Int {
    (row * ScreenHistory.columns + column) * Sight.allCases.count
  }
}
