/// The strategies of a sweep: those that are named, and grids over parameters.
public enum StrategyGrid {
  static let countMax = 100_000

  /// All strategies that the words stand for, each once, in the order of the words.
  ///
  /// - Parameters:
  ///   - strategies: As for a run; `all` is every one of the registry at its defaults, `oracles` every
  ///     oracle.
  ///   - varies: `STRATEGY:key=VALUES`. Several over one STRATEGY are a grid, the first changing slowest.
  ///   - budgets: `VALUES` for the `budget` of each strategy that has one and does not set it.
  public static func strategies(
    named strategies: [SweepWord], varying varies: [SweepWord], budgets: [SweepWord], registry: StrategyRegistry
  ) throws(SweepError) -> [PeakSpec] {
    let named = strategies.flatMap { word in registry.ids(named: word.text).map { SweepWord($0, at: word.place) } }
    var specs: [PeakSpec] = []
    for text in try named + grids(varies, registry) {
      for word in try with(budgets, text, registry) { specs.append(try spec(word, registry)) }
    }
    return specs.grouped(by: \.canonicalText).map { $0.members[0] }
  }

  static func spec(_ word: SweepWord, _ registry: StrategyRegistry) throws(SweepError) -> PeakSpec {
    do {
      return try PeakSpec(word.text, registry: registry)
    } catch {
      throw word.error("\(error)")
    }
  }

  private typealias Axis = (word: SweepWord, base: String, part: Int, key: String, values: [String])

  private static func grids(_ varies: [SweepWord], _ registry: StrategyRegistry) throws(SweepError) -> [SweepWord] {
    let all = try varies.map { word throws(SweepError) in try axis(word, registry) }
    var texts: [SweepWord] = []
    for (base, axes) in all.grouped(by: \.base) {
      var grid = [StrategyWords(base)]
      for axis in axes {
        guard grid.count * axis.values.count <= countMax else {
          throw axis.word.error("the grid of '\(base)' has more than \(countMax) strategies: vary fewer values")
        }
        grid = grid.flatMap { words in
          axis.values.map { words.setting(axis.key, to: $0, ofPart: axis.part) }
        }
      }
      texts += grid.map { SweepWord($0.text, at: axes[0].word.place) }
    }
    return texts
  }

  private static func axis(_ word: SweepWord, _ registry: StrategyRegistry) throws(SweepError) -> Axis {
    // Values may have commas, keys and names have none: the last `=` ends the key.
    guard let equals = Parentheses.last(in: word.text, where: { $0 == "=" }),
      let mark = Parentheses.last(in: word.text[..<equals], where: { $0 == ":" || $0 == "," })
    else {
      throw word.error(
        "'\(word.text)' does not say what to vary; write STRATEGY:key=VALUES, preheat2x:delta=1/8..1/2/8")
    }
    let base = String(word.text[..<mark])
    let key = String(word.text[word.text.index(after: mark)..<equals])
    let parts = StrategyWords(base).parts
    guard let owner = parts.indices.last(where: { declared(key, by: parts[$0].id, registry) != nil }),
      let parameter = declared(key, by: parts[owner].id, registry)
    else {
      // The strategy's own refusal names the cure.
      _ = try spec(SweepWord("\(word.text[..<equals])=0", at: word.place), registry)
      throw word.error("'\(key)' is no parameter of '\(base)'; name one of its own")
    }
    let values = try ParameterGrid.values(
      String(word.text[word.text.index(after: equals)...]), of: parameter, in: word)
    return (word, base, owner, key, values)
  }

  private static func declared(_ key: String, by id: String, _ registry: StrategyRegistry) -> ParameterSpec? {
    (registry.descriptors + registry.oracleDescriptors).first { $0.id == id }?.parameters.first { $0.key == key }
  }

  private static func with(
    _ budgets: [SweepWord], _ word: SweepWord, _ registry: StrategyRegistry
  ) throws(SweepError) -> [SweepWord] {
    let words = StrategyWords(word.text)
    let key = ParameterSpec.budget.key
    guard !budgets.isEmpty,
      let part = words.parts.indices.last(where: { part in
        declared(key, by: words.parts[part].id, registry) != nil
          && !words.parts[part].settings.contains { $0.key == key }
      })
    else { return [word] }
    var texts: [SweepWord] = []
    for budget in budgets {
      for value in try ParameterGrid.values(budget.text, of: .budget, in: budget) {
        // Either of the two may be wrong.
        texts.append(
          SweepWord(words.setting(key, to: value, ofPart: part).text, at: "\(word.place), \(budget.place)"))
      }
    }
    return texts
  }
}

