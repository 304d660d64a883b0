import LabBase

extension RecordStore {
  /// The records of all runs of a matrix that came to its end, in the order of the runs; of several of one run the latest.
  ///
  /// A record counts when its bytes are those that this very build wrote on this very machine: the table beside it says
  /// both.
  ///
  /// - Returns: Nil where any of the runs has no such record.
  public func finished(_ plan: MatrixPlan) -> [RunRecord]? {
    var records: [RunRecord] = []
    for configuration in plan.configurations {
      let found = latest(configuration) { name, text in
        guard let table = (try? TextFile.read("\(directory)/\(name.dropLast(".json".count)).tsv")) ?? nil,
          let seal = table.split(separator: "\n", maxSplits: 2).dropFirst().first, seal.hasSuffix(plan.surroundings)
        else { return false }
        return RecordStore.seal(of: text, plan.surroundings) == seal
      }
      guard let found else { return nil }
      records.append(found)
    }
    return records
  }

  /// The record of a configuration with this SHA-256; nil where none is what it was.
  public func record(of configuration: String, sha256: String) -> RunRecord? {
    latest(configuration) { SHA256.hex(of: $1) == sha256 }
  }

  /// The latest record of a configuration whose name and text are as asked for.
  private func latest(_ configuration: String, _ isMeant: (_ name: String, _ text: String) -> Bool) -> RunRecord? {
    let ending = "-\(configuration.prefix(8)).json"
    for name in ((try? names()) ?? []).reversed() where name.hasSuffix(ending) {
      guard let text = (try? TextFile.read("\(directory)/\(name)", as: .record)) ?? nil, isMeant(name, text),
        let record = try? RunRecord(text: text, name: name), record.configurationDigest == configuration
      else { continue }
      return record
    }
    return nil
  }

  /// What a table says of the record beside it, a comment.
  static func seal(of text: String, _ surroundings: String) -> String {
    "# record \(SHA256.hex(of: text)), made in \(surroundings)"
  }
}
