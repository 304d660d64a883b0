import CacheLab

/// The reason why runs cannot be shown together.
public struct RecordMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension [RunRecord] {
  /// The latest run of each strategy, trace and setting, in the order of their first appearance.
  public var latest: [RunRecord] {
    let questions = grouped { record in
      [
        record.configuration.strategy ?? record.strategy, record.traceName, record.traceIdentity,
        JSON.object(SettingValues(record).members).compactText,
      ]
    }
    return questions.map { _, answers in
      answers.dropFirst().reduce(answers[0]) { $1.created < $0.created ? $0 : $1 }
    }
  }

  /// Returns the latest runs, with distinct names for different traces.
  ///
  /// - Throws: `RecordMismatch` if they are of several settings.
  public func ofOneSetting() throws(RecordMismatch) -> [RunRecord] {
    let records = RunRecord.distinct(latest)
    let settings = records.map { SettingValues($0) }.unique
    guard settings.count > 1 else { return records }
    let parts = SettingValues.differences(settings).map { name, values in
      "\(name) (\(values.prefix(6).joined(separator: "; "))\(values.count > 6 ? "; \(values.count - 6) more" : ""))"
    }
    throw RecordMismatch(
      "these runs are of \(settings.count) settings, so they are not compared. They differ in "
        + "\(parts.joined(separator: ", ")): name files of one setting")
  }

  /// The traces that all strategies ran on, in the order of their first appearance: means are taken over these.
  public var sharedTraces: [String] {
    let strategies = Set(map(\.strategy)).count
    return grouped { $0.trace }.filter { Set($0.members.map(\.strategy)).count == strategies }.map(\.key)
  }

  /// The runs on the shared traces, or all runs if there are none.
  package var shared: [RunRecord] {
    let traces = Set(sharedTraces)
    return traces.isEmpty ? self : filter { traces.contains($0.trace) }
  }

  /// The names of the other traces, or nil if there are none.
  public var asideWords: String? {
    let traces = Set(shared.map(\.trace))
    let aside = map(\.trace).unique.filter { !traces.contains($0) }
    return aside.isEmpty ? nil : NameList.text(aside)
  }
}
