import LabBase

extension RecordStore {
  /// The records of all runs of a matrix that came to its end, in the order of the runs; of several of one run the latest.
  ///
  /// A record counts when its bytes are those that this very build wrote on this very machine: the table beside it says
  /// both.
  ///
  /// - Returns: Nil where any of the runs has no such record.
  public func finished(_ plan: MatrixPlan) -> [RunRecord]? {
    guard let names = try? names() else { return nil }
    var records: [RunRecord] = []
    for configuration in plan.configurations {
      let ending = "-\(configuration.prefix(8)).json"
      let found = names.reversed().lazy.filter { $0.hasSuffix(ending) }
        .compactMap { record(named: $0, configuration, plan.surroundings) }.first
      guard let found else { return nil }
      records.append(found)
    }
    return records
  }

  private func record(named name: String, _ configuration: String, _ surroundings: String) -> RunRecord? {
    let stem = "\(directory)/\(name.dropLast(".json".count))"
    guard let table = (try? TextFile.read(stem + ".tsv")) ?? nil,
      let seal = table.split(separator: "\n", maxSplits: 2).dropFirst().first, seal.hasSuffix(surroundings),
      let text = (try? TextFile.read(stem + ".json")) ?? nil, RecordStore.seal(of: text, surroundings) == seal,
      let record = try? RunRecord(text: text, name: name), record.configurationDigest == configuration
    else { return nil }
    return record
  }

  /// What a table says of the record beside it, a comment.
  static func seal(of text: String, _ surroundings: String) -> String {
    "# record \(SHA256.hex(of: text)), made in \(surroundings)"
  }
}
