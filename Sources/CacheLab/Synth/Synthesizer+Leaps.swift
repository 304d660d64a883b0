import StrategyKit

extension Synthesizer {
  /// Chromium's smooth scrolling, measured: iOS publishes no curve of its own for the way to the top.
  private static let topCurve = CubicBezier(x1: 0.42, y1: 0, x2: 0, y2: 1)
  private static let topDuration: Int64 = 1_500_000

  mutating func jump(to offset: Double) {
    let from = shown(at: clock).offset
    let to = min(offset, lastOffset)
    follow([], rest: to)
    report(.jump, .object([("from", .thousandths(quantised(from))), ("to", .thousandths(quantised(to)))]))
    show(to)
  }

  mutating func goToTop() {
    report(.top)
    follow([(.ease(from: offsetInside, to: 0, Synthesizer.topCurve), Synthesizer.topDuration)], rest: 0)
    reports.append((clock + Synthesizer.topDuration, .idle, nil))
    advance(to: clock + Synthesizer.topDuration)
  }

  mutating func scrub(to offset: Double, duration: Int64) {
    report(.scrub, .object([("on", .word("true"))]))
    follow([(.arm(from: offsetInside, to: offset), duration)], rest: offset)
    advance(to: clock + duration)
    report(.scrub, .object([("on", .word("false"))]))
  }

  /// Scrolls evenly. Browsers report no finger for a wheel or a scroll bar, and neither does the trace.
  mutating func turnWheel(by way: Double, duration: Int64) {
    let from = offsetInside
    let to = inside(from + way)
    follow([(.finger(raw: from, way: to - from, bend: 0), duration)], rest: to)
    advance(to: clock + duration)
  }

  /// Turns the screen: about as many columns more as it gets wider.
  mutating func rotate() throws(InputError) {
    let (width, height) = (layout.viewportWidth, layout.viewportHeight)
    let columns = max(1, (Int64(layout.columns) * height.rawValue + width.rawValue / 2) / width.rawValue)
    try change(ScreenOverride(viewport: (height, width), columns: Int32(min(columns, 1000))))
  }

  /// Changes the layout; the first photo on the screen stays in the topmost row.
  mutating func change(_ screen: ScreenOverride) throws(InputError) {
    let offset = MilliPoints(rawValue: Int64(offsetInside * 1000))
    let next = try screen.applied(to: layout, headerColumns: layout.columns, place: "script")
    let item = layout.items(overlapping: layout.viewport(at: offset)).lower
    layout = next
    let wanted = Double((next.extent(ofRow: next.row(of: item)).minY - next.insetTop).rawValue) / 1000
    report(.layout, .object(TraceValue.geometry(next)))
    let first = min(wanted, lastOffset)
    follow([], rest: first)
    show(first)
  }

  mutating func show(_ offset: Double) {
    frames.put(clock * 1000, quantised(offset), into: &document)
  }
}

/// Changes of the photos. As in a collection view the offset stays and the scroll goes on, unless the content has become
/// too short.
extension Synthesizer {
  mutating func insert(_ count: Int32, at place: Int32) throws(InputError) {
    guard place <= layout.count else { throw outOfGrid("insert \(place) \(count)") }
    change(count: layout.count + count, .insert, [ItemRange(lower: place, upper: place + count)])
    photoCount += count
  }

  mutating func remove(_ count: Int32, at place: Int32) throws(InputError) {
    guard place + count <= layout.count else { throw outOfGrid("remove \(place) \(count)") }
    change(count: layout.count - count, .remove, [ItemRange(lower: place, upper: place + count)])
  }

  mutating func limit(to count: Int32) throws(InputError) {
    guard count <= photoCount else { throw outOfGrid("access \(count)") }
    let chosen = GridContent(choosing: count, of: photoCount)
    change(count: count, .access, chosen.photos)
  }

  private mutating func change(count: Int32, _ code: TraceCode, _ items: [ItemRange]) {
    layout.resize(to: count)
    report(code, .object([("items", .items(items))]))
    let offset = shown(at: clock).offset
    if offset > lastOffset { follow([], rest: lastOffset) }
    show(min(offset, lastOffset))
  }

  private func outOfGrid(_ words: String) -> InputError {
    InputError(
      "script", value: words, "names more than the \(layout.count) photos that are there", cure: "name fewer")
  }
}
