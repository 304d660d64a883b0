import LabBase

/// Why records cannot stand in one picture.
public enum MixedSettings: Error, Hashable, Sendable, CustomStringConvertible {
  /// So many settings, none of which most records have, and the parts in which they differ.
  case several(Int, [SettingValues.Difference])
  /// No record is of the setting that was chosen.
  case noneChosen(SettingChoice, values: [String])

  public var description: String {
    switch self {
    case .several(let count, let parts):
      let words = parts.map { "\($0.name) (\(MixedSettings.list($0.values)))" }.joined(separator: ", ")
      let choice = parts.first.map { ", \(ShellWords.line(["--only", "\($0.name)=\($0.values[0])"]))" } ?? ""
      return "these records are of \(count) settings, so they are not compared. They differ in \(words). "
        + "Choose one\(choice), or name files of one"
    case .noneChosen(let choice, let values):
      let known = values.isEmpty ? "no record says anything of it" : "it is \(MixedSettings.list(values))"
      return "no record has \(choice.name)=\(choice.value): \(known)"
    }
  }

  private static func list(_ values: [String]) -> String {
    let words = values.prefix(6).joined(separator: "; ")
    return values.count > 6 ? "\(words); \(values.count - 6) more" : words
  }
}
