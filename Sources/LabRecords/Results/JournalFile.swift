package import LabSystem
import SystemPackage

/// A file that says what of a long piece of work is finished: a head, then a line a part; gone when all is done.
///
/// Whoever works holds a lock on the file: one without its lock is of a process that was killed or interrupted. A line
/// that was cut in two counts for nothing.
package struct JournalFile: ~Copyable {
  private let file: OpenFile
  /// What was finished when the file was opened: the lines below the head.
  package let lines: [String]
  /// Where the last line ends that counts, if something follows it.
  private var cut: Int?

  private static let bytesMax: Int64 = 1 << 30
  static let ending = ".journal"

  /// Begins a journal in a folder that exists.
  ///
  /// - Parameters:
  ///   - prefix: What the names of all journals of this work begin with; the number of the process follows.
  ///   - head: The first line, its newline included.
  package init(creating prefix: String, in directory: String, head: String) throws(FileError) {
    let stem = "\(directory)/\(prefix)\(ThisProcess.id)"
    for attempt in 0..<1_000 {
      let path = stem + (attempt == 0 ? "" : "-\(attempt)") + JournalFile.ending
      do throws(FileError) {
        let file = try OpenFile(path, .readWrite, [.create, .exclusiveCreate, .append])
        guard file.tryLock() != .othersHold, try file.status().linkCount == 1 else { continue }
        do throws(FileError) {
          try file.write(Array(head.utf8))
          try file.synchronize()
        } catch {
          Paths.remove(path)
          throw error
        }
        Paths.synchronizeDirectory(of: path)
        self.file = file
        lines = []
        cut = nil
        return
      } catch {
        guard case .system(_, _, .fileExists) = error else { throw error }
      }
    }
    throw .system(call: "open", path: stem, code: .fileExists)
  }

  /// Opens the journal of unfinished work that nobody does: of several the one with most lines. The others go.
  ///
  /// - Parameter counts: Whether a line is one of this work's; what follows the first that is not counts for nothing.
  /// - Returns: Nil when there is none with a line.
  package static func unfinished(
    _ prefix: String, in directory: String, head: String, counts: (String) -> Bool
  ) -> JournalFile? {
    var best: JournalFile?
    for name in names(prefix, in: directory) {
      guard let journal = JournalFile("\(directory)/\(name)", head: head, counts: counts) else { continue }
      guard let earlier = best.take() else {
        best = consume journal
        continue
      }
      if earlier.lines.count >= journal.lines.count {
        journal.unlink()
        best = consume earlier
      } else {
        earlier.unlink()
        best = consume journal
      }
    }
    guard let journal = best.take() else { return nil }
    if !journal.lines.isEmpty { return journal }
    journal.unlink()
    return nil
  }

  /// An existing journal, unless someone holds it, or it is of other work. One that was cut before its head ended goes.
  private init?(_ path: String, head: String, counts: (String) -> Bool) {
    guard let file = JournalFile.withoutOwner(path), let size = try? file.state().byteCount,
      size <= JournalFile.bytesMax, let bytes = try? file.bytes(at: 0, count: Int(size))
    else { return nil }
    guard bytes.starts(with: head.utf8) else {
      if !bytes.contains(UInt8(ascii: "\n")) { Paths.remove(path) }
      return nil
    }
    var lines: [String] = []
    var end = head.utf8.count
    while let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[end..<newline], as: UTF8.self)
      guard counts(line) else { break }
      lines.append(line)
      end = newline + 1
    }
    self.file = file
    self.lines = lines
    cut = end < bytes.count ? end : nil
  }

  package var path: String { file.path }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - line: Without its newline.
  ///   - synchronizing: Whether to wait for the disk, so that the line survives a power cut.
  package mutating func append(_ line: String, synchronizing: Bool) throws(FileError) {
    if let cut { try file.cut(to: cut) }
    cut = nil
    try file.write(Array((line + "\n").utf8))
    if synchronizing { try file.synchronize() }
  }

  /// Removes the journal, and those that earlier attempts at the same work left.
  ///
  /// - Parameter prefix: As it was begun with.
  package consuming func remove(_ prefix: String, in directory: String) {
    unlink()
    for name in JournalFile.names(prefix, in: directory) {
      guard let left = JournalFile.withoutOwner("\(directory)/\(name)") else { continue }
      Paths.remove(left.path)
    }
  }

  private borrowing func unlink() { Paths.remove(file.path) }

  /// A journal that is there, locked; nil while someone does its work.
  private static func withoutOwner(_ path: String) -> OpenFile? {
    guard let file = try? OpenFile(path, .readWrite, [.append, .nonBlocking, .noFollow]), file.tryLock() == .taken,
      let status = try? file.status(), status.type == .regular, status.linkCount == 1
    else { return nil }
    return file
  }

  private static func names(_ prefix: String, in directory: String) -> [String] {
    ((try? Paths.names(in: directory)) ?? []).filter { $0.hasPrefix(prefix) && $0.hasSuffix(ending) }
  }
}
