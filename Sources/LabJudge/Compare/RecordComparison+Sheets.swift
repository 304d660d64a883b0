import CacheLab
import LabBase
import LabRecords
import StrategyKit

extension RecordComparison {
  /// What is shown where nothing else was asked for, in this order.
  static let headlines = [
    Column(.warmHitRate), Column(.warmBlankRatio), Column(.warmTimeToImage, .mean), Column(.warmTimeToImage, .p95),
    Column(.peakBitmapBytes), Column(.meanBitmapBytes), Column(.decodesPerRequest), Column(.decodeTime),
    Column(.preheatAccuracy), Column(.peakRSS), Column(.decodeCPU, .p50), Column(.droppedFrames), Column(.hitchRatio),
  ]

  /// The sheets of the figures that were asked for; without any asked for, the headlines, and for a single row all else
  /// that changed.
  static func sheets(_ cells: [[[ComparedRecord]]], _ metrics: [String]) throws(ComparisonError) -> [Sheet] {
    let all = Metric.all.flatMap { sheets(cells, of: $0) }
    if metrics.contains("all") { return all }
    if metrics.isEmpty {
      let main = headlines.compactMap { column in all.first { $0.column == column } }
      guard cells.count == 1 else { return main }
      return main + all.filter { sheet in !headlines.contains(sheet.column) && hasChanged(sheet) }
    }
    var found: [Sheet] = []
    for name in metrics {
      let names = Metric.names
      guard names.contains(name) else { throw .unknownMetric(name, nearest: nearest(to: name, among: names)) }
      found += all.filter { $0.column.id == name || $0.column.metric.id == name }
    }
    return found
  }

  private static func hasChanged(_ sheet: Sheet) -> Bool {
    sheet.figures.indices.contains { row in
      sheet.figures[row].indices.contains { column in
        switch sheet.change(row: row, column: column)?.verdict {
        case .better, .worse, .changed, .mixed: true
        case .same, .noise, .tooFew, nil: false
        }
      }
    }
  }

  /// The figures of one metric that any record has.
  private static func sheets(_ cells: [[[ComparedRecord]]], of metric: Metric) -> [Sheet] {
    // Memory is compared with what was counted in the same way alone: the first record decides.
    let accounting = cells.joined().joined().first?.record.environment.memoryAccounting
    let isAccounted = [Metric.peakRSS, .baselineRSS, .anonymousRSS].contains { $0.id == metric.id }
    let values = cells.map { row in
      row.map { records in
        records.map { record in
          isAccounted && record.record.environment.memoryAccounting != accounting ? nil : record.record.metric(metric)
        }
      }
    }
    let columns = values.joined().joined().flatMap { Column.all(of: metric, $0) }.filter { !$0.isNamed }
    return columns.unique.map { column in
      let figures = zip(cells, values).map { records, row in
        zip(records, row).map { records, values -> ComparedFigure? in
          let samples = values.compactMap { ExactFigure(column, $0) }
          if samples.isEmpty { return nil }
          let isExact = metric.kind == .deterministic && !records.contains { $0.record.isRealTime }
          return ComparedFigure(samples: samples, isExact: isExact)
        }
      }
      return Sheet(column: column, figures: figures)
    }
  }
}

extension RecordComparison.Sheet {
  /// The middle of several rows, each counting alike: the mean of shares, the geometric mean of what is positive.
  struct Summary {
    var label: String
    var values: [Double?]
  }

  /// Nil for a single row.
  ///
  /// - Parameters:
  ///   - isPivot: each column over the rows that it has; else all over the rows that all columns have.
  ///   - rows: Those of a set.
  func summary(isPivot: Bool, of rows: [Int]) -> Summary? {
    guard rows.count > 1, let columns = figures.first?.count else { return nil }
    let values = rows.map { figures[$0].map { $0?.value } }
    let isGeometric = column.unit != .ratio && values.joined().allSatisfy { ($0 ?? 1) > 0 }
    func middle(_ numbers: [Double]) -> Double? {
      isGeometric && !numbers.isEmpty ? GeometricMean.of(numbers) : numbers.mean
    }
    let whole = values.filter { !$0.contains(nil) }
    let middles = (0..<columns).map { place in middle((isPivot ? values : whole).compactMap { $0[place] }) }
    let name = isGeometric ? "geomean" : "mean"
    let rows = isPivot ? "of what is there" : columns == 2 ? "of rows with both" : "of rows with all"
    return Summary(label: whole.count == values.count ? name : "\(name) \(rows)", values: middles)
  }
}
