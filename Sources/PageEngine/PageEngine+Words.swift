public import LabBase

extension PageEngine {
  /// Does what words ask for, and answers: `run`, `preheat2x`.
  ///
  /// - Parameter words: What is asked, then what it takes: `catalogue`; `scroll`; `set` and words of a command line;
  ///   `run`, `play`, `gaps` or `swift` and a strategy; `edit`, a strategy, and parameters with their values; `why`, a
  ///   strategy, `item`, `frame`, `worst` or `cell`, and its numbers.
  public mutating func answer(_ words: [String]) throws(PageError) -> JSON {
    guard let first = words.first else { throw PageError("nothing is asked") }
    let rest = Array(words.dropFirst())
    switch (first, rest.count) {
    case ("catalogue", 0): return catalogue
    case ("scroll", 0): return try scroll()
    case ("set", _):
      try set(rest)
      return .object([:])
    case ("run", 1): return try run(rest[0])
    case ("gaps", 1...): return try gaps(rest)
    case ("play", 1): return try play(rest[0])
    case ("swift", 1): return try code(rest[0])
    case ("edit", let count) where count % 2 == 1: return PageEngine.edited(rest[0], Array(rest.dropFirst()))
    case ("why", 3), ("why", 4):
      let numbers = try rest.dropFirst(2).map { word throws(PageError) in
        guard let number = Int32(word), number >= 0 else {
          throw PageError("'\(word.visible)' is no number: write a whole number from 0 on")
        }
        return number
      }
      return try why(rest[0], rest[1], numbers)
    default: throw PageError("'\(first.visible)' with \(rest.count) words behind it is nothing that a page can ask")
    }
  }
}
