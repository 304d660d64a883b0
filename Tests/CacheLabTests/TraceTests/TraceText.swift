import CacheLab

/// Small traces written by hand.
enum TraceText {
  /// The screen and the grid of the shipped traces.
  static let header = #"""
    {"scrolltrace":1,"viewport":[390,844],"content":[390,97998],\#
    "grid":{"count":4000,"columns":4,"cell":[96,96],"spacing":[2,2]},"scale":3}
    """#

  /// Reads a trace of `lines` below `header`, each ended by a newline.
  static func parse(_ lines: [String], header: String = header) throws(InputError) -> Trace {
    try Trace.parse(Array(text(lines, header: header).utf8), name: "hand")
  }

  /// The text of such a trace.
  static func text(_ lines: [String], header: String = header) -> String {
    ([header] + lines).map { $0 + "\n" }.joined()
  }

  /// Reads a text as it is.
  static func parse(text: String) throws(InputError) -> Trace { try Trace.parse(Array(text.utf8), name: "hand") }

  /// What refuses a text; nil when it is read.
  static func refusal(of text: String) -> InputError? {
    do throws(InputError) {
      _ = try parse(text: text)
      return nil
    } catch {
      return error
    }
  }
}

extension Trace {
  /// Times and offsets of the samples.
  var samples: [[Int64]] { entries.filter { $0.kind == .sample }.map { [$0.time, $0.value] } }
  var kinds: [TraceEntry.Kind] { entries.map(\.kind) }
}
