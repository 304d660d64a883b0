import LabJudge
import Synchronization

/// Rows of a sweep as threads finish them.
final class Gathered: Sendable {
  private let rows = Mutex<[SweepRow]>([])

  var all: [SweepRow] { rows.withLock { $0 } }

  func append(_ row: SweepRow) { rows.withLock { $0.append(row) } }
}
