public import LabBase

extension PageEngine {
  /// Does what words ask for, and answers: `run`, `preheat2x`.
  ///
  /// - Parameter words: What is asked, then what it takes: `catalogue`; `scroll`; `set` and words of a command line;
  ///   `run`, `gaps` or `reel` and a strategy; `why`, a strategy, `item`, `frame` or `worst`, and a number.
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
    case ("gaps", 1): return try gaps(rest[0])
    case ("reel", 1): return try reel(rest[0])
    case ("why", 3):
      guard let number = Int32(rest[2]), number >= 0 else {
        throw PageError("'\(rest[2].visible)' is no number: write a whole number from 0 on")
      }
      return try why(rest[0], rest[1], number)
    default: throw PageError("'\(first.visible)' with \(rest.count) words behind it is nothing that a page can ask")
    }
  }
}
