/// What a group of runs over one trace means, in a sentence or two, from their numbers alone.
struct Conclusion {
  let sentence: String

  init(_ records: [RunRecord]) {
    let parts = [Conclusion.comparison(records), Conclusion.load(records), Conclusion.reuse(records)]
    sentence = parts.compactMap { $0 }.joined(separator: " ")
  }

  private static func comparison(_ records: [RunRecord]) -> String? {
    guard records.count > 1 else { return records.first.map(single) }
    func best(_ id: String, higher: Bool) -> RunRecord? {
      let rated = records.compactMap { record in record.metric(id)?.number.map { (record, $0) } }
      return rated.min { higher ? $0.1 > $1.1 : $0.1 < $1.1 }?.0
    }
    guard let hits = best("hit-rate", higher: true), let blank = best("blank-ratio", higher: false),
      let memory = best("peak-bitmap-bytes", higher: false)
    else { return nil }
    let shown = "\(hits.strategy) finds most images ready (\(NumberText.percent(hits.metric("hit-rate")?.number)))"
    let least =
      "\(memory.strategy) holds least "
      + "(\(NumberText.megabytes(memory.metric("peak-bitmap-bytes")?.number ?? 0)) MB)"
    let open = "\(blank.strategy) leaves least blank (\(NumberText.percent(blank.metric("blank-ratio")?.number)))"
    return "\(shown), \(open), \(least)."
  }

  private static func single(_ record: RunRecord) -> String {
    let hits = NumberText.percent(record.metric("hit-rate")?.number)
    let blank = NumberText.percent(record.metric("blank-ratio")?.number)
    let peak = NumberText.megabytes(record.metric("peak-bitmap-bytes")?.number ?? 0)
    return "\(record.strategy) has \(hits) of images ready when their cell appears, leaves \(blank) of the visible "
      + "area blank over time, and holds at most \(peak) MB of bitmaps."
  }

  /// Whether the decoder could keep up at all.
  private static func load(_ records: [RunRecord]) -> String? {
    guard let record = records.first, let load = record.metric("load")?.number,
      let worst = record.metric("load-worst-second")?.number
    else { return nil }
    let text = NumberText.fixed(worst, decimals: 1)
    if load > 1 { return "The scroll asks for more than two workers can decode: no strategy shows everything." }
    if worst > 1 {
      return "In its worst second the scroll asks for \(text) times what the workers can decode: "
        + "only what was decoded before then can be ready."
    }
    return nil
  }

  /// Whether keeping images could pay on this trace.
  private static func reuse(_ records: [RunRecord]) -> String? {
    guard records.contains(where: { $0.json["configuration"]?["drives-photos"] == .bool(false) }),
      let record = records.first, let requests = record.metric("requests")?.number, requests > 0,
      let repeats = record.metric("repeat-requests")?.number
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
