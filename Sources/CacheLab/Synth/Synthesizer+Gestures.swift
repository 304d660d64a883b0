/// The actions of fingers and of the app; lengths in points, times in milliseconds.
extension Synthesizer {
  /// The way of a flick as a share of that at the speed of its lift, to which the speed grows evenly.
  private static let wayShare = 0.6
  /// The rest before a lift after which no fling starts, in microseconds (100 ms on iOS).
  private static let restBeforeLift: Int64 = 120_000

  mutating func wait(_ duration: Double) { advance(to: clock + microseconds(duration)) }

  /// Waits until the scroll rests, and then for a time.
  mutating func rest(_ duration: Double) {
    advance(to: max(clock, stretches[stretches.endIndex - 1].start) + microseconds(duration))
  }

  /// Moves a finger that lifts at `speed` points a second, positive towards the end of the library.
  mutating func flick(_ speed: Double, contact: Double) {
    let way = speed * (contact * 1000).rounded() / 1e6 * Synthesizer.wayShare
    pull([FingerWay(way: way, duration: contact, bend: 1 / Synthesizer.wayShare - 1)], speed: speed)
  }

  private func microseconds(_ milliseconds: Double) -> Int64 { Int64((milliseconds * 1000).rounded()) }

  /// Puts the finger down, which stops the scroll; returns the raw offset under it and the speed that a new fling inherits.
  private mutating func touch() -> (raw: Double, carried: CarriedSpeed) {
    let now = shown(at: clock)
    var carried = CarriedSpeed()
    if let stretch = stretches.first(where: { $0.end > clock }), case .fling(let fling, _, let sign) = stretch.curve {
      carried = CarriedSpeed(current: now.speed, initial: sign * fling.motion(0).speed)
    }
    report(.down)
    let edge = inside(now.offset)
    guard now.offset != edge else { return (edge, carried) }
    let pull = RubberBand(dimension: height).pull((now.offset - edge).magnitude)
    return (edge + (now.offset < edge ? -pull : pull), carried)
  }

  /// Moves a finger by parts; it lifts at `speed`, which is 0 if it stopped before.
  mutating func pull(_ ways: [FingerWay], speed: Double) {
    let (start, carried) = touch()
    var raw = start
    var curves: [(curve: Stretch.Curve, length: Int64)] = []
    var (still, moving): (Int64, Int64) = (0, 0)
    for part in ways {
      let length = microseconds(part.duration)
      curves.append((.finger(raw: raw, way: part.way, bend: part.bend), length))
      raw += part.way
      // Where content does not stretch, a finger that comes back moves it at once.
      if !model.hasBounce { raw = inside(raw) }
      if part.way == 0 && moving == 0 { still += length } else { moving += length }
    }
    follow(curves, rest: raw)
    advance(to: clock + still)
    if moving > 0 { move(for: moving) }
    // A lift that is too slow has no speed.
    let (least, most) = (model.speeds.lowerBound, model.speeds.upperBound)
    lift(carried.added(to: speed.magnitude < least ? 0 : min(max(speed, -most), most), in: model))
  }

  /// Pulls the content, rests, and lifts without a fling.
  mutating func drag(_ way: Double, duration: Double) {
    let duration = microseconds(duration)
    let raw = touch().raw
    follow([(.arm(from: raw, to: raw + way), duration)], rest: raw + way)
    move(for: duration + Synthesizer.restBeforeLift)
    lift(0)
  }

  /// Moves the finger; `drag` is reported at the first frame that it changes.
  private mutating func move(for duration: Int64) {
    let end = clock + duration
    if nextFrame < end {
      advance(to: max(nextFrame, clock))
      report(.drag)
    }
    advance(to: end)
  }

  private mutating func lift(_ velocity: Double) {
    let now = shown(at: clock)
    let edge = inside(now.offset)
    var details: TraceValue = .object([("v", .thousandths(Int64((velocity * 1000).rounded())))])
    if now.offset != edge {
      report(.up, details)
      let sign = now.offset > edge ? 1.0 : -1.0
      return bounce((now.offset - edge).magnitude, speed: sign * now.speed, side: (edge, sign), after: [])
    }
    guard velocity != 0 else {
      report(.up, details)
      report(.idle)
      return follow([], rest: now.offset)
    }
    let fling = model.fling(speed: velocity.magnitude, viewportHeight: height)
    let sign = velocity < 0 ? -1.0 : 1.0
    if model.hasBounce {
      let target = inside(now.offset + sign * fling.distance)
      details.set("target", .thousandths(Int64((target * 1000).rounded())))
    }
    report(.up, details)
    report(.decel)
    coast(fling, from: now.offset, sign: sign)
  }

  private mutating func coast(_ fling: Fling, from: Double, sign: Double) {
    let edge = sign > 0 ? lastOffset : 0
    let meeting = fling.time(toReach: (edge - from).magnitude)
    let length = Int64(((meeting ?? fling.duration) * 1e6).rounded())
    let curves = [(curve: Stretch.Curve.fling(fling, from: from, sign: sign), length: length)]
    if let meeting, model.hasBounce {
      let speed = min(fling.motion(meeting).speed, Fling.springSpeedMax, Fling.springRate * height)
      return bounce(0, speed: speed, side: (edge, sign), after: curves)
    }
    follow(curves, rest: meeting == nil ? from + sign * fling.motion(fling.duration).way : edge)
    reports.append((clock + length, .idle, nil))
  }

  /// Springs back to an end from `past` points beyond it, `speed` pointing away from it; the sign is 1 at the last row.
  private mutating func bounce(
    _ past: Double, speed: Double, side: (edge: Double, sign: Double),
    after curves: [(curve: Stretch.Curve, length: Int64)]
  ) {
    let spring = Fling.spring(start: past, velocity: speed, threshold: 0.5 * 1000 / Double(layout.scaleThousandths))
    let length = Int64((spring.duration * 1e6).rounded())
    follow(curves + [(.spring(spring, edge: side.edge, sign: side.sign), length)], rest: side.edge)
    let begin = clock + curves.reduce(0) { $0 + $1.length }
    reports.append((begin, .bounce, .object([("to", .thousandths(Int64((side.edge * 1000).rounded())))])))
    reports.append((begin + length, .idle, nil))
  }

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

  mutating func scrub(to share: Double, duration: Double) {
    let (offset, duration) = (share * lastOffset, microseconds(duration))
    report(.scrub, .object([("on", .word("true"))]))
    follow([(.arm(from: offsetInside, to: offset), duration)], rest: offset)
    advance(to: clock + duration)
    report(.scrub, .object([("on", .word("false"))]))
  }

  /// Scrolls evenly. Browsers report no finger for a wheel or a scroll bar, and neither does the trace.
  mutating func turnWheel(by way: Double, duration: Double) {
    let duration = microseconds(duration)
    let from = offsetInside
    let to = inside(from + way)
    follow([(.finger(raw: from, way: to - from, bend: 0), duration)], rest: to)
    advance(to: clock + duration)
  }

  /// Turns the screen: about as many columns more as it gets wider.
  mutating func rotate() throws(InputError) {
    let (width, height) = (layout.viewportWidth, layout.viewportHeight)
    let columns = max(1, (Int64(layout.columns) * height.rawValue + width.rawValue / 2) / width.rawValue)
    try change(viewport: (height, width), columns: Int32(min(columns, 1000)))
  }

  /// Changes the layout; the first photo on the screen stays in the topmost row.
  mutating func change(
    viewport: (width: MilliPoints, height: MilliPoints)? = nil, columns: Int32
  ) throws(InputError) {
    let screen = ScreenOverride(viewport: viewport, columns: columns)
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
