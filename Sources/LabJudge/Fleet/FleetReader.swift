import LabBase
import LabRecords
import LabSystem

/// Reads a file of cells one after the other: what it holds at once is a block.
final class FleetReader {
  let name: String
  let head: FleetHead
  /// The next cell; nil at the end.
  private(set) var next: (key: FleetKey, cell: FleetCell)?
  private let file: OpenFile
  private var at: Int64
  private var block = ByteReader([])
  private var count: UInt64 = 0

  /// No honest block comes near: one cell more than `FleetWriter.blockSize`.
  private static let blockMax = 4 << 20

  init(_ path: String, _ heads: FleetHeads) throws(SweepError) {
    name = path
    do throws(FileError) { file = try OpenFile.reading(path) } catch { throw FleetReader.failure(path, error) }
    (head, at) = try heads.head(file, path)
    try advance()
  }

  private static func failure(_ path: String, _ error: FileError) -> SweepError {
    SweepError(path, "\(error.reason): check the path")
  }

  /// Goes on to the next cell.
  func advance() throws(SweepError) {
    let last = next?.key
    if block.isAtEnd {
      next = nil
      guard try readBlock() else { return }
    }
    guard let read = FleetCell.read(&block) else { throw damage("a cell cannot be read") }
    guard last.map({ $0 < read.key }) ?? true else { throw damage("its cells are not in their order") }
    guard isOfPlan(read.key) else { throw damage("it has a cell that is not of its plan") }
    let traces = head.plan.traceCount
    guard read.cell.isPossible(read.key, traces: traces) else {
      throw damage("its cell \(count + 1) has numbers that no \(NumberText.count(traces, "trace")) come to")
    }
    count += 1
    next = read
  }

  private func isOfPlan(_ key: FleetKey) -> Bool {
    let plan = head.plan.sweep
    guard Int(key.screen) < plan.screens.count, Int(key.device) < plan.devices.count else { return false }
    if key.strategy == FleetKey.traces { return key.device == 0 && FleetRunner.Remark(rawValue: key.stratum) != nil }
    return Int(key.strategy) < plan.strategies.count
      && (key.stratum == FleetKey.all || FleetStratum(key.stratum) != nil)
  }

  /// False at the end of the file.
  private func readBlock() throws(SweepError) -> Bool {
    var lead = ByteReader(try bytes(12))
    let (length, sum) = (lead.little32() ?? 0, lead.little64() ?? 0)
    at += 12
    if length == 0 {
      guard sum == count else { throw damage("it has \(count) cells of \(sum)") }
      guard let size = try? file.state().byteCount, size == at else { throw damage("something follows its end") }
      return false
    }
    guard length <= FleetReader.blockMax else { throw damage("a block is too large") }
    let content = try bytes(Int(length))
    guard XXHash64.hash(content) == sum else { throw damage("a checksum is wrong") }
    at += Int64(length)
    block = ByteReader(content)
    return true
  }

  private func bytes(_ count: Int) throws(SweepError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try file.bytes(at: at, count: count) } catch {
      throw FleetReader.failure(name, error)
    }
    guard let bytes else { throw damage("it is cut at byte \((try? file.state().byteCount) ?? at)") }
    return bytes
  }

  private func damage(_ what: String) -> SweepError {
    SweepError(name, "\(what), so it is damaged: \(head.shard.cure)")
  }
}
