import CacheLab

/// The files that pictures are made from: event files, records, and folders of records.
struct PlotInput {
  let paths: [String]

  /// Event files; records among them are left to `records`.
  func timelines() throws -> [EventTimeline] {
    let events = try paths.filter { try isEventFile($0) }
    guard !events.isEmpty else {
      throw UsageError("\(paths.joined(separator: ", ")): no event file among them (lab-run --events FILE writes one)")
    }
    return try events.map { try EventTimeline(path: $0) }
  }

  /// Records, those of folders in the order of their names; event files are left to `timelines`.
  func records() throws -> [RunRecord] {
    try paths.flatMap { path -> [RunRecord] in
      if let names = try? RecordStore(directory: path).names() {
        if names.isEmpty { throw LabError("\(path) holds no records: name the folder that --out named, or files") }
        return try names.map { try record("\(path)/\($0)") }
      }
      return try isEventFile(path) ? [] : [try record(path)]
    }
  }

  /// One record for each strategy and trace, the one made last.
  ///
  /// - Throws: `UsageError` when they are of several devices, libraries or settings.
  func comparableRecords() throws -> [RunRecord] {
    var kept: [RunRecord] = []
    var settings: Set<JSON> = []
    for record in try records() {
      settings.insert(PlotInput.setting(record.json["configuration"]))
      if let index = kept.firstIndex(where: { $0.strategy == record.strategy && $0.trace == record.trace }) {
        let isLater = (record.json["created"]?.string ?? "") >= (kept[index].json["created"]?.string ?? "")
        if isLater { kept[index] = record }
      } else {
        kept.append(record)
      }
    }
    if settings.count > 1 {
      throw UsageError(
        "these records are of \(settings.count) settings (device, library, cells or scales): name files of one")
    }
    return kept
  }

  /// What runs must share that stand in one picture.
  private static func setting(_ configuration: JSON?) -> JSON {
    let members = (configuration?.object ?? [:]).filter { ["device", "library", "cells", "scales"].contains($0.key) }
    return .object(members)
  }

  /// Whether a record is of the very replay that an event file tells.
  static func isSameReplay(_ record: RunRecord, _ replay: EventTimeline) -> Bool {
    func replayed(_ configuration: JSON?) -> JSON {
      .object((configuration?.object ?? [:]).filter { !["events", "decode", "decode-in"].contains($0.key) })
    }
    return replayed(record.json["configuration"]) == replayed(replay.configuration)
  }

  private func record(_ path: String) throws -> RunRecord {
    guard let text = try TextFile.read(path, as: .record) else { throw missing(path) }
    return try RunRecord(text: text, name: path)
  }

  private func isEventFile(_ path: String) throws -> Bool {
    guard Places.exists(path) else { throw missing(path) }
    return try EventTimeline.isEventFile(path)
  }

  private func missing(_ path: String) -> LabError {
    LabError("there is no \(path): name an event file, a record or a folder of records")
  }
}
