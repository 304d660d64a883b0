import LabBase

/// A measured figure beside its limit.
struct Figure {
  enum Limit {
    case atMost(Double)
    case atLeast(Double)
    /// Shown, not judged.
    case none
  }

  var name: String
  var value: Double
  var unit: String
  var limit = Limit.none
  var decimals = 3

  var holds: Bool {
    switch limit {
    case .atMost(let most): value <= most
    case .atLeast(let least): value >= least
    case .none: true
    }
  }

  var line: String {
    let mark = if case .none = limit { "    " } else { holds ? "ok  " : "OVER" }
    let text = NumberText.fixed(value, decimals: decimals)
    let padded = String(repeating: " ", count: max(0, 10 - text.count)) + text
    return "\(mark) \(padded) \(unit)  \(name)\(limitText)"
  }

  private var limitText: String {
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    return switch limit {
    case .atMost(let most): " (at most \(text(most)))"
    case .atLeast(let least): " (at least \(text(least)))"
    case .none: ""
    }
  }
}

/// Why a figure could not be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
