public import CacheLab
import LabBase

/// What the trace of a record allows, and how far the run goes.
extension RunRecord {
  /// The share of a gap that the run closes: `from` is `none` or `preheat2x`, up to the clairvoyant or, where a run within
  /// its bytes is better, that run; `axis` is `hits`, `blank` or
  /// `work`. Never more than 1. Nil where there is no gap, or
  /// nothing to measure by.
  public func gapClosed(from: String = "none", _ axis: String) -> Double? {
    guard let lower = mark(offlineBounds?[from]), let best, var own = mark(json["deterministic"]?["metrics"])
    else { return nil }
    if case .ratio(let decodes, _)? = metric(.decodesPerRequest) { own.decodes = Int64(clamping: decodes) }
    let gap = GapClosed(own, from: lower, to: best.mark)
    return (axis == "hits" ? gap.hits : axis == "blank" ? gap.blank : gap.work)?.number
  }

  /// A share that a run over the trace came to, or the bound: `none`, `preheat2x`, `clairvoyant` or `bound`.
  public func offlineBoundsFigure(_ name: String, _ metric: Metric) -> Double? {
    guard let value = (offlineBounds?[name]?[metric.id]).flatMap({ MetricValue($0) }) else { return nil }
    guard name == "clairvoyant", let best, case .ratio(_, let whole) = value else { return value.number }
    let part = metric.id == Metric.warmHitRate.id ? Int128(best.mark.hits) : best.mark.blank
    return MetricValue.ratio(part, whole).number
  }

  /// The bytes that `clairvoyant` had; nil without offline bounds.
  public var offlineBoundsBudget: Int64? { offlineBounds?["budget-bytes"]?.integer }

  /// Why the record has no offline bounds; nil where it has some, or where nobody asked for any.
  package var offlineBoundsLack: String? {
    json["offline-bounds"]?["absent"]?.string.flatMap { $0 == OfflineBoundsReading.notAskedFor ? nil : $0 }
  }

  /// The best that the record knows by itself.
  var ownBest: OfflineBounds.Best? {
    let json = offlineBounds?["clairvoyant"]
    return mark(json).map {
      OfflineBounds.Best(
        $0, hitsOf: json?["hits-of"]?.string ?? "clairvoyant", blankOf: json?["blank-of"]?.string ?? "clairvoyant")
    }
  }

  /// Records over one trace whose offline bounds are the same know the best of each other's runs.
  static func shareBest(_ records: inout [RunRecord]) {
    func key(_ record: RunRecord) -> JSON {
      let shared = ["budget-bytes", "warm-requests", "warm-area", "none", "preheat2x"]
      return .array([.string(record.traceIdentity)] + shared.map { record.offlineBounds?[$0] ?? .null })
    }
    var known: [JSON: OfflineBounds.Best] = [:]
    for record in records {
      guard let own = record.ownBest else { continue }
      known[key(record), default: own].take(own)
    }
    for index in records.indices where records[index].best != nil { records[index].best = known[key(records[index])] }
  }

  /// None of a run that showed thumbnails: earlier versions of the lab wrote some.
  private var offlineBounds: JSON? { metric(.softRatio)?.number == nil ? json["offline-bounds"] : nil }

  /// The exact hits and blank area of an offline run, or of the run itself.
  private func mark(_ json: JSON?) -> OfflineBounds.Mark? {
    func part(_ metric: Metric) -> Int128? {
      guard case .ratio(let part, _)? = (json?[metric.id]).flatMap({ MetricValue($0) }) else { return nil }
      return part
    }
    guard let hits = part(.warmHitRate), let blank = part(.warmBlankRatio) else { return nil }
    return OfflineBounds.Mark(
      hits: Int64(clamping: hits), blank: blank, decodes: json?["decodes"]?.integer)
  }
}
