/// The counts of an app beside those of the lab over the same scroll, by metric.
public struct SessionComparison: Sendable {
  /// The lab's counts on a device, which may be fitted to this session.
  public typealias Reading = (device: DeviceProfile, counters: TraceSession.Counters, isFitted: Bool)

  /// A metric of the lab that a driver counts too.
  public struct Row: Sendable {
    public let name: String
    public let unit: Metric.Unit
    /// Returns the metric's value, or nil if nothing was requested, or nothing was visible.
    public let value: @Sendable (TraceSession.Counters) -> Double?
  }

  public static let rows: [Row] = [
    Row(name: "warm-hit-rate", unit: .ratio) { ratio($0[.hits], $0[.requests]) },
    Row(name: "noticed-waits", unit: .perThousand) { ratio($0[.noticed], $0[.requests]) },
    Row(name: "warm-blank-ratio", unit: .ratio) { ratio($0[.blank], $0[.visible]) },
    Row(name: "warm-soft-ratio", unit: .ratio) { ratio($0[.thumbnailArea], $0[.visible]) },
    Row(name: "warm-sharp-ratio", unit: .ratio) { counters in
      let visible = counters[.visible] ?? 0
      return counters[.thumbnailArea].flatMap { ratio(visible - (counters[.blank] ?? 0) - $0, visible) }
    },
    Row(name: "first-screen-time", unit: .nanoseconds) { count($0[.firstFilled]).map { $0 * 1000 } },
    Row(name: "first-screen-sharp-time", unit: .nanoseconds) { count($0[.firstSharp]).map { $0 * 1000 } },
    Row(name: "new screens", unit: .count) { count($0[.screens]) },
    Row(name: "mean new-screen-time", unit: .nanoseconds) { ratio($0[.filled], $0[.screens]).map { $0 * 1000 } },
    Row(name: "mean new-screen-sharp-time", unit: .nanoseconds) { ratio($0[.sharp], $0[.screens]).map { $0 * 1000 } },
    Row(name: "peak-bitmap-bytes", unit: .bytes) { count($0[.peak]) },
    Row(name: "warm requests", unit: .count) { count($0[.requests]) },
    Row(name: "hits", unit: .count) { count($0[.hits]) },
    Row(name: "late", unit: .count) { count($0[.late]) },
    Row(name: "misses", unit: .count) { count($0[.misses]) },
    Row(name: "decodes", unit: .count) { count($0[.decodes]) },
    Row(name: "decodes-per-request", unit: .perRequest) { counters in
      counters[.thumbnails].flatMap { ratio((counters[.decodes] ?? 0) - $0, counters[.cells]) }
    },
    Row(name: "preheat-accuracy", unit: .ratio) { ratio($0[.shown], $0[.preheats]) },
    Row(name: "preheat-coverage", unit: .ratio) { ratio($0[.shown], $0[.cells]) },
  ]

  public let name: String
  public let strategy: StrategySpec
  public let replay: SessionReplay
  public let readings: [Reading]

  /// - Parameter fitted: A device fitted to the session, which is shown first.
  public init(
    name: String, strategy: StrategySpec, replay: SessionReplay, fitted: DeviceProfile?, devices: [DeviceProfile]
  ) {
    self.name = name
    self.strategy = strategy
    self.replay = replay
    readings = ([fitted].compactMap { $0 } + devices).enumerated().map { number, device in
      (device, replay.run(strategy, on: device), fitted != nil && number == 0)
    }
  }

  private static func count(_ value: Int64?) -> Double? { value.map(Double.init) }

  private static func ratio(_ part: Int64?, _ whole: Int64?) -> Double? {
    guard let part, let whole, whole != 0 else { return nil }
    return Double(part) / Double(whole)
  }

  public var text: String {
    let session = replay.session
    let heading =
      "\(name): \(strategy.shortText), \(NumberText.fixed(Double(replay.time) / 1e9, decimals: 1)) s, "
      + "\(NumberText.count(session.images.count, "answer")) of the app's image source, "
      + "\(NumberText.count(session.workers, "request")) open at once"
    return [ReportPart.paragraph(heading), .table(table), .wrapped(notes)].text
  }

