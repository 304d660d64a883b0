import CacheLab
import StrategyKit

/// Watches some visits of a replay: what each found and how long it waited.
struct VisitProbe: SelectiveObserver {
  struct ID: Hashable {
    var item: Int32
    var requested: Int64
  }

  struct Finding: Hashable {
    var outcome: RequestOutcome
    /// Until its image came, its cell left or the trace ended.
    var wait: Int64
    var isShown: Bool
  }

  private(set) var findings: [ID: Finding] = [:]
  private let wanted: Set<ID>
  private let table: SlotTable
  private var open: [Int32: (id: ID, slot: Int32)] = [:]

  init(_ visits: [Visit], table: SlotTable) {
    wanted = Set(visits.map { ID(item: $0.item, requested: $0.requested) })
    self.table = table
  }

  mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    let id = ID(item: item.rawValue, requested: time.rawValue)
    guard wanted.contains(id) else { return }
    findings[id] = Finding(outcome: outcome, wait: 0, isShown: outcome == .hit)
    if outcome != .hit { open[item.rawValue] = (id, slot) }
  }

  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    if open.isEmpty || !kept { return }
    let item = table.item(ofSlot: slot).rawValue
    if let visit = open[item], visit.slot == slot { close(item, at: time.rawValue, isShown: true) }
  }

  mutating func release(_ item: ItemID, at time: Nanoseconds) {
    if !open.isEmpty { close(item.rawValue, at: time.rawValue, isShown: false) }
  }

  /// The clock stopped.
  mutating func finish(end: Nanoseconds) {
    for item in open.keys.sorted() { close(item, at: end.rawValue, isShown: false) }
  }

  private mutating func close(_ item: Int32, at time: Int64, isShown: Bool) {
    guard let visit = open.removeValue(forKey: item) else { return }
    findings[visit.id]?.wait = time - visit.id.requested
    findings[visit.id]?.isShown = isShown
  }
}
