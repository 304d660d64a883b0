import Synchronization

/// A line with a checksum at its end: a tab, then the XXH64 of the text before it in 16 hexadecimal digits.
///
/// The lines of journals have one, and the first lines and rows of results.
package enum CheckedLine {
  package struct Damage: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Returns the line with its checksum, without a newline.
  package static func text(_ content: String) -> String { "\(content)\t\(checksum(content[...]))" }

  package static func content(_ line: Substring) throws(Damage) -> Substring {
    guard let tab = line.utf8.lastIndex(of: UInt8(ascii: "\t")) else {
      throw Damage("the line has no checksum, so it is cut or changed")
    }
    let (content, said) = (line[..<tab], line[line.utf8.index(after: tab)...])
    let sum = checksum(content)
    guard sum == said else {
      throw Damage("the checksum of the line is \(sum), and it says '\(said.prefix(40))', so it is damaged")
    }
    return content
  }

  private static func checksum(_ content: Substring) -> String { XXHash64.text(Array(content.utf8)) }
}

/// A file of the finished parts of a long piece of work: a head, then lines with checksums. At the end it is removed, or
/// becomes the result.
///
/// The process that works holds a lock on the file: a journal without a lock is of a process that was killed or
/// interrupted. A line that was cut or damaged does not count.
public final class Journal: Sendable {
  /// The work of a journal, and the folder of its journals.
  public struct Work: Sendable {
    /// The prefix of the names of all journals of this work; the number of the process follows.
    let prefix: String
    public let directory: String
    /// The first lines: only a journal with the same ones is of the same work.
    package let head: String
    /// The minimum interval between two fsyncs, in nanoseconds; a power cut may lose the lines since the last.
    let syncInterval: Int64

    /// - Parameter head: Whole lines.
    package init(prefix: String, in directory: String, head: String, syncInterval: Int64) {
      (self.prefix, self.directory, self.head, self.syncInterval) = (prefix, directory, head, syncInterval)
    }

    /// Returns the first lines of the journals with this prefix that no process holds, with their paths.
    package func firstLines() throws(FileError) -> [(path: String, line: String)] {
      var lines: [(path: String, line: String)] = []
      for name in try names() {
        guard let file = try Journal.openUnlocked("\(directory)/\(name)") else { continue }
        var reader = LineReader()
        if let line = try reader.next(file) { lines.append((file.path, String(decoding: line, as: UTF8.self))) }
      }
      return lines
    }

    fileprivate func names() throws(FileError) -> [String] {
      guard try Paths.isFolder(directory) else { return [] }
      return try Paths.names(in: directory).filter { $0.hasPrefix(prefix) && $0.hasSuffix(Journal.ending) }
    }
  }

  private struct State: ~Copyable {
    let file: OpenFile
    var synchronized = Clocks.monotonic()
  }

  let work: Work
  package let path: String
  private let byteCount: Int64
  private let state: Mutex<State>

  private static let ending = ".journal"

  /// Creates a journal in a folder that exists.
  public init(_ work: Work) throws(ResultError) {
    let file: OpenFile
    do throws(FileError) {
      file = try Journal.create(work)
    } catch {
      let (reason, stem) = (error.reason, "\(work.directory)/\(work.prefix)")
      guard case .system(let call, let place, _) = error else { throw .cannotCreate(stem, reason: reason) }
      throw call == "open" ? .cannotCreate(place, reason: reason) : .cannotWrite(place, reason: reason)
    }
    self.work = work
    path = file.path
    byteCount = Int64(work.head.utf8.count)
    state = Mutex(State(file: file))
  }

  private static func create(_ work: Work) throws(FileError) -> OpenFile {
    let stem = "\(work.directory)/\(work.prefix)\(ThisProcess.id)"
    for attempt in 0..<1_000 {
      let path = stem + (attempt == 0 ? "" : "-\(attempt)") + ending
      do throws(FileError) {
        let file = try OpenFile(path, [.readWrite, .exclusiveCreate, .append])
        guard file.tryLock() != .othersHold, try file.status().linkCount == 1 else { continue }
        do throws(FileError) {
          try file.write(Array(work.head.utf8))
          try file.synchronize()
        } catch {
          Paths.remove(path)
          throw error
        }
        Paths.synchronizeDirectory(of: path)
        return file
      } catch {
        guard case .system(_, _, .fileExists) = error else { throw error }
      }
    }
    throw .system(call: "open", path: stem, code: .fileExists)
  }

