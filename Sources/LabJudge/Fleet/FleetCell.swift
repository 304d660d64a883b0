import CacheLab
import LabBase
import LabRecords

/// Which runs are counted together: those of a strategy on a screen and a device, over the traces of one kind.
struct FleetKey: Hashable, Comparable, Sendable {
  var strategy: UInt32
  var screen: UInt16
  var device: UInt16
  /// Of `FleetStratum`; `all` for what is kept of all traces together.
  var stratum: UInt16

  static let all = UInt16.max
  /// In place of a strategy: what is true of traces, whatever the strategy.
  static let traces = UInt32.max

  static func < (one: FleetKey, other: FleetKey) -> Bool {
    (one.strategy, one.screen, one.device, one.stratum) < (other.strategy, other.screen, other.device, other.stratum)
  }
}

/// What is counted of them: whole numbers, so that any parts in any order come to the same.
///
/// What a file says is added only where `isPossible` says that so many traces can come to it, and where the runs of a sum
/// are not more than the traces. Then no sum of a plan's `FleetPlan.tracesMax` traces leaves the range of its type.
struct FleetCell: Hashable, Sendable {
  /// Sum, count and extremes of a figure over traces.
  struct Figure: Hashable, Sendable {
    var sum: Int128 = 0
    var count: UInt64 = 0
    var max: Int64 = 0
    var sketch = FleetSketch()
  }

  /// A trace and what it is listed for: the largest values first, of equal ones the first trace.
  struct Listed: Hashable, Comparable, Sendable {
    var value: Int64
    /// In the pack, from 0.
    var trace: UInt64

    static func < (one: Listed, other: Listed) -> Bool { (-one.value, one.trace) < (-other.value, other.trace) }
  }

  /// Traces that are listed at most.
  static let listedMax = 100

  var runs: UInt64 = 0
  /// By `Column.ofFleet`; of a stratum.
  var figures: [Figure] = []
  /// The worst, or the first of what is true of few; of all traces.
  var listed: [Listed] = []
  /// Sums of the share of area that does not show its image, over resamples of the users; of all traces.
  var draws: [Int64] = []
  /// How often the resamples have a trace: the same for all strategies, and kept with the first.
  var weights: [Int64] = []

  mutating func list(_ value: Int64, _ trace: UInt64) {
    let entry = Listed(value: value, trace: trace)
    if listed.count == FleetCell.listedMax, let last = listed.last, entry >= last { return }
    listed.insert(entry, at: listed.firstIndex { entry < $0 } ?? listed.count)
    if listed.count > FleetCell.listedMax { listed.removeLast() }
  }

  /// What is counted of a column; nil in a cell of all strata.
  subscript(_ column: Column) -> Figure? {
    guard figures.count == Column.ofFleet.count else { return nil }
    return Column.ofFleet.firstIndex(of: column).map { figures[$0] }
  }

  mutating func add(_ other: FleetCell) {
    runs += other.runs
    if figures.isEmpty {
      figures = other.figures
    } else {
      for (index, figure) in other.figures.enumerated() {
        figures[index].sum += figure.sum
        figures[index].count += figure.count
        figures[index].max = Swift.max(figures[index].max, figure.max)
        figures[index].sketch.add(figure.sketch)
      }
    }
    for entry in other.listed { list(entry.value, entry.trace) }
    FleetResampling.add(other.draws, to: &draws)
    FleetResampling.add(other.weights, to: &weights)
  }

  /// About what it takes in memory.
  var byteCount: Int {
    256 + figures.reduce(0) { $0 + 64 + $1.sketch.byteCount } + listed.count * 16 + (draws.count + weights.count) * 8
  }

  /// Whether it lists no trace twice.
  var listsEachTraceOnce: Bool { Set(listed.map(\.trace)).count == listed.count }

