import LabBase

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