/// Values of one parameter as they are written for a sweep: `2`, `1/8..1/2/8`, `8MB,16MB`, `exact,at-least`,
/// `peak(preheat2x)`.
enum ParameterGrid {
  static let countMax = 10_000

  /// Returns all values that a text stands for, in its order: single ones and ranges, joined by commas.
  ///
  /// `FROM..TO/COUNT` is COUNT values from FROM to TO, both included, equally far apart; fractions are exact, bytes whole,
  /// rounded down.
  static func values(_ text: String, of spec: ParameterSpec, in word: SweepWord) throws(SweepError) -> [String] {
    var values: [String] = []
    for part in Parentheses.split(text, by: ",") {
      guard !part.isEmpty else {
        throw word.error("'\(word.text)' has an empty value; write \(spec.key)=1/8,1/4 or \(spec.key)=1/8..1/2/8")
      }
      values += try (PeakShare.isWritten(in: part) ? nil : range(part, of: spec, in: word)) ?? [part]
    }
    return values.unique
  }

  private static func range(
    _ text: String, of spec: ParameterSpec, in word: SweepWord
  ) throws(SweepError) -> [String]? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let example = if case .budget = spec.kind { "8MB..64MB/8 or 1screens..4screens/7" } else { "1/8..1/2/8" }
    let from = String(text[..<dots.lowerBound])
    let rest = text[dots.upperBound...]
    guard let slash = rest.lastIndex(of: "/"), let count = Int(rest[rest.index(after: slash)...]),
      (2...countMax).contains(count)
    else {
      throw word.error(
        "'\(text)' does not end in how many values it is; write FROM..TO/COUNT, such as \(example), "
          + "with 2 to \(countMax) values")
    }
    let to = String(rest[..<slash])
    func wrong(_ side: String) -> SweepError {
      word.error(
        "'\(side)' is no end of a range of '\(spec.key)', which takes \(spec.range): "
          + "write FROM..TO/COUNT, such as \(example)")
    }
    switch spec.kind {
    case .rational:
      guard let first = Rational(from) else { throw wrong(from) }
      guard let last = Rational(to) else { throw wrong(to) }
      if from.contains("/") && !to.contains("/") {
        throw word.error("'\(text)' may end in \(rest) or in \(to); write \(text)/COUNT, or \(from)..\(to)/1/\(count)")
      }
      return try fractions(text, count, from: first, to: last, in: word).map { "\($0)" }
    case .budget:
      guard let first = Budget(from) else { throw wrong(from) }
      switch (first, Budget(to)) {
      case (.bytes(let first), .bytes(let last)?): return bytes(count, from: first, to: last)
      case (.screens(let first), .screens(let last)?):
        return try fractions(text, count, from: first, to: last, in: word).map { "\(Budget.screens($0))" }
      case (_, nil): throw wrong(to)
      default: throw word.error("'\(text)' begins in one unit and ends in another; write bytes or screens at both ends")
      }
    case .choice(let words):
      throw word.error(
        "'\(text)' is a range, and '\(spec.key)' takes words; write \(spec.key)=\(words.joined(separator: ","))")
    }
  }

  @inline(never) private static func fractions(
    _ text: String, _ count: Int, from first: Rational, to last: Rational, in word: SweepWord
  ) throws(SweepError) -> [Rational] {
    // No sum passes 64 bits, as ends have six digits and counts five.
    let (a, b, steps) = (first.numerator * last.denominator, last.numerator * first.denominator, Int64(count) - 1)
    let values = (0...steps).map { Rational(a * (steps - $0) + b * $0, first.denominator * last.denominator * steps) }
    if let long = values.first(where: { Rational("\($0)") == nil }) {
      throw word.error("'\(text)' makes \(long), which has more than six digits; choose another count or simpler ends")
    }
    return values
  }

  private static func bytes(_ count: Int, from first: ByteCount, to last: ByteCount) -> [String] {
    let (first, last, steps) = (Int128(first.rawValue), Int128(last.rawValue), Int128(count) - 1)
    return (0...steps).map { "\(ByteCount(rawValue: Int64((first * (steps - $0) + last * $0) / steps)))" }
  }
}
