import CacheLab
import LabBase
import LabRecords

/// Images that the library's index promises and that a helper process ended on: the run went on and its record is
/// there, and the exit code is that of a library that is not as its index says.
struct LostImagesError: Error, CustomStringConvertible {
  let description: String

  /// - Throws: `LostImagesError` when any of the runs lost an image.
  static func check(_ records: [RunRecord]) throws {
    let lost = records.reduce(0) { $0 + LostImagesError.count($1) }
    guard lost > 0 else { return }
    let first = records.flatMap(\.notes).first { $0.contains("a helper process ended on it") } ?? "see the record"
    throw LostImagesError(
      description:
        "\(NumberText.grouped(lost)) image\(lost == 1 ? "" : "s") lost: \(first); what was measured is in the "
        + "record: check the files with \(ToolName.current) library verify")
  }

  private static func count(_ record: RunRecord) -> Int64 {
    if case .integer(let count)? = record.metric(.lostImages) { count } else { 0 }
  }
}
