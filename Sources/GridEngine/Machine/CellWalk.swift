/// Walks through a script as a replay does, but without a strategy: which cells come, are seen, and go. A strategy
/// changes none of it.
///
/// Complexity: O(frames x visible rows + visits).
package struct CellWalk {
  /// A time in which nothing moves, and one row of cells that is in view in it.
  package struct Stretch: Sendable {
    /// In nanoseconds.
    package var begin: Int64
    package var end: Int64
    package var visits: Range<Int>
    /// The visible part of the row's height, in thousandths of a point of cells of the usual width.
    package var height: Int64
  }

  private let script: ReplayScript
  private let table: SlotTable
  package private(set) var visits: ContiguousArray<CellVisit> = []
  private(set) var slots: ContiguousArray<ItemSlots> = []
  /// The number of visits of the first frame, which come first.
  package private(set) var coldCount = 0
  /// By target size: the time of the first frame in which it is in force; nothing of that size is asked for before.
  package private(set) var firstFrames: ContiguousArray<Int64>
  /// By item: the visit of its cell, where it is on screen.
  private var visitOf: ContiguousArray<Int32>
  private var layout: GridLayout
  /// The size classes in force, until a frame has shown them.
  private var sizeClasses: [Int]
  private var shown = ItemRange.empty
  private var rows: Range<Int64> = 0..<0
  private var viewport: VerticalRange
  private var now: Int64 = 0
  private var frames = 0

  /// - Precondition: The grid shows the library's first photos throughout.
  package init(script: ReplayScript, table: SlotTable) {
    precondition(!script.hasChangingContent, "only scripts whose content stays are walked")
    self.script = script
    self.table = table
    layout = script.layouts[0]
    sizeClasses = table.sizeClasses(of: layout)
    viewport = layout.viewport(at: .zero)
    visitOf = ContiguousArray(repeating: 0, count: table.capacity)
    slots.append(table.slots(of: layout))
    firstFrames = ContiguousArray(repeating: .max, count: table.targetSizes.count)
  }

  /// Returns the time of the first frame with the slot's target size; nothing of it is held or being decoded before.
  package func firstFrame(ofSlot slot: Int32) -> Int64 { firstFrames[Int(slot) / max(1, table.capacity)] }

  package mutating func run(_ stretch: (Stretch) -> Void = { _ in }) {
    for step in script.steps {
      pass(until: step.time, stretch)
      switch step.kind {
      case .frame: frame(offset: MilliPoints(rawValue: step.value))
      case .layout: changeLayout(to: Int(step.value))
      case .content: preconditionFailure("only scripts whose content stays are walked")
      case .memoryWarning, .background, .foreground: break
      }
    }
    pass(until: script.end.rawValue, stretch)
    leave(shown)
  }

  private mutating func pass(until time: Int64, _ stretch: (Stretch) -> Void) {
    if time > now && frames > 0 {
      for row in rows {
        let extent = layout.extent(ofRow: row)
        let items = layout.items(inRows: row..<row + 1)
        // Cells of a row enter together, in item order.
        let first = Int(visitOf[Int(items.lower)])
        let cells = first..<first + items.count
        let whole = extent.maxY - extent.minY
        let visible = min(extent.maxY, viewport.maxY) - max(extent.minY, viewport.minY)
        let elapsed = time - now
        let seen = visible == whole ? elapsed : visible.rawValue.scaled(by: elapsed, over: whole.rawValue)
        for visit in cells { visits[visit].seen += seen }
        stretch(Stretch(begin: now, end: time, visits: cells, height: layout.area(of: visible, inRow: row)))
      }
    }
    now = time
  }

  private mutating func frame(offset: MilliPoints) {
    viewport = layout.viewport(at: offset)
    rows = layout.rows(overlapping: viewport)
    let visible = layout.items(inRows: rows)
    if visible != shown {
      let old = shown
      leave(old.before(visible))
      leave(old.after(visible))
      shown = visible
      enter(visible.before(old))
      enter(visible.after(old))
    }
    frames += 1
    for sizeClass in sizeClasses { firstFrames[sizeClass] = min(firstFrames[sizeClass], now) }
    sizeClasses = []
    if frames == 1 { coldCount = visits.count }
  }

  private mutating func changeLayout(to index: Int) {
    leave(shown)
    shown = .empty
    rows = 0..<0
    layout = script.layouts[index]
    sizeClasses = table.sizeClasses(of: layout)
    slots.append(table.slots(of: layout))
  }

  private mutating func enter(_ items: ItemRange) {
    let keys = slots[slots.count - 1]
    for item in items.lower..<items.upper {
      var slot = Slot()
      table.describe(&slot, item: Int(item), sizeClass: Int(keys[item]) / table.capacity)
      visitOf[Int(item)] = Int32(visits.count)
      visits.append(
        CellVisit(
          slot: keys[item], item: ItemID(rawValue: item), layout: Int32(slots.count - 1), begin: now, end: now,
          seen: 0, cost: slot.cost, bytes: slot.has(.broken) ? 0 : slot.bytes))
    }
  }

  private mutating func leave(_ items: ItemRange) {
    for item in items.lower..<items.upper { visits[Int(visitOf[Int(item)])].end = now }
  }
}

extension RequestFuture {
  /// Creates the requests of a script, which are the same for every strategy.
  ///
  /// - Precondition: at most `requestsMax` requests.
  /// - Complexity: O(frames x visible rows + requests), 48 bytes a request.
  public init(script: ReplayScript, table: SlotTable) {
    var walk = CellWalk(script: script, table: table)
    walk.run()
    let keys = ContiguousArray(walk.visits.lazy.map { $0.slot })
    self.init(keys: keys, keyCount: table.slotCount, visits: walk.visits, slots: walk.slots)
  }
}
