/// The lines that an app's driver adds to a trace.
extension TraceParser {
  /// Reads the session in the header; one of a later version is left out.
  mutating func readSession(_ header: TraceValue) throws(InputError) {
    guard let value = header["session"] else { return }
    let version = try integer("version", in: value, allowed: 1...1_000_000)
    trace.header.sessionVersion = version
    if version > TraceSession.version {
      return warn("version \(version) of sessions is newer than this lab: read as a plain trace")
    }
    guard let strategy = try word("strategy", in: value) else { throw missing("strategy") }
    // Nothing else is held.
    _ = try choice("pixels", in: value, of: ["bgra"]) { $0 }
    trace.session = TraceSession(
      strategy: strategy, workers: Int(try integer("workers", in: value, allowed: 1...64)),
      fit: try choice("fit", in: value, of: Fit.allCases) { $0.rawValue })
    motion.hasEveryFrame = true
  }

  /// Reads a line with a code of sessions; any other is left out.
  mutating func readSessionLine(_ code: String, _ details: TraceValue) throws(InputError) {
    guard trace.session != nil else { return }
    switch code {
    case "image":
      let image = try image(details)
      trace.session?.images.append(image)
    case "counters": try readCounters(details)
    case "photos": try readPhotos(details)
    default: break
    }
  }

  mutating func readSignal(_ details: TraceValue) throws(InputError) {
    let phase = try choice("is", in: details, of: ScrollPhase.allCases) { $0.word }
    motion.hasEveryFrame = true
    trace.entries.append(TraceEntry(time: lastTime, value: offset("target", in: details), kind: .signal(phase)))
  }

  private func image(_ details: TraceValue) throws(InputError) -> TraceSession.Image {
    guard let took = details["ms"] else { throw missing("ms") }
    // A request does not begin before the first frame; both times are rounded.
    let longest = lastTime / 1000 + 1000
    let micros = try thousandthsOf(took, "ms", allowed: 0...longest, words: "no longer than the session has lasted")
    let result: TraceSession.Image.Result =
      details["result"] == nil
      ? .image : try choice("result", in: details, of: TraceSession.Image.Result.allCases) { $0.rawValue }
    var bytes: Int64?
    if details["bytes"] != nil { bytes = try integer("bytes", in: details, allowed: 0...Int64(UInt32.max)) }
    return TraceSession.Image(
      time: lastTime, took: micros * 1000, photo: details["photo"] == nil ? nil : try size("photo", in: details),
      target: try size("target", in: details), bytes: bytes,
      tier: try word("tier", in: details) == "coarse" ? .thumbnail : .full, result: result,
      open: details["open"] == nil ? 1 : Int(try integer("open", in: details, allowed: 1...64)))
  }

  private mutating func readCounters(_ details: TraceValue) throws(InputError) {
    var counters = TraceSession.Counters()
    for group in TraceSession.Counter.groups where group[0] == .requests || details[group[0].rawValue] != nil {
      for key in group { counters[key] = try count(key, in: details) }
    }
    func check(_ key: TraceSession.Counter, _ isTrue: Bool, _ what: @autoclosure () -> String) throws(InputError) {
      guard !isTrue else { return }
      throw contradiction(key.rawValue, details[key.rawValue]?.description ?? "missing", what())
    }
    let outcomes = [.hits, .late, .misses].map { counters[$0] ?? 0 }
    try check(
      .requests, outcomes.reduce(0, +) == counters[.requests],
      "hits, late and misses, which are \(outcomes[0]), \(outcomes[1]) and \(outcomes[2])")
    try check(.cells, counters[.requests] ?? 0 <= counters[.cells] ?? .max, "\"requests\", which is more")
    let parts: [(part: TraceSession.Counter, whole: TraceSession.Counter)] = [
      (.thumbnails, .decodes), (.blank, .visible), (.thumbnailArea, .visible),
    ]
    for (part, whole) in parts {
      try check(part, counters[part] ?? 0 <= counters[whole] ?? 0, "\"\(whole.rawValue)\", which is less")
    }
    if let (_, before) = trace.session?.counters {
      for key in TraceSession.Counter.allCases where !key.isArea && !key.isTime {
        let least = before[key] ?? 0
        try check(key, counters[key] ?? .max >= least, "the counters above, which were at \(least)")
      }
    }
    trace.session?.counters = (lastTime, counters)
  }

