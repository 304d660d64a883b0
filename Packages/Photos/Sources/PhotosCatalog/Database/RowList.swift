/// The rows of a fetch result, in order: runs of consecutive numbers if that is smaller, else 4 bytes a row.
struct RowList: Hashable, Sendable {
  private struct Run: Hashable, Sendable {
    var first: Int32
    /// The number of rows before the run.
    var place: Int32
  }

  private(set) var count = 0
  private var last: Int32 = -2
  private var runs: ContiguousArray<Run> = []
  private var rows: ContiguousArray<Int32> = []
  private var isDense: Bool { !rows.isEmpty }

  init() {}

  init(_ rows: some Sequence<Int64>) {
    for row in rows { append(row) }
  }

  /// - Precondition: `row` is from 1 to 2^31 - 1, the limit of a library.
  mutating func append(_ row: Int64) {
    let row = Int32(row)
    defer { (count, last) = (count + 1, row) }
    guard !isDense else { return rows.append(row) }
    if row == last + 1 { return }
    runs.append(Run(first: row, place: Int32(count)))
    // A run takes 8 bytes. Early runs may be short, so the change waits for a thousand.
    if runs.count > 1_000, runs.count * 2 > count { becomeDense(adding: row) }
  }

  private mutating func becomeDense(adding row: Int32) {
    runs.removeLast()
    let known = all.map { Int32($0) }
    rows.reserveCapacity(count * 2)
    rows.append(contentsOf: known)
    rows.append(row)
    runs = []
  }

  subscript(index: Int) -> Int64 {
    precondition(index >= 0 && index < count, "an index inside the fetch result")
    if isDense { return Int64(rows[index]) }
    let run = runs[runs.indices.bisected { Int(runs[$0].place) > index } - 1]
    return Int64(run.first) + Int64(index) - Int64(run.place)
  }

  func index(of row: Int64) -> Int? {
    if isDense { return Int32(exactly: row).flatMap { rows.firstIndex(of: $0) } }
    for index in runs.indices {
      let end = index + 1 < runs.count ? Int(runs[index + 1].place) : count
      let offset = row - Int64(runs[index].first)
      if offset >= 0, offset < Int64(end) - Int64(runs[index].place) { return Int(runs[index].place) + Int(offset) }
    }
    return nil
  }

  var all: some Sequence<Int64> { (0..<count).lazy.map { self[$0] } }

  var byteCount: Int { runs.capacity * 8 + rows.capacity * 4 }
}

extension Range<Int> {
  /// Returns the first number that satisfies a condition, or the upper bound if none does.
  func bisected(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