  /// Whether runs over so many traces can come to it.
  func isPossible(_ key: FleetKey, traces: Int) -> Bool {
    guard (1...UInt64(traces)).contains(runs) else { return false }
    let isOfAll = key.strategy != FleetKey.traces && key.stratum == FleetKey.all
    let isOfStratum = key.strategy != FleetKey.traces && !isOfAll
    guard figures.count == (isOfStratum ? Column.ofFleet.count : 0),
      figures.allSatisfy({ $0.count <= runs && $0.sketch.isOf($0.count, sum: $0.sum, max: $0.max) })
    else { return false }
    let billion = Int64(Column.billion)
    guard listed.count <= (isOfStratum ? 0 : Int(runs)), listsEachTraceOnce,
      listed.allSatisfy({ (0...billion).contains($0.value) && $0.trace < UInt64(traces) }),
      zip(listed, listed.dropFirst()).allSatisfy(<)
    else { return false }
    let weightMax = Int64(runs) * FleetResampling.weightMax
    guard draws.count == (isOfAll && !listed.isEmpty ? FleetResampling.count : 0),
      weights.count == (key.strategy == 0 ? draws.count : 0), weights.allSatisfy({ (0...weightMax).contains($0) })
    else { return false }
    return draws.indices.allSatisfy {
      (0...billion * (weights.isEmpty ? weightMax : weights[$0])).contains(draws[$0])
    }
  }

  // MARK: Bytes

  func write(_ key: FleetKey, to writer: inout ByteWriter) {
    for part in [UInt64(key.strategy), UInt64(key.screen), UInt64(key.device), UInt64(key.stratum), runs] {
      writer.varint(part)
    }
    writer.varint(UInt64(figures.count))
    for figure in figures {
      writer.varint(UInt64(truncatingIfNeeded: figure.sum))
      writer.varint(UInt64(truncatingIfNeeded: figure.sum >> 64))
      writer.varint(figure.count)
      writer.varint(UInt64(figure.max))
      figure.sketch.write(to: &writer)
    }
    writer.varint(UInt64(listed.count))
    for entry in listed {
      writer.varint(UInt64(entry.value))
      writer.varint(entry.trace)
    }
    for sums in [draws, weights] {
      writer.varint(UInt64(sums.count))
      for value in sums { writer.varint(UInt64(value)) }
    }
  }

  /// Reads back; nil for what is no cell. Whether its numbers are possible, `isPossible` says.
  static func read(_ reader: inout ByteReader) -> (key: FleetKey, cell: FleetCell)? {
    func next<Number: FixedWidthInteger>() -> Number? { reader.varint().flatMap { Number(exactly: $0) } }
    func list<Element>(_ isLength: (Int) -> Bool, _ element: () -> Element?) -> [Element]? {
      guard let count: Int = next(), isLength(count) else { return nil }
      let elements = (0..<count).compactMap { _ in element() }
      return elements.count == count ? elements : nil
    }
    guard let strategy: UInt32 = next(), let screen: UInt16 = next(), let device: UInt16 = next(),
      let stratum: UInt16 = next(), let runs: UInt64 = next()
    else { return nil }
    let figures = list({ $0 == 0 || $0 == Column.ofFleet.count }) { () -> Figure? in
      // Sums that are not negative.
      guard let low: UInt64 = next(), let high: UInt64 = next(), high < 1 << 63, let count: UInt64 = next(),
        let max: Int64 = next(), let sketch = FleetSketch(&reader)
      else { return nil }
      return Figure(sum: Int128(high) << 64 | Int128(low), count: count, max: max, sketch: sketch)
    }
    guard let figures else { return nil }
    let listed = list({ $0 <= FleetCell.listedMax }) { () -> Listed? in
      guard let value: Int64 = next(), let trace: UInt64 = next() else { return nil }
      return Listed(value: value, trace: trace)
    }
    func sums() -> [Int64]? { list({ $0 == 0 || $0 == FleetResampling.count }) { next() } }
    guard let listed, let draws = sums(), let weights = sums() else { return nil }
    return (
      FleetKey(strategy: strategy, screen: screen, device: device, stratum: stratum),
      FleetCell(runs: runs, figures: figures, listed: listed, draws: draws, weights: weights)
    )
  }
}
