import LabBase
import LabSystem
import SystemPackage

/// Reads whole text files that the lab or its user wrote.
public enum TextFile {
  /// The file's text; nil when there is no such file.
  ///
  /// - Parameter kind: What it is meant to be, which decides how large it may be.
  /// - Throws: `ResultError.tooLarge`; `cannotRead` when it is there and cannot be read, or is no text file.
  public static func read(_ path: String, as kind: FileKind = .other) throws(ResultError) -> String? {
    let (bytes, size): ([UInt8]?, Int64)
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      size = try file.status().size
      bytes = size <= kind.bytesMax ? try file.prefix(Int(size)) : nil
    } catch .system("open", _, .noSuchFileOrDirectory) {
      return nil
    } catch .notRegular {
      throw .cannotRead(path, reason: "not a regular file: name a file")
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    guard let bytes else { throw .tooLarge(path, bytes: size, kind) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a whole file that is read at once is meant to be: each kind has a size that no honest one comes near.
public enum FileKind: CaseIterable, Sendable {
  /// Twice 65,536 decode times and 512 samples of memory are 2 MB.
  case record
  /// 6 kB.
  case baseline
  /// A record and a baseline a cell: 500 cells of 100 kB.
  case evidence
  /// The limits of a gate.
  case limits
  /// The settings of a sweep.
  case settings
  /// Whatever else the lab or its user wrote: results of a sweep, streams of requests, event files that are compared.
  case other

  /// Bytes at most.
  public var bytesMax: Int64 {
    switch self {
    case .record: 8 << 20
    case .baseline, .limits, .settings: 1 << 20
    case .evidence: 64 << 20
    case .other: 256 << 20
    }
  }

  var words: String {
    switch self {
    case .record: "a record of a run"
    case .baseline: "a baseline"
    case .evidence: "evidence of a gate"
    case .limits: "a file of limits"
    case .settings: "a file of settings"
    case .other: "a text that is read at once"
    }
  }

  var cure: String {
    switch self {
    case .record: "make it anew with \(ToolName.current) --out DIR"
    case .baseline: "restore it, or run \(ToolName.current) baseline accept"
    case .evidence: "give a file that \(ToolName.current) gate --evidence wrote, or judge fewer cases"
    case .limits, .settings: "check that this is the file that is meant"
    case .other: "cut it into several"
    }
  }
}
