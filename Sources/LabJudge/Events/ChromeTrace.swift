public import CacheLab
import LabBase
public import StrategyKit

/// Traces as Chrome trace events: the offset as a counter, events as instants; chrome://tracing and Perfetto show them.
public enum ChromeTrace {
  /// A document of one process and thread; times in microseconds.
  public static func text(_ document: TraceDocument, name: String) -> String {
    var rows = [ChromeTraceRow.metadata("process_name", ["name": .text(name)])]
    for line in document.lines {
      let time = TraceText.decimal(line.time, decimals: 3)
      switch line.body {
      case .sample(let offset):
        rows.append(ChromeTraceRow.counter("offset", at: line.time, ["y": .decimal(offset)]))
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
    let tick = (0..<unit.decimals).reduce(1.0) { product, _ in product * 10 }
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

/// Rows of a Chrome trace, as Perfetto and chrome://tracing read them. Times go in as nanoseconds and stand in the rows
/// as microseconds; texts are quoted here.
enum ChromeTraceRow {
  /// An argument of a row.
  enum Value: Equatable {
    case text(String)
    case integer(Int64)
    /// Thousandths.
    case decimal(Int64)

    fileprivate var json: String {
      switch self {
      case .text(let text): TraceText.quoted(text)
      case .integer(let value): "\(value)"
      case .decimal(let value): TraceText.decimal(value, decimals: 3)
      }
    }
  }

  typealias Arguments = KeyValuePairs<String, Value>

  /// Names a process: `process_name`; or a thread: `thread_name`; or orders them: `thread_sort_index`.
  static func metadata(_ name: String, thread: Int = 1, _ arguments: Arguments) -> String {
    row("M", thread: thread, name: name, arguments)
  }

  /// The values of a counter from this time on.
  static func counter(_ name: String, at time: Int64, _ arguments: Arguments) -> String {
    row("C", thread: 1, at: time, name: name, arguments)
  }

  /// Something with a beginning and an end on a thread; two of one thread must not overlap.
  static func slice(
    _ name: String, category: String, thread: Int, from time: Int64, to end: Int64, _ arguments: Arguments
  ) -> String {
    let duration = TraceText.decimal(max(0, end - time), decimals: 3)
    return row("X", thread: thread, at: time, name: name, category: category, more: ",\"dur\":\(duration)", arguments)
  }

  /// A moment.
  static func instant(
    _ name: String, thread: Int, isGlobal: Bool = false, at time: Int64, _ arguments: Arguments
  ) -> String {
    row("i", thread: thread, at: time, name: name, more: ",\"s\":\"\(isGlobal ? "g" : "t")\"", arguments)
  }

  /// The beginning, or the end, of something that may overlap others; both have the same name, category and id.
  static func span(
    _ name: String, category: String, id: Int64, isEnd: Bool, at time: Int64, _ arguments: Arguments = [:]
  ) -> String {
    row(isEnd ? "e" : "b", thread: 1, at: time, name: name, category: category, more: ",\"id\":\(id)", arguments)
  }

  private static func row(
    _ phase: String, thread: Int, at time: Int64? = nil, name: String, category: String? = nil, more: String = "",
    _ arguments: Arguments
  ) -> String {
    let time = time.map { ",\"ts\":\(TraceText.decimal($0, decimals: 3))" } ?? ""
    let category = category.map { ",\"cat\":\(TraceText.quoted($0))" } ?? ""
    let list = arguments.map { "\(TraceText.quoted($0.key)):\($0.value.json)" }.joined(separator: ",")
    return "{\"ph\":\"\(phase)\",\"pid\":1,\"tid\":\(thread)\(time),\"name\":\(TraceText.quoted(name))"
      + "\(category)\(more),\"args\":{\(list)}}"
  }
}
