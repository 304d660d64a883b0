import LabBase

/// A measured figure, beside its limit where it has one.
struct PhotosFigure {
  var name: String
  var value: Double
  var unit: String
  var limit: Double?
  var decimals = 3

  var holds: Bool { limit.map { value <= $0 } ?? true }

  var line: String {
    let text = NumberText.fixed(value, decimals: decimals)
    let padded = String(repeating: " ", count: max(0, 10 - text.count)) + text
    let mark = limit == nil ? "    " : holds ? "ok  " : "OVER"
    let bound = limit.map { " (at most \(NumberText.fixed($0, decimals: decimals)))" } ?? ""
    return "\(mark) \(padded) \(unit)  \(name)\(bound)"
  }
}
