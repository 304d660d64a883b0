public import CacheLab
import LabBase
public import StrategyKit

/// Traces as Chrome trace events: the offset as a counter, events as instants; chrome://tracing and Perfetto show them.
public enum ChromeTrace {
  /// A document of one process and thread; times in microseconds.
  public static func text(_ document: TraceDocument, name: String) -> String {
    var rows = [#"{"ph":"M","pid":1,"tid":1,"name":"process_name","args":{"name":\#(TraceText.quoted(name))}}"#]
    for line in document.lines {
      let time = TraceText.decimal(line.time, decimals: 3)
      switch line.body {
      case .sample(let offset):
        let y = TraceText.decimal(offset, decimals: 3)
        rows.append(#"{"ph":"C","pid":1,"tid":1,"ts":\#(time),"name":"offset","args":{"y":\#(y)}}"#)
      case .event(let code, let details):
        let args = details?.json ?? "{}"
        rows.append(
          #"{"ph":"i","s":"g","pid":1,"tid":1,"ts":\#(time),"name":\#(TraceText.quoted(code)),"args":\#(args)}"#)
      case .comment: break
      }
    }
    return "{\"traceEvents\":[\n\(rows.joined(separator: ",\n"))\n]}\n"
  }

  /// The trace of a counter `offset` with the argument `y`, and of instants that tell of the finger, as `text` writes them;
  /// other events are left out.
  ///
  /// - Parameter unit: In what `ts` counts; the format says microseconds.
  /// - Throws: `TraceError` when there is none, its times do not ascend, or make no scroll in their unit.
  public static func document(
    _ text: String, name: String, layout: GridLayout, unit: TimeUnit = .microseconds
  ) throws(TraceError) -> TraceDocument {
    let json = try? JSON.parse(text)
    guard let events = json?["traceEvents"]?.array ?? json?.array else {
      throw TraceError(file: name, line: nil, value: name, problem: .notChromeTrace)
    }
    var rows: [String] = []
    var first: Double?
    for event in events where event["ph"]?.string == "C" && event["name"]?.string == "offset" {
      guard let time = event["ts"]?.number, let y = event["args"]?["y"]?.number else { continue }
      first = first ?? time
      rows.append("\(NumberText.fixed(time, decimals: unit.decimals)),\(NumberText.fixed(y, decimals: 3))")
    }
    guard !rows.isEmpty else { throw TraceError(file: name, line: nil, value: name, problem: .notChromeTrace) }
    var document = try TraceCSV.document(rows.joined(separator: "\n"), name: name, layout: layout, unit: unit)
    document.addSignals(signals(in: events, from: first ?? 0, unit: unit))
    return document
  }

  private static func signals(
    in events: [JSON], from first: Double, unit: TimeUnit
  ) -> [(time: Int64, code: String, details: String?)] {
    let tick = 1e9 / unit.perSecond
    return events.compactMap { event in
      guard event["ph"]?.string == "i", let time = event["ts"]?.number, let code = event["name"]?.string else {
        return nil
      }
      guard let time = Int64(exactly: ((time - first) * tick).rounded()) else { return nil }
      let args = event["args"]?.object ?? [:]
      return (time, code, args.isEmpty ? nil : JSON.object(args).compactText)
    }.sorted { $0.time < $1.time }
  }
}
