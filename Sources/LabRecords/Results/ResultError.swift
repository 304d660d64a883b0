@_exported public import LabSystem

/// The reason why a result could not be written or read.
public enum ResultError: Error, Sendable, CustomStringConvertible {
  case cannotCreate(String, reason: String)
  case isFolder(String)
  case cannotWrite(String, reason: String)
  /// A journal: its lines are kept, and work can go on from there.
  case cannotAppend(String, reason: String)
  case cannotRead(String, reason: String)
  case tooLarge(String, bytes: Int64, FileKind)
  /// A path that should hold rows, perhaps with a line.
  case notRows(String, reason: String, cure: String)
  case notAnEventFile(String, reason: String)

  public var description: String { words.visible }

  private var words: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "\(path) cannot be created (\(reason)); choose a place that you may write to"
    case .isFolder(let path):
      "\(path) is a folder, and a file is to be written; name a file in it"
    case .cannotWrite(let path, let reason):
      "\(path) cannot be written (\(reason)): nothing of it was kept; free some space, or choose another place"
    case .cannotAppend(let path, let reason):
      "\(path) cannot be written (\(reason)): what was finished before stands in it; free some space, and the same command "
        + "with --resume goes on from there"
    case .cannotRead(let path, let reason):
      "\(path) cannot be read (\(reason))"
    case .tooLarge(let path, _, let kind):
      "\(path) \(reason); \(kind.cure)"
    case .notRows(let place, let reason, let cure):
      "\(place): \(reason); \(cure)"
    case .notAnEventFile(let path, let reason):
      "\(path) is no event file: \(reason); make one with \(ToolName.current) --events FILE"
    }
  }

  package static func reading<Read: ~Copyable>(
    _ path: String, _ read: @autoclosure () throws(FileError) -> Read
  ) throws(ResultError) -> Read {
    do throws(FileError) { return try read() } catch { throw .cannotRead(path, reason: error.reason) }
  }

  package var reason: String {
    switch self {
    case .cannotCreate(_, let reason), .cannotWrite(_, let reason), .cannotAppend(_, let reason),
      .cannotRead(_, let reason), .notRows(_, let reason, _), .notAnEventFile(_, let reason):
      reason
    case .isFolder: "is a folder"
    case .tooLarge(_, let bytes, let kind):
      "has \(NumberText.grouped(bytes)) bytes, and \(kind.words) has at most \(NumberText.grouped(kind.bytesMax))"
    }
  }
}
