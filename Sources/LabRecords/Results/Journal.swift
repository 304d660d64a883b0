package import LabBase
package import LabSystem
import Synchronization
import SystemPackage

/// A line that can be checked: a tab at its end, and the XXH64 of what stands before the tab, in 16 hexadecimal digits.
///
/// Lines of journals are such, and rows and first lines of results.
package enum CheckedLine {
  /// Why a line is not as it was written.
  package struct Damage: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// The line with its checksum, without a newline.
  package static func text(_ content: String) -> String { "\(content)\t\(checksum(content[...]))" }

  /// What stands before the checksum.
  ///
  /// - Throws: `Damage` with both checksums, where they differ.
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

  private static func checksum(_ content: Substring) -> String { Fingerprint.text(XXHash64.hash(Array(content.utf8))) }
}

/// A file that says what of a long piece of work is finished: a head, then a line a part; gone when all is done.
///
/// The process that writes a journal holds a lock on it; an unlocked journal was left by a process that died. Lines that
/// were cut or are damaged are ignored.
public final class Journal: Sendable {
  /// What the work is, and where its journals stand.
  public struct Work: Sendable {
    /// What the names of all journals of this work begin with; the number of the process follows.
    let prefix: String
    public let directory: String
    /// The first line: only a journal with the same one is of the same work.
    let head: String
    /// The minimum interval between two fsyncs, in nanoseconds. A power cut may lose what was finished since the last one.
    let patience: Int64

    package init(prefix: String, in directory: String, head: JSON, patience: Int64) {
      self.prefix = prefix
      self.directory = directory
      self.head = head.compactText + "\n"
      self.patience = patience
    }

    /// Heads of the journals with this prefix that nobody holds, each with the path of its file.
    package func heads() throws(FileError) -> [(path: String, head: JSON)] {
      var heads: [(path: String, head: JSON)] = []
      for name in try names() {
        guard let file = try Journal.openUnlocked("\(directory)/\(name)") else { continue }
        let bytes = try file.prefix(1 << 16)
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
          let head = try? JSON.parse(String(decoding: bytes[..<end], as: UTF8.self))
        else { continue }
        heads.append((file.path, head))
      }
      return heads
    }

    fileprivate func names() throws(FileError) -> [String] {
      guard try Paths.isFolder(directory) else { return [] }
      return try Paths.names(in: directory).filter { $0.hasPrefix(prefix) && $0.hasSuffix(Journal.ending) }
    }
  }

  private struct State: ~Copyable {
    let file: OpenFile
    /// Where the last whole line ends, if something follows it.
    var cut: Int?
    /// When the disk was last waited for.
    var synchronized = Clocks.monotonic()
    /// Why a line could not be written.
    var problem: ResultError?
  }

  private let work: Work
  package let path: String
  private let state: Mutex<State>
  /// What was finished when the file was opened: the lines below the head.
  package let lines: [String]
  /// What to say of lines that are damaged.
  public let damage: [String]

  private static let bytesMax: Int64 = 2 << 30
  private static let ending = ".journal"

  /// Begins a journal in a folder that exists.
  public init(_ work: Work) throws(ResultError) {
    let file: OpenFile
    do throws(FileError) {
      file = try Journal.create(work)
    } catch {
      throw .making("\(work.directory)/\(work.prefix)", error)
    }
    self.work = work
    path = file.path
    state = Mutex(State(file: file))
    (lines, damage) = ([], [])
  }

  private static func create(_ work: Work) throws(FileError) -> OpenFile {
    let stem = "\(work.directory)/\(work.prefix)\(ThisProcess.id)"
    for attempt in 0..<1_000 {
      let path = stem + (attempt == 0 ? "" : "-\(attempt)") + ending
      do throws(FileError) {
        let file = try OpenFile(path, .readWrite, [.create, .exclusiveCreate, .append])
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
  /// - Returns: Nil when there is none with a line.
  /// - Throws: Where one cannot be read: what it says would be run again.
  public static func unfinished(_ work: Work) throws(ResultError) -> Journal? {
    var journals: [Journal] = []
    do throws(FileError) {
      for name in try work.names() {
        if let journal = try Journal("\(work.directory)/\(name)", work) { journals.append(journal) }
      }
    } catch {
      throw .cannotRead(work.directory, reason: error.description)
    }
    let most = journals.map(\.lines.count).max() ?? 0
    let best = most == 0 ? nil : journals.first { $0.lines.count == most }
    for journal in journals where journal !== best { Paths.remove(journal.path) }
    return best
  }

  /// An existing journal, unless someone holds it, or it is of other work. One that was cut before its head ended goes.
  private init?(_ path: String, _ work: Work) throws(FileError) {
    guard let file = try Journal.openUnlocked(path) else { return nil }
    let size = try file.state().byteCount
    guard size <= Journal.bytesMax, let bytes = try file.bytes(at: 0, count: Int(size)) else { return nil }
    guard bytes.starts(with: work.head.utf8) else {
      if !bytes.contains(UInt8(ascii: "\n")) { Paths.remove(path) }
      return nil
    }
    var (lines, damage) = ([String](), [String]())
    var end = work.head.utf8.count
    while let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
      do throws(CheckedLine.Damage) {
        lines.append(String(try CheckedLine.content(String(decoding: bytes[end..<newline], as: UTF8.self)[...])))
      } catch {
        damage.append("\(path):\(lines.count + damage.count + 2): \(error): what it stood for is run again")
      }
      end = newline + 1
    }
    self.work = work
    self.path = path
    state = Mutex(State(file: file, cut: end < bytes.count ? end : nil))
    (self.lines, self.damage) = (lines, damage)
  }

  /// Adds a line, its checksum behind it. Any thread may.
  ///
  /// - Throws: What keeps lines from being written, now or since an earlier one.
  package func append(_ line: String) throws(ResultError) {
    let bytes = Array((CheckedLine.text(line) + "\n").utf8)
    try state.withLock { state throws(ResultError) in
      if let problem = state.problem { throw problem }
      let now = Clocks.monotonic()
      do throws(FileError) {
        if let cut = state.cut { try state.file.cut(to: cut) }
        state.cut = nil
        try state.file.write(bytes)
        if now - state.synchronized >= work.patience {
          state.synchronized = now
          try state.file.synchronize()
        }
      } catch {
        let problem = ResultError.cannotAppend(path, reason: error.reason)
        state.problem = problem
        throw problem
      }
    }
  }

  /// - Throws: What kept a line from being written.
  public func check() throws(ResultError) {
    if let problem = state.withLock({ $0.problem }) { throw problem }
  }

  /// Removes the journal, and those that earlier attempts at the same work left.
  public func remove() {
    Paths.remove(path)
    // All is done: one that cannot be removed does no harm.
    for name in (try? work.names()) ?? [] {
      guard let left = (try? Journal.openUnlocked("\(work.directory)/\(name)")) ?? nil else { continue }
      Paths.remove(left.path)
    }
  }

  /// Opens and locks an existing journal; returns nil if another process holds its lock, or if it is a link or has gone.
  private static func openUnlocked(_ path: String) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      let file = try OpenFile(path, .readWrite, [.append, .nonBlocking, .noFollow])
      guard file.tryLock() == .taken else { return nil }
      let status = try file.status()
      guard status.type == .regular, status.linkCount == 1 else { return nil }
      return file
    } catch .system("open", _, .noSuchFileOrDirectory), .system("open", _, .tooManySymbolicLinkLevels) {
      return nil
    }
  }
}
