import LabBase

/// Runs of a workload side by side, a row an arm.
struct WorkloadTable {
  private var table = TextTable(columns: [
    .init(["size"], alignsRight: false), .init(["calls"], alignsRight: false), .init(["images"]),
    .init(["no", "image"]),
    .init(["files", "decoded"]), .init(["thumbnails", "decoded"]), .init(["time", "s"]),
    .init(["peak of live", "images, MB"]), .init(["peak of resident", "memory, MB"]),
  ])

  /// - Precondition: at least one result.
  mutating func append(_ size: WorkloadSize, _ calls: WorkloadCalls, _ results: [WorkloadResult]) {
    func column(_ scale: Double, _ decimals: Int, _ value: (WorkloadResult) -> Int64) -> String {
      WorkloadTable.text(results.map { Double(value($0)) / scale }, decimals: decimals)
    }
    table.append([
      size.text, calls.rawValue, column(1, 0) { $0.images }, column(1, 0) { $0.failures },
      column(1, 0) { $0.decodes }, column(1, 0) { $0.thumbnails }, column(1e9, 2) { $0.nanoseconds },
      column(1e6, 1) { $0.liveBytes }, column(1e6, 1) { $0.residentBytes },
    ])
  }

  var text: String { table.text() }

  /// The median, and the range where there is one: `4.87 (4.60-5.02)`.
  static func text(_ values: [Double], decimals: Int) -> String {
    let sorted = values.sorted()
    // The lower of two in the middle: a value that was measured.
    let median = NumberText.fixed(sorted[(sorted.count - 1) / 2], decimals: decimals)
    let (least, most) = (
      NumberText.fixed(sorted[0], decimals: decimals), NumberText.fixed(sorted[sorted.count - 1], decimals: decimals)
    )
    return least == most ? median : "\(median) (\(least)-\(most))"
  }
}
