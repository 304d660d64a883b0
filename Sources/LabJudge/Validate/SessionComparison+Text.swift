import CacheLab
public import LabBase
import LabRecords
import StrategyKit

extension SessionComparison {
  /// The table, and what stands beside it.
  public var text: String {
    let session = replay.session
    let heading =
      "\(name): \(strategy.shortText), \(NumberText.fixed(Double(replay.time) / 1e9, decimals: 1)) s, "
      + "\(NumberText.count(session.images.count, "answer")) of the app's image source, "
      + "\(NumberText.count(session.workers, "request")) open at once"
    return heading.wrapped(width: 100).joined(separator: "\n") + "\n\n" + table.text(width: 100) + notes
  }

  private var table: TextTable {
    var columns: [TableColumn<Row>] = [
      .words("metric", text: \.name),
      .numbers("app") { SessionComparison.text($0.value(of: replay.counters), $0.unit) },
    ]
    for reading in readings {
      columns += [
        .numbers("lab on", reading.device.name) { SessionComparison.text($0.value(of: reading.counters), $0.unit) },
        .numbers("less the", "app's") { row in
          let difference = difference(row, reading)
          let text = SessionComparison.text(difference, row.unit, isDifference: true)
          return (difference ?? 0) > 0 ? "+\(text)" : text
        },
      ]
    }
    return TextTable(SessionComparison.rows, columns)
  }

  /// What the lab counted less what the app did; nil where one of the two has no such figure.
  private func difference(_ row: Row, _ reading: Reading) -> Double? {
    guard let app = row.value(of: replay.counters) else { return nil }
    return row.value(of: reading.counters).map { $0 - app }
  }

  private var notes: String {
    var notes: [String] = []
    if readings.contains(where: \.isFitted) {
      notes.append(
        "\(readings[0].device.name) was fitted to this very session: another session of the same phone says more "
          + "(\(ToolName.current) calibrate --from FILE --out DEVICE, then --device DEVICE)")
    }
    if readings.contains(where: { $0.device.picosecondsPerByte > 0 }) {
      notes.append("files are taken to have two bits a pixel: an app does not know their bytes")
    }
    let few = readings.filter { $0.device.workers < replay.session.workers }
    if let reading = few.first {
      notes.append(
        "the app kept \(replay.session.workers) requests open, \(reading.device.name) decodes "
          + "\(reading.device.workers) at once: what waited in the system had its order from the system, not from the "
          + "strategy")
    }
    if replay.counters.failures > 0 {
      let failures = NumberText.count(Int(clamping: replay.counters.failures), "request")
      notes.append("\(failures) failed in the app; in the lab none does")
    }
    return notes.isEmpty
      ? "" : "\n" + notes.flatMap { $0.wrapped(width: 100) }.map { "\($0)\n" }.joined()
  }

  /// A row for each device and metric.
  public static func csv(_ comparisons: [SessionComparison]) -> String {
    var lines = ["session,strategy,device,fitted,metric,unit,app,lab,difference"]
    func number(_ value: Double?) -> String { value.map { JSON.number($0).compactText } ?? "" }
    for comparison in comparisons {
      for reading in comparison.readings {
        for row in rows {
          let (app, lab) = (row.value(of: comparison.replay.counters), row.value(of: reading.counters))
          lines.append(
            [
              RecordCSV.quoted(comparison.name), RecordCSV.quoted(comparison.strategy.canonicalText),
              RecordCSV.quoted(reading.device.name),
              reading.isFitted ? "yes" : "no", row.name, row.unit.rawValue, number(app), number(lab),
              number(comparison.difference(row, reading)),
            ].joined(separator: ","))
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  public var json: JSON {
    func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
    return .object([
      "session": .string(name), "strategy": .string(strategy.canonicalText),
      "until-ns": .integer(Int128(replay.time)), "open-requests": .integer(Int128(replay.session.workers)),
      "answers": .integer(Int128(replay.session.images.count)),
      "devices": .array(
        readings.map { reading in
          .object([
            "device": .string(reading.device.name), "fitted-to-this-session": .bool(reading.isFitted),
            "metrics": .array(
              SessionComparison.rows.map { row in
                let (app, lab) = (row.value(of: replay.counters), row.value(of: reading.counters))
                return .object([
                  "metric": .string(row.name), "unit": .string(row.unit.rawValue), "app": number(app),
                  "lab": number(lab), "difference": number(difference(row, reading)),
                ])
              }),
          ])
        }),
    ])
  }

  /// Differences of shares are in points.
  private static func text(_ value: Double?, _ unit: Metric.Unit, isDifference: Bool = false) -> String {
    guard let value else { return "-" }
    switch unit {
    case .ratio: return NumberText.fixed(value * 100, decimals: 2) + (isDifference ? " pt" : " %")
    case .bytes: return NumberText.fixed(value / 1e6, decimals: 2) + " MB"
    case .perRequest: return NumberText.fixed(value, decimals: 3)
    case .nanoseconds: return NumberText.fixed(value / 1e6, decimals: 1) + " ms"
    default: return NumberText.grouped(value)
    }
  }
}
