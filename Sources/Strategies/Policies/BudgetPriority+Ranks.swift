extension BudgetPriority {
  /// The assumed cost of a decode before the first one has ended, in seconds.
  private static let firstCost = 0.012
  /// The number of budgets that rows may fill before no further rows are looked at.
  private static let budgetsLookedAt = 1.6
  /// The time within which a cell that is blank already should be filled, in seconds.
  private static let patience = 0.02
  /// The worth of a hit, in seconds of a cell's visit.
  private static let hitWorth = 0.05
  /// The longest visit that counts, in seconds: so far ahead its length is unknown.
  private static let visitMax = 0.5
  /// The factor by which a held bitmap counts as nearer than a missing one, so that the two do not take turns.
  private static let heldCloser = 0.8

  public mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    guard let layout else { return nil }
    forecast.wait(until: time.rawValue)
    // At rest no frame comes, and what is downloaded meanwhile enters the queue.
    if forecast.velocity == 0 { hasKnownRows = false }
    if forecast.velocity == 0, let item = bestVisible(layout, jobs) { return begin(item, at: time) }
    let mean = Double(jobs.meanDecodeTime.rawValue) / 1_000_000_000
    let cost = mean > 0 ? mean : BudgetPriority.firstCost
    see(decodeCost: cost, workers: jobs.workers, layout)
    let since = Double(time.rawValue - forecast.time) / 1_000_000_000
    let busy = busyTime(jobs, cost: cost, at: time)
    chooseAim(layout, jobs, cost: cost, since: since)
    collect(jobs, layout, cost: cost, since: since)
    plan.order(cost: cost, workers: jobs.workers, busy: busy)
    guard let first = plan.first else { return nil }
    if let item = firstThatFits(of: first, layout, jobs) { return begin(item, at: time) }
    plan.sortToRun()
    for index in plan.groups.indices.dropFirst() {
      if let item = firstThatFits(of: plan.groups[index], layout, jobs) { return begin(item, at: time) }
    }
    return nil
  }

  private mutating func begin(_ item: ItemID, at time: Nanoseconds) -> ItemID {
    if begun.count >= 64 { begun.removeFirst() }
    begun.append((item, time.rawValue))
    if hasKnownRows, let row = layout?.row(of: item.rawValue) {
      if let index = queuedRows.firstIndex(where: { $0.row == row }) { queuedRows[index].count -= 1 }
    }
    return item
  }

  /// Returns the queued item on screen that fills most of it for its cost, for which its bytes stand. At rest nothing
  /// leaves, and Smith's rule, area over cost, gives the least blank area over time and about the least mean wait.
  private func bestVisible(_ layout: GridLayout, _ jobs: JobView) -> ItemID? {
    var best: ItemID?
    var bestWorth = 0.0
    for row in layout.rows(overlapping: layout.viewport(at: MilliPoints(rawValue: forecast.offset))) {
      let share = visibleShare(layout.extent(ofRow: row), layout)
      let items = layout.items(inRows: row..<row + 1)
      for id in items.lower..<items.upper {
        let item = ItemID(rawValue: id)
        guard jobs.state(of: item) == .queued else { continue }
        let worth = share / Double(jobs.bytes(of: item).rawValue)
        if worth > bestWorth { (best, bestWorth) = (item, worth) }
      }
    }
    return best
  }

  public mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? {
    held = jobs.residents(in: held)
    // Bound after the last change: a layout that is held across one is copied.
    guard let layout else { return nil }
    var rest = held
    let gap = gap(ofRow: layout.row(of: item.rawValue), layout)
    return farthest(of: &rest, beyond: gap, layout, jobs) ?? (gap == 0 ? lastOfAim(jobs) : nil)
  }

  private mutating func busyTime(_ jobs: JobView, cost: Double, at time: Nanoseconds) -> Double {
    var busy = 0.0
    var kept = 0
    // By index: a loop over the array would hold it, and writing would copy it.
    for index in begun.indices where jobs.state(of: begun[index].item) == .decoding {
      let began = begun[index].at
      begun[kept] = begun[index]
      kept += 1
      busy += max(0, cost - Double(time.rawValue - began) / 1_000_000_000)
    }
    begun.removeLast(begun.count - kept)
    return busy
  }

  /// A row with queued items; it holds until the next frame.
  struct QueuedRow: Sendable {
    var row: Int64
    var count: Int
    var gap: Double
    /// The time of the visit, in seconds after the last frame.
    var visit: (begin: Double, end: Double)
    /// The visible share of the row; nil for a row beside the viewport.
    var share: Double?
  }

  /// Plans the queued items. While the content moves, rows are looked at once a frame: until the next frame items leave
  /// the queue only by this strategy's choice, and new ones can wait.
  private mutating func collect(_ jobs: JobView, _ layout: GridLayout, cost: Double, since: Double) {
    if !hasKnownRows {
      lookAtRows(jobs, layout)
      hasKnownRows = true
    }
    plan.removeAll()
    let isFast = forecast.isFast
    // By index: a loop over the array would hold it.
    for index in queuedRows.indices where queuedRows[index].count > 0 {
      let row = queuedRows[index]
      if isFast && row.share == nil && row.visit.end - since < cost { continue }
      plan.append(group(row, cost, since))
    }
  }

  /// Looks at the visible rows and then at others by gap, until their bytes fill some budgets.
  private mutating func lookAtRows(_ jobs: JobView, _ layout: GridLayout) {
    queuedRows.removeAll(keepingCapacity: true)
    let viewport = layout.viewport(at: MilliPoints(rawValue: forecast.offset))
    let rows = layout.rows(overlapping: viewport)
    let limit = Int64(Double(budget.rawValue) * BudgetPriority.budgetsLookedAt)
    var bytes: Int64 = 0
    for row in rows { look(at: row, nil, jobs, layout, &bytes) }
    if !aimedRows.isEmpty { bytes = 0 }
    var (above, below) = (rows.lowerBound - 1, rows.upperBound)
    let last = layout.rowCount - 1
    let far = Double(max(margin(layout), nextFrames(layout)))
    var gapAbove = above >= 0 ? gap(ofRow: above, layout) : .infinity
    var gapBelow = below <= last ? gap(ofRow: below, layout) : .infinity
    while bytes < limit && min(gapAbove, gapBelow) <= far {
      if gapAbove < gapBelow {
        if !aimedRows.contains(above) { look(at: above, gapAbove, jobs, layout, &bytes) }
        above -= 1
        gapAbove = above >= 0 ? gap(ofRow: above, layout) : .infinity
      } else {
        if !aimedRows.contains(below) { look(at: below, gapBelow, jobs, layout, &bytes) }
        below += 1
        gapBelow = below <= last ? gap(ofRow: below, layout) : .infinity
      }
    }
    // Mostly the latest to be seen: a plan sorts what comes nearly in order.
    for row in aimedRows { look(at: row, 1, jobs, layout, &bytes) }
  }

  private mutating func look(
    at row: Int64, _ gap: Double?, _ jobs: JobView, _ layout: GridLayout, _ bytes: inout Int64
  ) {
    let (count, all) = jobs.queued(in: layout.items(inRows: row..<row + 1))
    bytes += all.rawValue
    if count == 0 { return }
    let extent = layout.extent(ofRow: row)
    queuedRows.append(
      QueuedRow(
        row: row, count: count, gap: gap ?? self.gap(ofRow: row, layout),
        visit: forecast.visit(minY: extent.minY.rawValue, maxY: extent.maxY.rawValue),
        share: gap == nil ? visibleShare(extent, layout) : nil))
  }

  @inline(__always)
  private func group(_ row: QueuedRow, _ cost: Double, _ since: Double) -> DecodePlan.Group {
    let (begin, end) = (max(0, row.visit.begin - since), row.visit.end - since)
    var group = DecodePlan.Group(
      row: row.row, count: row.count, deadline: .infinity, weight: 0, gap: row.gap, kind: .due)
    if row.visit.begin == .infinity {
      group.kind = .unreachable
    } else if end < cost {
      group.kind = .hopeless
    } else {
      let seen = min(BudgetPriority.visitMax, end - begin)
      if let share = row.share {
        group.deadline = max(cost, min((end - begin) / 2, BudgetPriority.patience))
        group.weight = seen * share
      } else {
        group.deadline = begin
        group.weight = seen + (begin > cost ? BudgetPriority.hitWorth : 0)
      }
    }
    return group
  }

  private func visibleShare(_ row: VerticalRange, _ layout: GridLayout) -> Double {
    let viewport = layout.viewport(at: MilliPoints(rawValue: forecast.offset))
    let seen = min(row.maxY, viewport.maxY) - max(row.minY, viewport.minY)
    return Double(seen.rawValue) / Double((row.maxY - row.minY).rawValue)
  }

  /// Returns the distance of a row from the viewport in thousandths of a point; rows behind count as farther.
  @inline(__always)
  private func gap(ofRow row: Int64, _ layout: GridLayout) -> Double {
    if aimedRows.lowerBound <= row && row < aimedRows.upperBound { return 1 }
    let extent = layout.extent(ofRow: row)
    let above = forecast.offset - extent.maxY.rawValue
    let below = extent.minY.rawValue - forecast.offset - layout.viewportHeight.rawValue
    // A row that touches the viewport's edge is not in it.
    let distance = Double(max(0, above + 1, below + 1))
    if (below > above) == forecast.isMovingDown { return distance }
    return distance * (forecast.velocity == 0 ? 2 : 1 + behind * min(1, forecast.speed))
  }

  /// Returns the queued item of the group that a cell waits for or that fits the budget, the smallest first: it is the
  /// cheapest to hold, and mostly to decode.
  private mutating func firstThatFits(
    of group: DecodePlan.Group, _ layout: GridLayout, _ jobs: JobView
  ) -> ItemID? {
    let items = layout.items(inRows: group.row..<group.row + 1)
    guard let (item, bytes) = jobs.smallestQueued(in: items) else { return nil }
    return group.gap == 0 || hasRoom(for: bytes.rawValue, beyond: group.gap, layout, jobs) ? item : nil
  }

  private mutating func hasRoom(for bytes: Int64, beyond gap: Double, _ layout: GridLayout, _ jobs: JobView) -> Bool {
    var excess = jobs.live.rawValue - jobs.reclaimable.rawValue + bytes - budget.rawValue
    if excess <= 0 { return true }
    held = jobs.residents(in: held)
    var rest = held
    while let victim = farthest(of: &rest, beyond: gap, layout, jobs) {
      excess -= jobs.bytes(of: victim).rawValue
      if excess <= 0 { return true }
    }
    return false
  }

  /// Removes the farthest bitmap from `items` that no cell shows and that lies strictly farther than `gap`, and returns
  /// it.
  private func farthest(
    of items: inout ItemRange, beyond gap: Double, _ layout: GridLayout, _ jobs: JobView
  ) -> ItemID? {
    while !items.isEmpty {
      // What is aimed at is not looked for.
      if aim.contains(ItemID(rawValue: items.lower)) { items.lower = min(aim.upper, items.upper) }
      if !items.isEmpty && aim.contains(ItemID(rawValue: items.upper - 1)) { items.upper = max(aim.lower, items.lower) }
      if items.isEmpty { return nil }
      let low = self.gap(ofRow: layout.row(of: items.lower), layout)
      let high = self.gap(ofRow: layout.row(of: items.upper - 1), layout)
      if max(low, high) * BudgetPriority.heldCloser <= gap { return nil }
      let item: ItemID
      if low > high {
        item = ItemID(rawValue: items.lower)
        items.lower += 1
      } else {
        items.upper -= 1
        item = ItemID(rawValue: items.upper)
      }
      if jobs.state(of: item) == .kept { return item }
    }
    return nil
  }
}
