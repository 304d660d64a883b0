import LabBase
package import LabSystem
import SystemPackage

/// A line that can be checked: a tab at its end, and the XXH64 of what stands before the tab, in 16 hexadecimal digits.
///
/// Lines of journals are such, and rows and first lines of results.
package enum CheckedLine {
  /// Why a line is not as it was written.
  package struct Damage: Error, CustomStringConvertible {
    package let description: String
  }

  /// The line with its checksum, without a newline.
  package static func text(_ content: String) -> String { "\(content)\t\(checksum(content[...]))" }

  /// What stands before the checksum.
  ///
  /// - Throws: `Damage` with both checksums, where they differ.
  package static func content(_ line: Substring) throws(Damage) -> Substring {
    guard let tab = line.utf8.lastIndex(of: UInt8(ascii: "\t")) else {
      throw Damage(description: "the line has no checksum, so it is cut or changed")
    }
    let (content, said) = (line[..<tab], line[line.utf8.index(after: tab)...])
    let sum = checksum(content)
    guard sum == said else {
      throw Damage(
        description: "the checksum of the line is \(sum), and it says '\(said.prefix(40))', so it is damaged")
    }
    return content
  }

  private static func checksum(_ content: Substring) -> String { Fingerprint.text(XXHash64.hash(Array(content.utf8))) }
}

/// A file that says what of a long piece of work is finished: a head, then a line a part; gone when all is done.
///
/// Whoever works holds a lock on the file: one without its lock is of a process that was killed or interrupted. A line
/// that was cut in two or is damaged counts for nothing.
package struct JournalFile: ~Copyable {
  private let file: OpenFile
  /// What was finished when the file was opened: the lines below the head.
  package let lines: [String]
  /// What to say of lines that are damaged.
  package let damage: [String]
  /// Where the last whole line ends, if something follows it.
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
        (lines, damage, cut) = ([], [], nil)
        return
      } catch {
        guard case .system(_, _, .fileExists) = error else { throw error }
      }
    }
    throw .system(call: "open", path: stem, code: .fileExists)
  }

  /// Opens the journal of unfinished work that nobody does: of several the one with most lines. The others go.
  ///
  /// - Returns: Nil when there is none with a line.
  package static func unfinished(_ prefix: String, in directory: String, head: String) -> JournalFile? {
    var best: JournalFile?
    for name in names(prefix, in: directory) {
      guard let journal = JournalFile("\(directory)/\(name)", head: head) else { continue }
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
  private init?(_ path: String, head: String) {
    guard let file = JournalFile.withoutOwner(path), let size = try? file.state().byteCount,
      size <= JournalFile.bytesMax, let bytes = try? file.bytes(at: 0, count: Int(size))
    else { return nil }
    guard bytes.starts(with: head.utf8) else {
      if !bytes.contains(UInt8(ascii: "\n")) { Paths.remove(path) }
      return nil
    }
    var (lines, damage) = ([String](), [String]())
    var end = head.utf8.count
    while let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(CheckedLine.Damage) {
        lines.append(String(try CheckedLine.content(String(decoding: bytes[end..<newline], as: UTF8.self)[...])))
      } catch {
        damage.append("\(path):\(lines.count + damage.count + 2): \(error): what it stood for is run again")
      }
      end = newline + 1
    }
    self.file = file
    (self.lines, self.damage) = (lines, damage)
    cut = end < bytes.count ? end : nil
  }

  package var path: String { file.path }

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - line: Without its checksum and newline.
  ///   - synchronizing: Whether to wait for the disk, so that the line survives a power cut.
  package mutating func append(_ line: String, synchronizing: Bool) throws(FileError) {
    if let cut { try file.cut(to: cut) }
    cut = nil
    try file.write(Array((CheckedLine.text(line) + "\n").utf8))
    if synchronizing { try file.synchronize() }
  }

  /// The first lines of the journals of this work that nobody holds, without newlines, each with the path of its file.
  package static func heads(_ prefix: String, in directory: String) -> [(path: String, head: String)] {
    names(prefix, in: directory).compactMap { name in
      guard let file = withoutOwner("\(directory)/\(name)"), let bytes = try? file.prefix(1 << 16),
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      else { return nil }
      return (file.path, String(decoding: bytes[..<end], as: UTF8.self))
    }
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
