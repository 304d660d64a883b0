import Strategies

extension Trace {
  /// A layout without a sample at its time is a frame all the same: the offset then in force, clamped to the content.
  mutating func addFramesOfLayouts() {
    guard layouts.count > 1 else { return }
    var result: ContiguousArray<TraceEntry> = []
    result.reserveCapacity(entries.count + layouts.count)
    var offset: Int64?
    for (index, entry) in entries.enumerated() {
      result.append(entry)
      if entry.kind == .sample { offset = entry.value }
      guard let shown = offset, isLastOfItsTime(index), let layout = layoutAt(index) else { continue }
      let clamped = min(max(shown, 0), layout.lastOffset.rawValue)
      offset = clamped
      result.append(TraceEntry(time: entry.time, value: clamped, kind: .sample))
    }
    entries = result
  }

  private func isLastOfItsTime(_ index: Int) -> Bool {
    index + 1 == entries.count || entries[index + 1].time != entries[index].time
  }

  /// The layout that comes into force at the time of the entry `index`, when no sample follows it there.
  private func layoutAt(_ index: Int) -> GridLayout? {
    var at = index
    let time = entries[index].time
    if entries[index].kind == .sample { return nil }
    while at >= 0 && entries[at].time == time {
      if entries[at].kind == .event(.layout) { return layouts[Int(entries[at].value)] }
      at -= 1
    }
    return nil
  }
}
