/// A parameter of a policy: its key, its kind with the legal range, its default and its meaning.
public struct ParameterSpec: Sendable {
  public enum Kind: Sendable {
    /// An exact fraction such as `2`, `0.4` or `1/3`, both bounds included.
    case rational(ClosedRange<Rational>)
    /// An amount of memory, `30MB`, or a number of screens, `2.2screens`; all bounds included.
    case budget(ClosedRange<ByteCount>, screens: ClosedRange<Rational>)
    /// One of several words.
    case choice([String])
  }

  public let key: String
  public let kind: Kind
  public let defaultValue: ParameterValue
  public let summary: String

  public init(key: String, kind: Kind, defaultValue: ParameterValue, summary: String) {
    self.key = key
    self.kind = kind
    self.defaultValue = defaultValue
    self.summary = summary
  }

  /// The legal values in words: `0 to 16`, `exact or at-least`.
  public var range: String {
    switch kind {
    case .rational(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .budget(let bytes, let screens):
      "\(bytes.lowerBound) to \(bytes.upperBound), or \(Budget.screens(screens.lowerBound)) to "
        + "\(Budget.screens(screens.upperBound))"
    case .choice(let words): words.joined(separator: " or ")
    }
  }

  /// Returns texts that a number without a unit may stand for if memory is asked for; empty for other kinds.
  func withUnit(_ text: String) -> [String] {
    guard let number = Rational(text, digitsMax: 15), number.numerator > 0 else { return [] }
    // Millions of megabytes, or dozens of screens, are not meant.
    let amount = number < Rational(10_000) ? "\(text)MB" : ByteCount(text)?.description
    guard case .budget(_, let screens) = kind else { return [] }
    let isFew = number <= Rational(10) && screens.contains(number)
    return (amount.map { [$0] } ?? []) + (isFew ? ["\(text)screens"] : [])
  }

  func value(_ text: String) -> ParameterValue? {
    switch kind {
    case .rational(let range):
      guard let number = Rational(text), range.contains(number) else { return nil }
      return .rational(number)
    case .budget(let bytes, let screens):
      switch Budget(text) {
      case .bytes(let value)? where bytes.contains(value): return .budget(.bytes(value))
      case .screens(let value)? where screens.contains(value): return .budget(.screens(value))
      default: return nil
      }
    case .choice(let words):
      return words.contains(text) ? .choice(text) : nil
    }
  }

  /// A budget for all bitmaps together, `budget=30MB` or `budget=2.2screens`, which every eviction policy takes.
  ///
  /// The engine applies one rule to entries that are larger than the whole budget, the same under all policies: such an
  /// entry is served, but no room is made that cannot be enough. In a stream of requests it evicts nothing and is not
  /// kept. In a grid, where a cell has to show it, it is an overdraft (docs/definitions.md).
  ///
  /// The default holds three screens, which `fixed-window` starts at its defaults, and the decodes that run.
  public static let budget = ParameterSpec.budget("bytes of all bitmaps together", screens: Rational(7, 2))

  /// Returns a budget with a default of its own, and possibly another meaning.
  public static func budget(_ summary: String, key: String = "budget", screens: Rational) -> ParameterSpec {
    ParameterSpec(
      key: key,
      kind: .budget(
        ByteCount(rawValue: 1)...ByteCount(rawValue: 1_000_000_000_000), screens: Rational(1, 100)...Rational(1000)),
      defaultValue: .budget(.screens(screens)), summary: summary)
  }

  /// Returns a number, both bounds included.
  public static func number(
    _ key: String, in range: ClosedRange<Rational>, default value: Rational, _ summary: String
  ) -> ParameterSpec {
    ParameterSpec(key: key, kind: .rational(range), defaultValue: .rational(value), summary: summary)
  }
}

/// The value of a parameter.
public enum ParameterValue: Hashable, Sendable, CustomStringConvertible {
  case rational(Rational)
  case budget(Budget)
  case choice(String)

  public var description: String {
    switch self {
    case .rational(let number): number.description
    case .budget(let budget): budget.description
    case .choice(let word): word
    }
  }
}

/// The parameters of a policy, all of them present.
public struct ParameterValues: Hashable, Sendable {
  private var pairs: [(key: String, value: ParameterValue)]

  /// Creates the defaults.
  public init(defaultsOf descriptor: PolicyDescriptor) {
    pairs = descriptor.parameters.map { ($0.key, $0.defaultValue) }
  }

  mutating func set(_ key: String, to value: ParameterValue) {
    let index = pairs.firstIndex { $0.key == key }
    precondition(index != nil, "a parameter is declared before it is set")
    pairs[index!].value = value
  }

  /// - Precondition: The policy declares a parameter `key` of this kind.
  public func rational(_ key: String) -> Rational {
    guard case .rational(let number)? = value(key) else { preconditionFailure("no number is declared as \(key)") }
    return number
  }

  /// Returns a fraction as a floating-point number.
  public func double(_ key: String) -> Double { rational(key).double }

  /// - Precondition: The policy declares a parameter `key` of this kind.
  public func budget(_ key: String) -> Budget {
    guard case .budget(let budget)? = value(key) else { preconditionFailure("no budget is declared as \(key)") }
    return budget
  }

  /// - Precondition: The policy declares a parameter `key` of this kind.
  public func choice(_ key: String) -> String {
    guard case .choice(let word)? = value(key) else { preconditionFailure("no choice is declared as \(key)") }
    return word
  }

  /// The values that are budgets, in declared order.
  public var budgets: [Budget] {
    pairs.compactMap { if case .budget(let budget) = $0.value { budget } else { nil } }
  }

  /// The text `key=value,...` in declared order, each value in its canonical form; empty without parameters.
  public var text: String { pairs.map { "\($0.key)=\($0.value)" }.joined(separator: ",") }

  /// Returns `text` without the values that equal those of `other`.
  func text(differingFrom other: ParameterValues) -> String {
    pairs.filter { other.value($0.key) != $0.value }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }

  private func value(_ key: String) -> ParameterValue? { pairs.first { $0.key == key }?.value }

  public static func == (left: ParameterValues, right: ParameterValues) -> Bool { left.text == right.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The name, a one-line summary and the parameters of a policy.
public struct PolicyDescriptor: Sendable {
  /// The name in kebab case, never reused for another policy.
  public let id: String
  public let summary: String
  /// The parameters in the order in which they are written out.
  public let parameters: [ParameterSpec]

  public init(id: String, summary: String, parameters: [ParameterSpec] = []) {
    self.id = id
    self.summary = summary
    self.parameters = parameters
  }
}
