import LabBase
import LabRecords

/// The first line of a file of results: its kind and format, then what was counted as JSON, then the line's checksum.
enum SweepHead: String {
  /// Rows of jobs, as TSV.
  case sweep
  /// Cells of a fleet.
  case fleet

  /// Files of other formats are refused.
  private static let version = 4

  /// What lines of all formats begin with.
  var mark: String { "# lab-run \(rawValue) " }

  /// The line, its newline included.
  func line(_ members: [String: JSON]) -> String {
    CheckedLine.text("\(mark)\(SweepHead.version) \(JSON.object(members).compactText)") + "\n"
  }

  /// The JSON of a line that begins with `mark`.
  ///
  /// - Parameters:
  ///   - place: Path and number of the line.
  ///   - cure: What to do about a line that is damaged.
  func members(_ line: Substring, at place: String, cure: String) throws(SweepError) -> Substring {
    guard line.hasPrefix("\(mark)\(SweepHead.version) ") else {
      throw SweepError(
        place,
        "its format is not \(SweepHead.version), which is all that this \(ToolName.current) reads: run it again, or use "
          + "the program that wrote it")
    }
    do throws(CheckedLine.Damage) {
      return try CheckedLine.content(line).dropFirst("\(mark)\(SweepHead.version) ".count)
    } catch {
      throw SweepError(place, "\(error): \(cure)")
    }
  }
}