  private func contradiction(_ key: String, _ value: String, _ what: String) -> InputError {
    failure(
      "as \"\(key)\" contradicts \(what)", cure: "the file was changed or damaged; record the session again",
      value: value)
  }

  private func count(_ key: TraceSession.Counter, in details: TraceValue) throws(InputError) -> Int64 {
    let (name, max) = (key.rawValue, key.isArea ? TraceParser.areaMax : TraceParser.counterMax)
    guard key.isArea || key.isTime else { return try integer(name, in: details, allowed: 0...max) }
    guard let value = details[name] else { throw missing(name) }
    return try thousandthsOf(
      value, name, allowed: 0...max, words: "from 0 to \(max / 1000) \(key.isArea ? "pt x ms" : "ms")")
  }

  private static let counterMax: Int64 = 1_000_000_000_000
  /// The limit of heights over 30 days: those of a thousand viewports.
  private static let areaMax: Int64 = 1_000_000_000_000_000_000

  private mutating func readPhotos(_ details: TraceValue) throws(InputError) {
    var first = try integer("from", in: details, allowed: 0...TraceParser.countMax)
    let known = Int64(trace.session?.sizes.last?.photos.upper ?? 0)
    guard first == known else {
      throw contradiction("from", "\(first)", "the lines above, which tell of \(known) photos")
    }
    let form = "a list of [width, height, how many], with the thumbnail's width and height behind them if there is one"
    guard case .array(let runs)? = details["sizes"] else {
      throw wrong("sizes", details["sizes"]?.description ?? "missing", mustBe: form)
    }
    for run in runs {
      guard case .array(let values) = run, values.count == 3 || values.count == 5 else {
        throw wrong("sizes", run.json, mustBe: form)
      }
      var numbers: [Int64] = []
      for (index, value) in values.enumerated() {
        let allowed = index == 2 ? 1...TraceParser.countMax : 0...TraceParser.sideMax
        numbers.append(try whole(value, "sizes", allowed: allowed))
      }
      let end = first + numbers[2]
      guard end <= TraceParser.countMax, (numbers[0] == 0) == (numbers[1] == 0) else {
        throw wrong("sizes", run.json, mustBe: form)
      }
      guard trace.session?.sizes.count ?? 0 < TraceSession.runsMax else {
        throw wrong("sizes", "\(first)", mustBe: "\(TraceSession.runsMax) runs at most")
      }
      func size(_ index: Int) -> PixelSize {
        PixelSize(width: Int32(numbers[index]), height: Int32(numbers[index + 1]))
      }
      let hasThumbnail = numbers.count == 5 && numbers[3] > 0 && numbers[4] > 0
      let asset = TraceSession.asset(size(0), hasThumbnail ? size(3) : PixelSize(width: 0, height: 0))
      trace.session?.sizes.append((ItemRange(lower: Int32(first), upper: Int32(end)), asset))
      first = end
    }
  }

  private static let sideMax: Int64 = 65_535

  private func size(_ key: String, in value: TraceValue) throws(InputError) -> PixelSize {
    let sides = try list(key, in: value, 2, form: "two numbers")
    return PixelSize(
      width: Int32(try whole(sides[0], key, allowed: 1...TraceParser.sideMax)),
      height: Int32(try whole(sides[1], key, allowed: 1...TraceParser.sideMax)))
  }

  private func choice<Choice>(
    _ key: String, in value: TraceValue, of all: [Choice], named: (Choice) -> String
  ) throws(InputError) -> Choice {
    guard let name = try word(key, in: value) else { throw missing(key) }
    guard let choice = all.first(where: { named($0) == name }) else {
      let names = all.map(named).joined(separator: ", ")
      throw wrong(key, name, mustBe: "one of \(names)")
    }
    return choice
  }
}
