import CacheLab
import LabBase

/// What a group of runs over one trace means, in a sentence or two, from their numbers alone.
package struct Conclusion {
  package let sentence: String

  package init(_ records: [RunRecord]) {
    if let refusal = RunRecord.refusal(records) {
      sentence = refusal
      return
    }
    // What knows the trace or has no budget is nothing to choose.
    let choices = records.filter { !$0.isOracle }
    let parts = [
      Conclusion.comparison(choices), Conclusion.oracles(records), Conclusion.load(records),
      Conclusion.reuse(records), Conclusion.photos(choices), Conclusion.decoding(records),
    ]
    sentence = parts.compactMap { $0 }.joined(separator: " ")
  }

  /// Who is best at what, by the figures that leave out the first frame, which no strategy can have ready.
  private static func comparison(_ records: [RunRecord]) -> String? {
    guard records.count > 1 else { return records.first.map(single) }
    let isSoft = records.contains { $0.metric(.softRatio)?.number != nil }
    guard let hits = best(of: records, .warmHitRate),
      let blank = best(of: records, isSoft ? .warmSharpRatio : .warmBlankRatio),
      let memory = best(of: records, .peakBitmapBytes)
    else { return nil }
    let ready = "images ready (\(NumberText.percent(hits.value)))"
    let area = (isSoft ? "area sharp" : "blank") + " (\(NumberText.percent(blank.value)))"
    let (leaves, leave) = isSoft ? ("shows most", "show") : ("leaves least", "leave")
    let held = "(\(NumberText.megabytes(memory.value)) MB)"
    let found = "\(hits.name.map { "\($0) finds most" } ?? "all find equally many") \(ready)"
    let showing = blank.name == nil ? "\(leave) equally much \(area)" : "\(leaves) \(area)"
    let shown =
      hits.name == blank.name ? "\(found) and \(showing)" : "\(found), \(blank.name ?? "all") \(showing)"
    let least = memory.name.map { "\($0) holds least \(held)" } ?? "all hold equally much \(held)"
    return "After the first frame, \(shown); \(least)."
  }

  /// What stands in the table for comparison only.
  private static func oracles(_ records: [RunRecord]) -> String? {
    let names = records.filter(\.isOracle).map(\.strategy).unique
    if names.isEmpty { return nil }
    return "\(NameList.text(names)) \(names.count == 1 ? "is an oracle" : "are oracles"), not to ship."
  }

  /// The best value and the first strategy that has it; no name when all have it.
  private static func best(of records: [RunRecord], _ metric: Metric) -> (name: String?, value: Double)? {
    let values = records.compactMap { record in record.metric(metric)?.number.map { (record.strategy, $0) } }
    guard let value = metric.better == .higher ? values.map(\.1).max() : values.map(\.1).min() else { return nil }
    let isShared = values.allSatisfy { $0.1 == value }
    return (isShared ? nil : values.first { $0.1 == value }?.0, value)
  }

  /// Which strategies Photos cannot run by starts and stops.
  private static func photos(_ records: [RunRecord]) -> String? {
    let own = records.filter { !$0.configuration.drivesPhotos }.map(\.strategy).unique
    if own.isEmpty { return nil }
    return "\(NameList.text(own)) \(own.count == 1 ? "needs" : "need") GridDriver in an app"
      + (records.count > own.count ? "; PHCachingImageManager can run the others." : ".")
  }

  /// Why decode times say nothing about strategies.
  private static func decoding(_ records: [RunRecord]) -> String? {
    let measured = records.filter { if case .distribution? = $0.metric(.decodeWall) { true } else { false } }
    guard measured.count > 1 else { return nil }
    return "Decode times hardly differ: decoder and photos are the same; time to image adds the wait in the queue."
  }

  private static func single(_ record: RunRecord) -> String {
    let hits = NumberText.percent(record.metric(.hitRate)?.number)
    let blank = NumberText.percent(record.metric(.blankRatio)?.number)
    let peak = NumberText.megabytes(record.metric(.peakBitmapBytes)?.number ?? 0)
    return "\(record.strategy) has \(hits) of images ready when their cell appears, leaves \(blank) of the visible "
      + "area blank over time, and holds at most \(peak) MB of bitmaps."
  }

  /// Whether the decoder could keep up at all.
  private static func load(_ records: [RunRecord]) -> String? {
    guard let record = records.first, let load = record.metric(.load)?.number,
      let worst = record.metric(.loadWorstSecond)?.number
    else { return nil }
    let text = NumberText.fixed(worst, decimals: 1)
    if load > 1 {
      // What a device of another number of workers can do is another sentence.
      let workers = record.configuration.device.workers
      let device = workers.map { "the device's \(NumberText.count($0, "worker"))" } ?? "the device's workers"
      return "The scroll asks for more than \(device) can decode: no strategy shows everything."
    }
    if worst >= 1.05 {
      return "In its worst second the scroll asks for \(text) times what the workers can decode: "
        + "only what was decoded before then can be ready."
    }
    return nil
  }

  /// Whether keeping images could pay on this trace.
  private static func reuse(_ records: [RunRecord]) -> String? {
    guard records.contains(where: { !$0.configuration.drivesPhotos }),
      let record = records.first, let requests = record.metric(.requests)?.number, requests > 0,
      let repeats = record.metric(.repeatRequests)?.number
    else { return nil }
    let share = repeats / requests
    if share < 0.05 {
      return "The scroll is one-way (\(NumberText.percent(share)) of requests are for images asked for before), "
        + "so keeping images has nothing to reuse."
    }
    return "\(NumberText.percent(share)) of requests are for images asked for before: that is the most that keeping "
      + "them can serve."
  }
}
