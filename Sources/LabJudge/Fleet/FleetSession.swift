import LabBase
import LabRecords
import LabSystem

/// A shard run to its end: what is done is saved from time to time, and a shard that was ended goes on from there.
///
/// A part that was saved says which of the shard's units are in it, and holds nothing else. So whoever finds a chain of
/// parts from the first unit on goes on behind it, whether the one that wrote them was killed or still runs: both come
/// to the same file.
public struct FleetSession {
  private let runner: FleetRunner
  private let path: String
  private let threads: Int
  private let progress: (Int, Int) -> Void
  private let heads = FleetHeads()

  /// CPU time of the replays themselves, nanoseconds.
  public private(set) var replayTime: Int64 = 0

  /// Units that were done before.
  public private(set) var resumedCount = 0

  /// What was done is saved each time that so many have passed.
  public static let saveSeconds: Int64 = 30
  /// And about how long it is worked for before that is asked.
  private static let batchTime: Int64 = 1_000_000_000

  /// - Parameters:
  ///   - path: Where the shard's file appears.
  ///   - progress: Is told how many units of how many are done.
  public init(_ runner: FleetRunner, to path: String, threads: Int, progress: @escaping (Int, Int) -> Void) {
    (self.runner, self.path, self.threads, self.progress) = (runner, path, threads, progress)
  }

  private var head: FleetHead { FleetHead(plan: runner.plan, shard: runner.shard) }

  /// Looks for what another program counted of this shard. Where this one has saved a part, it goes on from there.
  ///
  /// - Throws: `SweepError` naming a file, and both programs.
  public func checkProgram() throws {
    guard try leftovers().isEmpty else { return }
    for (path, other) in try [path].compactMap(ofShard) + parts() {
      let (program, own) = (other.plan.sweep.program, runner.plan.sweep.program)
      if program != own { throw SweepError.cannotResume(path, of: program, by: own) }
    }
  }

  /// A file with its head, where it is of this shard of the same work, whatever program counted it.
  private func ofShard(_ path: String) -> (path: String, head: FleetHead)? {
    guard let head = try? heads.head(of: path), head.plan.digest == runner.plan.digest, head.shard == runner.shard
    else { return nil }
    return (path, head)
  }

  /// Whether the file is there already, whole.
  public var isFinished: Bool {
    (try? heads.head(of: path)) == head && isWhole(path)
  }

  private func isWhole(_ path: String) -> Bool {
    guard let reader = try? FleetReader(path, heads) else { return false }
    do { while reader.next != nil { try reader.advance() } } catch { return false }
    return true
  }

  /// Runs what is not done.
  ///
  /// - Parameter resuming: Whether to go on from parts that were saved.
  public mutating func run(resuming: Bool) throws {
    let units = runner.unitCount
    var (done, parts) = resuming ? try saved(units) : (0, [])
    resumedCount = done
    var (begin, batch) = (done, threads)
    let gather = FleetGather(head)
    var (savedAt, lastAt) = (Clocks.monotonic(), Clocks.monotonic())
    while done < units {
      let end = min(done + batch, units)
      try runner.run(done..<end, threads: threads, into: gather)
      done = end
      progress(done, units)
      let now = Clocks.monotonic()
      if now - lastAt < FleetSession.batchTime { batch = min(batch * 2, 1 << 20) }
      lastAt = now
      // The last part is a file of its own only beside others.
      guard done < units ? now - savedAt >= FleetSession.saveSeconds * 1_000_000_000 : !parts.isEmpty else { continue }
      let path = "\(self.path).\(begin)-\(done)\(FleetSession.ending)"
      try gather.save(FleetHead(plan: runner.plan, shard: runner.shard, part: begin..<done), to: path)
      parts.append(path)
      (begin, savedAt) = (done, now)
    }
    if parts.isEmpty {
      try gather.save(head, to: path)
    } else {
      do { try FleetMerge.merge(parts, head, to: path) } catch {
        // Another copy of this shard was faster, and has removed the parts.
        guard isFinished else { throw error }
      }
    }
    for (part, _) in try self.parts() { Paths.remove(part) }
    replayTime = gather.replayTime
  }

  // MARK: Parts

  private static let ending = ".part"

  /// What lies beside the file, is named like a part and is of this shard.
  private func parts() throws -> [(path: String, head: FleetHead)] {
    let folder = Paths.directory(of: path)
    return try Paths.names(in: folder).filter {
      $0.hasPrefix(Paths.name(of: path) + ".") && $0.hasSuffix(FleetSession.ending)
    }.compactMap { ofShard("\(folder)/\($0)") }
  }

  /// All parts of this very shard by this program, by where they begin.
  private func leftovers() throws -> [(part: Range<Int>, path: String)] {
    try parts().compactMap { path, head in head.plan == runner.plan ? head.part.map { (part: $0, path: path) } : nil }
      .sorted { ($0.part.lowerBound, -$0.part.upperBound) < ($1.part.lowerBound, -$1.part.upperBound) }
  }

  /// How many units are done from the first on, and the parts that they are in.
  private func saved(_ units: Int) throws -> (done: Int, parts: [String]) {
    var (done, parts) = (0, [String]())
    for (part, path) in try leftovers() where part.lowerBound == done && part.upperBound <= units && isWhole(path) {
      parts.append(path)
      done = part.upperBound
    }
    return (done, parts)
  }
}
