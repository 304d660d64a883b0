/// A JSON value; numbers keep their digits.
package indirect enum TraceValue: Sendable, CustomStringConvertible {
  package typealias Members = [(key: String, value: TraceValue)]

  case number(String)
  case string(String)
  case array([TraceValue])
  case object(Members)
  /// `true`, `false` or `null`, or JSON that is only written.
  case word(String)

  static let nothing = TraceValue.object([])

  var isEmpty: Bool { if case .object(let members) = self { members.isEmpty } else { false } }

  /// Returns the first member of that name; `null` counts as absent.
  subscript(key: String) -> TraceValue? {
    guard case .object(let members) = self, let found = members.first(where: { $0.key == key })?.value else {
      return nil
    }
    if case .word("null") = found { return nil }
    return found
  }

  /// Returns the number times 10^`decimals`, or nil if it is none, or too large.
  func scaled(decimals: Int) -> Int64? {
    if case .number(let text) = self { TraceText.scaled(text, decimals: decimals) } else { nil }
  }

  /// Returns whether the member of that name is `false`, or another word than `true`.
  func isFalse(_ key: String) -> Bool {
    if case .word(let word)? = self[key] { word != "true" } else { false }
  }

  static func thousandths(_ value: Int64) -> TraceValue { .number(value.decimal(over: 1000)) }

  static func integer(_ value: Int64) -> TraceValue { .number("\(value)") }

  static func pair(_ first: MilliPoints, _ second: MilliPoints) -> TraceValue {
    .array([.thousandths(first.rawValue), .thousandths(second.rawValue)])
  }

  /// Returns items as an event's `items`: single ones as numbers, runs as [first, end].
  static func items(_ ranges: [ItemRange]) -> TraceValue {
    .array(
      ranges.map {
        $0.count == 1 ? .integer(Int64($0.lower)) : .array([.integer(Int64($0.lower)), .integer(Int64($0.upper))])
      })
  }

  /// The value as one line of JSON, numbers as they were written.
  package var json: String {
    switch self {
    case .number(let text), .word(let text): text
    case .string(let text): TraceText.quoted(text)
    case .array(let elements): "[\(elements.map { $0.json }.joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(TraceText.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  /// Sets a member of an object, or adds it at the end; nil removes it.
  mutating func set(_ key: String, _ value: TraceValue?) {
    guard case .object(var members) = self else { return }
    let known = members.firstIndex { $0.key == key } ?? members.endIndex
    members.replaceSubrange(
      known..<min(known + 1, members.endIndex), with: value.map { [(key: key, value: $0)] } ?? [])
    self = .object(members)
  }

  /// Returns the first version of the format that knows such a grid.
  static func version(of layout: GridLayout) -> TraceValue { .integer(layout.hasSections ? 2 : 1) }

  static func header(_ layout: GridLayout, title: String, clock: Members = [], source: Members) -> TraceValue {
    let format: Members = [
      ("scrolltrace", version(of: layout)), ("title", .string(title)), ("unit", .string("pt")),
    ]
    let scale: Members = [("scale", thousandths(layout.scaleThousandths))]
    return .object(format + geometry(layout) + scale + clock + [("source", .object(source))])
  }

  /// Returns the sizes in a header or a layout.
  ///
  /// - Parameter content: By default that of the grid and nothing else.
  static func geometry(_ layout: GridLayout, content: (width: MilliPoints, height: MilliPoints)? = nil) -> Members {
    let content = content ?? (layout.viewportWidth, layout.contentHeight)
    return [
      ("viewport", pair(layout.viewportWidth, layout.viewportHeight)), ("content", pair(content.width, content.height)),
      ("grid", .word(layout.traceText)),
    ]
  }

  package var description: String {
    switch self {
    case .number(let text): text
    case .string(let text): "\"\(text)\""
    case .word(let word): word
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}

extension JSONReader {
  /// Reads a number as it is written.
  package mutating func decimal() throws(JSONError) -> String { text(try number().range) }

  mutating func traceValue(depth: Int = 0) throws(JSONError) -> TraceValue {
    switch peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"):
      var members: TraceValue.Members = []
      members.reserveCapacity(4)
      try eachMember(depth: depth) { (reader, key) throws(JSONError) in
        members.append((key, try reader.traceValue(depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [TraceValue] = []
      try eachElement(depth: depth) { reader throws(JSONError) in
        elements.append(try reader.traceValue(depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .word(try word())
    default: return .number(try decimal())
    }
  }
}
