import LabBase
import LabPictures
import LabRecords

/// The files that pictures are made from: event files, records, and folders of records.
struct PlotInput {
  let paths: [String]

  /// Event files; records among them are left to `records`.
  func timelines() throws -> [EventTimeline] {
    let events = try paths.filter { try isEventFile($0) }
    guard !events.isEmpty else {
      throw UsageError(
        "\(paths.joined(separator: ", ")): no event file among them (\(ToolName.current) --events FILE writes one)")
    }
    return EventTimeline.distinct(try events.map { try EventTimeline(path: $0) })
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

  /// One record for each strategy and trace, all of one setting; says what was set aside for that.
  ///
  /// - Throws: `UsageError` when no setting has more than half of them.
  func comparableRecords(_ choices: [SettingChoice]) throws -> [RunRecord] {
    do {
      let comparable = try ComparableRecords(try records(), choices: choices)
      for text in comparable.aside { Terminal.error("set aside: \(text)") }
      return comparable.records
    } catch let mixed as MixedSettings {
      throw UsageError("\(mixed)")
    }
  }

  /// Whether a record is of the very replay that an event file tells.
  static func isSameReplay(_ record: RunRecord, _ replay: EventTimeline) -> Bool {
    func replayed(_ configuration: RecordedConfiguration) -> JSON {
      .object((configuration.json?.object ?? [:]).filter { !["events", "decode", "decode-in"].contains($0.key) })
    }
    return replayed(record.configuration) == replayed(replay.configuration)
  }

  private func record(_ path: String) throws -> RunRecord {
    guard let text = try TextFile.read(path, as: .record) else { throw missing(path) }
    return try RunRecord(text: text, name: path)
  }

  private func isEventFile(_ path: String) throws -> Bool {
    guard Places.exists(path) else { throw missing(path) }
    return try EventReader.isEventFile(path)
  }

  private func missing(_ path: String) -> LabError {
    LabError("there is no \(path): name an event file, a record or a folder of records")
  }
}