  private var table: TextTable {
    var columns: [TableColumn<Row>] = [
      .words("metric", text: \.name),
      .numbers("app") { SessionComparison.text($0.value(replay.counters), $0.unit) },
    ]
    for reading in readings {
      columns += [
        .numbers("lab on", reading.device.name) { SessionComparison.text($0.value(reading.counters), $0.unit) },
        .numbers("less the", "app's") { row in
          let difference = figures(row, reading)[2]
          let text = SessionComparison.text(difference, row.unit, isDifference: true)
          return (difference ?? 0) > 0 ? "+\(text)" : text
        },
      ]
    }
    return TextTable(SessionComparison.rows, columns)
  }

  private func figures(_ row: Row, _ reading: Reading) -> [Double?] {
    let (app, lab) = (row.value(replay.counters), row.value(reading.counters))
    return [app, lab, lab.flatMap { lab in app.map { lab - $0 } }]
  }

  private static let figureNames = ["app", "lab", "difference"]

  private var notes: [String] {
    var notes: [String] = []
    if readings.contains(where: \.isFitted) {
      notes.append(
        "\(readings[0].device.name) was fitted to this very session: another session of the same phone says more "
          + "(\(ToolName.current) calibrate --from FILE --out DEVICE, then --device DEVICE)")
    }
    if readings.contains(where: { $0.device.picosecondsPerByte > 0 }) {
      notes.append("files are taken to have two bits a pixel: an app does not know their bytes")
    }
    if let reading = readings.first(where: { $0.device.workers < replay.session.workers }) {
      notes.append(
        "the app kept \(replay.session.workers) requests open, \(reading.device.name) decodes "
          + "\(reading.device.workers) at once: what waited in the system had its order from the system, not from the "
          + "strategy")
    }
    if let failed = replay.counters[.failures], failed > 0 {
      let failures = NumberText.count(Int(clamping: failed), "request")
      notes.append("\(failures) failed in the app; in the lab none does")
    }
    return notes
  }

  /// Returns the comparisons as CSV, a row for each device and metric.
  public static func csv(_ comparisons: [SessionComparison]) -> String {
    var text = CSV.line(["session", "strategy", "device", "fitted", "metric", "unit"] + figureNames)
    for comparison in comparisons {
      for reading in comparison.readings {
        let names = [comparison.name, comparison.strategy.canonicalText, reading.device.name]
        for row in rows {
          let figures = comparison.figures(row, reading).map { $0.map { JSON.number($0).compactText } ?? "" }
          text += CSV.line(names + [reading.isFitted ? "yes" : "no", row.name, row.unit.rawValue], figures)
        }
      }
    }
    return text
  }

  public var json: JSON {
    .object([
      "session": .string(name), "strategy": .string(strategy.canonicalText),
      "until-ns": .integer(Int128(replay.time)), "open-requests": .integer(Int128(replay.session.workers)),
      "answers": .integer(Int128(replay.session.images.count)),
      "devices": .array(
        readings.map { reading in
          .object([
            "device": .string(reading.device.name), "fitted-to-this-session": .bool(reading.isFitted),
            "metrics": .array(
              SessionComparison.rows.map { row in
                let figures = figures(row, reading).map { $0.map { JSON.number($0) } ?? .null }
                return .object(
                  ["metric": .string(row.name), "unit": .string(row.unit.rawValue)].merging(
                    zip(SessionComparison.figureNames, figures)
                  ) { $1 })
              }),
          ])
        }),
    ])
  }

  private static func text(_ value: Double?, _ unit: Metric.Unit, isDifference: Bool = false) -> String {
    guard let value else { return "-" }
    if unit == .perThousand { return NumberText.fixed(value * 1000, decimals: 1) }
    let decimals = unit == .perRequest ? 3 : unit == .nanoseconds ? 1 : 2
    return unit.words(value, isDifference: isDifference, decimals: decimals)
  }
}
