#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a matrix has done so far: a file in the folder of its records, a line a finished run, gone when all are done.
///
/// A line is on the disk before its record appears, so that a record which is there is never run again. Whoever runs
/// the matrix holds a lock on the file: one without its lock is of a matrix that was killed or interrupted. A line
/// that was cut in two counts for nothing.
public struct MatrixJournal: ~Copyable {
  private let plan: MatrixPlan
  private let directory: String
  private let file: OpenFile
  /// SHA-256 of the record of each finished run.
  private var sums: [Int: String]
  /// Where the last whole line ends, if something follows it.
  private var cut: Int?

  private static let bytesMax: Int64 = 64 << 20

  /// Begins a journal in a folder that exists.
  public init(_ plan: MatrixPlan, in directory: String) throws(ResultError) {
    self.plan = plan
    self.directory = directory
    sums = [:]
    cut = nil
    let stem = "\(directory)/\(MatrixJournal.prefix(of: plan))\(getpid())"
    do throws(LibraryError) {
      file = try MatrixJournal.create(stem, head: MatrixJournal.head(of: plan))
    } catch {
      throw .cannotCreate(stem, reason: error.reason)
    }
  }

  /// Opens the journal of an unfinished matrix that nobody runs: of several the one with most runs. The others go.
  ///
  /// - Returns: Nil when there is none with a finished run.
  public static func unfinished(_ plan: MatrixPlan, in directory: String) -> MatrixJournal? {
    var best: MatrixJournal?
    for name in names(of: plan, in: directory) {
      guard let journal = MatrixJournal(plan, in: directory, name: name) else { continue }
      guard let earlier = best.take() else {
        best = consume journal
        continue
      }
      if earlier.finishedCount >= journal.finishedCount {
        journal.unlink()
        best = consume earlier
      } else {
        earlier.unlink()
        best = consume journal
      }
    }
    guard let journal = best.take() else { return nil }
    if journal.finishedCount > 0 { return journal }
    journal.unlink()
    return nil
  }

  /// The journal of that name, unless someone holds it, or it is of other surroundings. One that was cut before its
  /// first line ended goes.
  private init?(_ plan: MatrixPlan, in directory: String, name: String) {
    guard let file = MatrixJournal.withoutOwner("\(directory)/\(name)"), let size = try? file.state().byteCount,
      size <= MatrixJournal.bytesMax, let bytes = try? file.bytes(at: 0, count: Int(size))
    else { return nil }
    guard let (sums, end) = MatrixJournal.parse(bytes, plan) else {
      if !bytes.contains(UInt8(ascii: "\n")) { removeFile(file.path) }
      return nil
    }
    self.plan = plan
    self.directory = directory
    self.file = file
    self.sums = sums
    cut = end < bytes.count ? end : nil
  }

  /// Runs that are finished.
  public var finishedCount: Int { sums.count }

  /// Notes that a run is finished, before its record is written.
  ///
  /// - Parameter run: Its place in the plan.
  public mutating func append(_ record: RunRecord, run: Int) throws(ResultError) {
    let sum = SHA256.hex(of: record.text)
    let line = JSON.object([
      "run": .integer(Int128(run)), "configuration": .string(plan.configurations[run]), "sha256": .string(sum),
    ])
    do throws(LibraryError) {
      if let cut { try file.cut(to: cut) }
      cut = nil
      try file.write(Array((line.compactText + "\n").utf8))
      try file.synchronize()
    } catch {
      throw .cannotWrite(file.path, reason: error.reason)
    }
    sums[run] = sum
  }

  /// The record of a finished run, read from the folder; nil when the run has to be made: it was not finished, or its
  /// record did not appear any more, or is not what it was.
  public func record(ofRun run: Int) -> RunRecord? {
    guard let sum = sums[run] else { return nil }
    let ending = "-\(plan.configurations[run].prefix(8)).json"
    let names = (try? Paths.names(in: directory)) ?? []
    for name in names.reversed() where name.hasSuffix(ending) {
      guard let file = try? OpenFile.reading("\(directory)/\(name)"), let size = try? file.state().byteCount,
        size <= MatrixJournal.bytesMax, let bytes = try? file.bytes(at: 0, count: Int(size))
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if SHA256.hex(of: text) == sum { return try? RunRecord(text: text, name: name) }
    }
    return nil
  }

  /// Removes the journal, and those that earlier attempts at the same runs left.
  public consuming func remove() {
    unlink()
    for name in MatrixJournal.names(of: plan, in: directory) {
      guard let left = MatrixJournal.withoutOwner("\(directory)/\(name)") else { continue }
      removeFile(left.path)
    }
  }
}

extension MatrixJournal {
  private borrowing func unlink() { removeFile(file.path) }

  private static func create(_ stem: String, head: String) throws(LibraryError) -> OpenFile {
    for attempt in 0..<1_000 {
      let path = stem + (attempt == 0 ? "" : "-\(attempt)") + ending
      do throws(LibraryError) {
        let file = try OpenFile(path, flags: O_CREAT | O_EXCL | O_RDWR | O_APPEND)
        guard file.tryLock() != .othersHold, try file.status().st_nlink == 1 else { continue }
        try file.write(Array(head.utf8))
        try file.synchronize()
        Paths.synchronizeDirectory(of: path)
        return file
      } catch {
        guard case .system(_, _, EEXIST) = error else { throw error }
      }
    }
    throw .system(call: "open", path: stem, code: EEXIST)
  }

  /// An existing journal, locked; nil while someone runs its matrix.
  private static func withoutOwner(_ path: String) -> OpenFile? {
    guard let file = try? OpenFile(path, flags: O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW), file.tryLock() == .taken,
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1
    else { return nil }
    return file
  }

  private static let ending = ".journal"

  private static func prefix(of plan: MatrixPlan) -> String { "matrix-\(plan.digest.prefix(16))-" }

  private static func names(of plan: MatrixPlan, in directory: String) -> [String] {
    let prefix = prefix(of: plan)
    return ((try? Paths.names(in: directory)) ?? []).filter { $0.hasPrefix(prefix) && $0.hasSuffix(ending) }
  }

  private static func head(of plan: MatrixPlan) -> String {
    let head = JSON.object([
      "matrix-journal": .integer(1), "plan": .string(plan.digest), "surroundings": .string(plan.surroundings),
    ])
    return head.compactText + "\n"
  }

  /// The finished runs and where the last whole line ends; nil when the head is another.
  private static func parse(_ bytes: [UInt8], _ plan: MatrixPlan) -> (sums: [Int: String], end: Int)? {
    let head = Array(head(of: plan).utf8)
    guard bytes.starts(with: head) else { return nil }
    var sums: [Int: String] = [:]
    var end = head.count
    while let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = try? JSON.parse(String(decoding: bytes[end..<newline], as: UTF8.self)),
        let run = line["run"]?.integer, let sum = line["sha256"]?.string, run >= 0,
        run < Int128(plan.configurations.count), line["configuration"]?.string == plan.configurations[Int(run)]
      else { break }
      sums[Int(run)] = sum
      end = newline + 1
    }
    return (sums, end)
  }
}

/// unlink(2) by a name that no method hides; what cannot be removed stays.
private func removeFile(_ path: String) { _ = unsafe unlink(path) }
