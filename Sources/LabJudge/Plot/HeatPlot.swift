public import LabRecords

extension Plot {
  /// Returns a metric over strategies and traces, a cell for each pair; the bluer, the nearer to the best of the trace. A
  /// single strategy is not shaded.
  public static func heat(_ records: [RunRecord], metric: Column) -> Plot {
    let records = RunRecord.distinct(records)
    let shared = records.shared
    let strategies = shared.map(\.strategy).unique
    let traces = shared.map(\.trace).unique
    let values = strategies.map { strategy in
      traces.map { trace in
        shared.first { $0.strategy == strategy && $0.trace == trace }.flatMap(metric.shown)
      }
    }
    let end = sharedEnd(strategies)
    let names = strategies.map { String($0.dropLast(end.count)) }
    let rows = names.map { lines(of: $0) }
    let (cellWidth, cellHeight) = (
      max(54, min(90, 860 / max(1, traces.count))), max(30, 20 * (rows.map(\.count).max() ?? 1) + 6)
    )
    let left = 24 + room(for: names)
    // Names of traces rise to their columns from the left.
    let longest = 7 * (traces.map(\.count).max() ?? 10)
    let bottom = 30 + longest / 2
    let right = max(left, longest * 7 / 8) + cellWidth * traces.count
    return Plot(
      name: "heat-\(metric.id)", title: metric.question,
      subtitle: "\(metric.label), \(metric.isBetterHigh ? "more" : "less") is better; "
        + (strategies.count < 2 ? "" : "the bluer, the nearer to the best of its trace; ") + caption(shared)
        + (end.isEmpty ? "" : "; each with \(end)"),
      note: note(records), width: max(760, right + 56), height: 76 + bottom + cellHeight * strategies.count,
      data: data(values, strategies, traces, metric),
      values: [
        ("left", .number(Double(right - cellWidth * traces.count))), ("right", .number(Double(right))),
        ("bottom", .number(Double(bottom))), ("columns", .number(Double(traces.count))),
        ("rows", .number(Double(rows.count))), ("traces", .tics(traces)),
        ("names", .tics(rows.map { $0.joined(separator: "\n") })),
      ], templates: PackageResources.heat_gp)
  }

  private static func data(
    _ values: [[Double?]], _ strategies: [String], _ traces: [String], _ metric: Column
  ) -> PlotData {
    let decimals = decimals(values.flatMap(\.self))
    var data = PlotData("trace", "strategy", metric.label, "column", "row", "goodness", "text")
    for (row, strategy) in strategies.enumerated() {
      for (column, trace) in traces.enumerated() {
        guard let value = values[row][column] else { continue }
        let own = values.compactMap { $0[column] }
        let (low, high) = (own.min() ?? 0, own.max() ?? 0)
        // Best and worst of a trace lie at least visibly apart.
        let span = max(high - low, metric.indifferent, metric.isBetterHigh ? 0 : low * 0.2)
        let behind = metric.isBetterHigh ? high - value : value - low
        let goodness = strategies.count < 2 ? 0 : 1 - behind / span
        data.append(
          [trace, strategy, NumberText.fixed(value, decimals: 3), "\(column)", "\(row)"]
            + [NumberText.fixed(goodness, decimals: 3), NumberText.fixed(value, decimals: decimals)])
      }
    }
    return data
  }

  static func caption(_ records: [RunRecord]) -> String { records.first.map { SettingValues($0).caption() } ?? "?" }

  static func note(_ records: [RunRecord]) -> String? { records.asideWords.map { "set aside: \($0)" } }
}

extension Column {
  private static let known: [Column: (question: String, label: String)] = [
    Column(.noticedWaits): ("How many cells keep a person waiting for more than 100 ms?", "noticed waits"),
    Column(.warmHitRate): ("How many images are ready as their cell appears?", "images ready"),
    Column(.warmSharpRatio): ("How much of the screen shows its image?", "area sharp"),
    Column(.firstScreenSharpTime): ("How long until the first screen is sharp?", "first screen"),
    Column(.warmBlankRatio): ("How much of the screen is blank?", "blank area"),
    Column(.warmTimeToImage, .p95): ("How long does the slowest twentieth of cells wait?", "time to image, p95"),
    Column(.decodesPerRequest): ("How many decodes does an image cost that a cell asks for?", "decodes a request"),
    Column(.peakBitmapBytes): ("How much memory do bitmaps take at most?", "peak memory"),
  ]

  var question: String { Column.known[self]?.question ?? "\(id): \(metric.summary)" }

  /// The label of an axis: `ready, %`.
  var label: String {
    let suffix = unit.shown.suffix
    return (Column.known[self]?.label ?? id) + (suffix.isEmpty ? "" : ", " + suffix.drop { $0 == " " })
  }

  /// The largest difference that colours do not show, in the unit of `label`.
  var indifferent: Double {
    switch unit {
    case .ratio, .bytes: 5
    case .nanoseconds: 8
    case .count, .perThousand: 1
    case .secondsPerMinute, .perRequest: 0.1
    }
  }

  var isBetterHigh: Bool { better == .higher }

  /// Returns the number in the unit of `label`, or nil if the record has none.
  func shown(_ record: RunRecord) -> Double? { number(record).map { $0 * unit.shown.factor } }
}

extension Plot {
  /// Returns the decimals of numbers that are shown together, by the largest of them.
  static func decimals(_ values: [Double?]) -> Int {
    let most = values.compactMap { $0?.magnitude }.max() ?? 0
    return most >= 99.5 ? 0 : most >= 9.95 ? 1 : 2
  }
}
