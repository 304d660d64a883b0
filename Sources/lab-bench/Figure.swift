import CacheLab

/// A measured figure beside its limit.
struct Figure {
  var name: String
  var value: Double
  var unit: String
  /// The permitted range; an infinite end is no limit, nor is a lower end of 0, since no figure is negative. Nil for a
  /// figure that is shown and not judged.
  var limit: ClosedRange<Double>?
  var decimals = 3
  /// True if it is a time, which another machine, or another program on this one, makes longer: shown beside its limit,
  /// and not judged.
  var isTime = false

  private var isWithin: Bool { limit?.contains(value) ?? true }

  var holds: Bool { isTime || isWithin }

  var line: String {
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    let mark = limit == nil ? "    " : isWithin ? "ok  " : isTime ? "over" : "OVER"
    let padded = String(repeating: " ", count: max(0, 10 - text(value).count)) + text(value)
    let bound = limit.map {
      $0.upperBound.isFinite ? " (at most \(text($0.upperBound)))" : " (at least \(text($0.lowerBound)))"
    }
    return "\(mark) \(padded) \(unit)  \(name)\(bound ?? "")"
  }
}

/// The reason why a figure could not be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