  /// Opens the longest unlocked journal of unfinished work, and deletes the others.
  ///
  /// - Returns: Nil if there is none with a line.
  /// - Throws: `ResultError` if one cannot be read, for its work would be done again.
  public static func unfinished(_ work: Work) throws(ResultError) -> Journal? {
    var journals: [Journal] = []
    do throws(FileError) {
      for name in try work.names() {
        if let journal = try Journal("\(work.directory)/\(name)", work) { journals.append(journal) }
      }
    } catch {
      throw .cannotRead(work.directory, reason: error.description)
    }
    let most = journals.map(\.byteCount).max() ?? 0
    let best = most == work.head.utf8.count ? nil : journals.first { $0.byteCount == most }
    for journal in journals where journal !== best { Paths.remove(journal.path) }
    return best
  }

  /// Opens a journal, unless a process holds it or it is of other work. One without a whole head is removed.
  private init?(_ path: String, _ work: Work) throws(FileError) {
    guard let file = try Journal.openUnlocked(path) else { return nil }
    let head = try file.prefix(work.head.utf8.count)
    guard head.elementsEqual(work.head.utf8) else {
      if head.count < work.head.utf8.count, !head.contains(UInt8(ascii: "\n")) { Paths.remove(path) }
      return nil
    }
    self.work = work
    self.path = path
    byteCount = try file.state().byteCount
    state = Mutex(State(file: file))
  }

  /// Passes the whole lines after the head to `take`, without checksums, until this returns false or a line is damaged, and
  /// cuts the journal behind those that were taken.
  ///
  /// - Returns: A message that names the damaged line, if one ended the reading.
  @discardableResult
  package func read(_ take: (_ content: Substring) -> Bool) throws(ResultError) -> String? {
    do throws(FileError) {
      return try state.withLock { state throws(FileError) in
        var (lines, number) = (LineReader(at: Int64(work.head.utf8.count)), work.head.count { $0 == "\n" })
        var (end, damage): (Int64, String?) = (lines.offset, nil)
        while damage == nil, let line = try lines.next(state.file), lines.isWhole {
          number += 1
          do throws(CheckedLine.Damage) {
            guard take(try CheckedLine.content(String(decoding: line, as: UTF8.self)[...])) else { break }
            end = lines.offset
          } catch {
            damage = "\(path):\(number): \(error): what it and those behind it stood for is run again"
          }
        }
        try state.file.cut(to: Int(end))
        return damage
      }
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
  }

  package func append(_ line: String) throws(ResultError) { try append(Array((CheckedLine.text(line) + "\n").utf8)) }

  package func append(_ lines: [UInt8]) throws(ResultError) {
    try state.withLock { state throws(ResultError) in
      let now = Clocks.monotonic()
      do throws(FileError) {
        try state.file.write(lines)
        if now - state.synchronized >= work.syncInterval {
          state.synchronized = now
          try state.file.synchronize()
        }
      } catch {
        throw .cannotAppend(path, reason: error.reason)
      }
    }
  }

  /// Makes the journal the result at a path of the same disk; returns false if a file is there and is not to be replaced.
  @discardableResult
  package func become(_ result: String, replacing: Bool = true) throws(ResultError) -> Bool {
    do throws(FileError) {
      try state.withLock { state throws(FileError) in try state.file.synchronize() }
      if replacing {
        try Paths.move(path, to: result)
      } else {
        try InterruptedFiles.uninterrupted { () throws(FileError) in
          try Paths.addName(result, to: path)
          Paths.remove(path)
        }
      }
    } catch .system("link", _, .fileExists) {
      return false
    } catch {
      throw .cannotWrite(result, reason: error.reason)
    }
    Paths.synchronizeDirectory(of: result)
    removeOthers()
    return true
  }

  /// Removes the journal and those of earlier attempts at the same work.
  public func remove() {
    Paths.remove(path)
    removeOthers()
  }

  private func removeOthers() {
    // All is done: one that cannot be removed does no harm.
    for name in (try? work.names()) ?? [] {
      guard let left = (try? Journal.openUnlocked("\(work.directory)/\(name)")) ?? nil else { continue }
      Paths.remove(left.path)
    }
  }

  /// Returns a journal that is there, locked; nil while a process does its work, and for a link or one that has gone.
  ///
  /// One with two names became a result by a process that was killed before it removed the first.
  private static func openUnlocked(_ path: String) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      let file = try OpenFile(path, [.readWrite, .append, .nonBlocking, .noFollow])
      guard file.tryLock() == .taken else { return nil }
      let status = try file.status()
      guard status.isRegular, status.linkCount == 1 else {
        if status.isRegular { Paths.remove(path) }
        return nil
      }
      return file
    } catch .system("open", _, .noSuchFileOrDirectory), .system("open", _, .tooManySymbolicLinkLevels) {
      return nil
    }
  }
}
