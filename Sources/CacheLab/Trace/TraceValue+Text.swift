import LabBase
import StrategyKit

extension TraceValue {
  /// A number written with at most three decimals.
  static func thousandths(_ value: Int64) -> TraceValue {
    var digits = DecimalNumber()
    digits.isNegative = value < 0
    for byte in String(value.magnitude).utf8 { digits.append(byte - UInt8(ascii: "0"), fraction: false) }
    digits.exponent -= 3
    return .number(digits, text: TraceText.decimal(value, decimals: 3))
  }

  static func integer(_ value: Int64) -> TraceValue { thousandths(value * 1000) }

  static func pair(_ first: MilliPoints, _ second: MilliPoints) -> TraceValue {
    .array([.thousandths(first.rawValue), .thousandths(second.rawValue)])
  }

  /// Items as an event's `items`: single ones as numbers, runs as [first, end].
  static func items(_ ranges: [ItemRange]) -> TraceValue {
    .array(
      ranges.map {
        $0.count == 1 ? .integer(Int64($0.lower)) : .array([.integer(Int64($0.lower)), .integer(Int64($0.upper))])
      })
  }

  /// The value as one line of JSON, numbers as they were written.
  var json: String {
    switch self {
    case .number(_, let text), .word(let text): text
    case .string(let text): TraceText.quoted(text)
    case .array(let elements): "[\(elements.map { $0.json }.joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(TraceText.quoted($0.key)):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  /// Sets a member of an object, or adds it at the end; nil takes it away.
  mutating func set(_ key: String, _ value: TraceValue?) {
    guard case .object(var members) = self else { return }
    let known = members.firstIndex { $0.key == key }
    switch (known, value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?): members.append((key, value))
    case (nil, nil): break
    }
    self = .object(members)
  }

  /// The `grid` of a header or a layout.
  static func grid(_ layout: GridLayout) -> TraceValue {
    var members: [(key: String, value: TraceValue)] = [
      ("count", .integer(Int64(layout.count))), ("columns", .integer(Int64(layout.columns))),
      ("cell", .pair(layout.cellWidth, layout.cellHeight)), ("spacing", .pair(layout.spacingX, layout.spacingY)),
    ]
    if layout.insetTop != .zero || layout.insetBottom != .zero {
      let sides = [layout.insetTop, .zero, layout.insetBottom, .zero]
      members.append(("inset", .array(sides.map { .thousandths($0.rawValue) })))
    }
    return .object(members)
  }
}
