/// The limits of a gate: `gate.json`. Without one, every deterministic metric is judged by equality.
///
///     {
///       "limits": { "peak-bitmap-bytes": "3%|30MB", "evictions": "any" },
///       "cells": { "preheat2x fastscroll": { "blank-ratio": "2%" } },
///       "memory": "1MiB",
///       "latency": "2%",
///       "instructions": "0.5%"
///     }
public struct GateLimits: Sendable {
  /// The bytes by which resident memory beyond the ledger may grow.
  public private(set) var memory: Int64 = 1 << 20
  /// The share by which decode times may grow.
  public private(set) var latency = Rational(2, 100)
  /// The share by which the instructions of decodes and frames may grow.
  public private(set) var instructions = Rational(5, 1000)
  private var common: [String: GateLimit] = [:]
  private var byCell: [String: [String: GateLimit]] = [:]

  /// The default limits: equality, 1 MiB, 2 %, 0.5 %.
  public static let standard = GateLimits()

  private init() {}

  /// Reads limits.
  ///
  /// - Throws: `InputError` with file, key, value and cure.
  public init(text: String, file: String) throws(InputError) {
    func error(_ reason: String, _ cure: String) -> InputError { InputError(file, reason, cure: cure) }
    let json: JSON
    let cure = "see docs/gate.md"
    do { json = try JSON.parse(text) } catch let problem { throw error("it is not JSON, \(problem)", cure) }
    guard let members = json.object else { throw error("it is not a JSON object", cure) }
    let known = ["limits", "cells", "memory", "latency", "instructions"]
    for key in members.keys.ordered() where !known.contains(key) {
      throw error("there is no key \"\(key)\"", hint(for: key, among: known, quotedBy: "\""))
    }
    func objects(_ json: JSON?, _ name: String, _ cure: String) throws(InputError) -> [String: JSON] {
      guard let members = (json ?? .object([:])).object else { throw error("\"\(name)\" is not an object", cure) }
      return members
    }
    func limits(_ json: JSON?, _ name: String) throws(InputError) -> [String: GateLimit] {
      var limits: [String: GateLimit] = [:]
      for (key, value) in try objects(json, name, "write metric ids and limits in it") {
        guard GateLimits.names.contains(key), let unit = Column.named(key)?.unit else {
          let near = nearest(to: key, among: GateLimits.names).map { "did you mean \"\($0)\"?" }
          throw error("there is no metric \"\(key)\"", near ?? "name one of \(ToolName.current) list metrics")
        }
        let text = value.string ?? value.compactText
        guard let limit = GateLimit(text, unit: unit) else {
          throw error(
            "\"\(key)\": \"\(text)\" is no limit for a metric in \(unit.rawValue)",
            "write a share, a budget or both: 3%, 30MB, 3%|30MB, or any")
        }
        limits[key] = limit
      }
      return limits
    }
    func value<Value>(
      _ key: String, _ words: String, _ example: String, _ read: (String) -> Value?
    ) throws(InputError) -> Value? {
      guard let json = members[key] else { return nil }
      if let value = json.string.flatMap(read) { return value }
      throw error(FieldCheck.problem(json, belongs: words, at: key), "write it as \"\(example)\"")
    }
    common = try limits(members["limits"], "limits")
    let cells = try objects(members["cells"], "cells", "write cases in it: \"preheat2x fastscroll\": { ... }")
    for (cell, value) in cells { byCell[cell] = try limits(value, cell) }
    func bytes(_ text: String) -> Int64? {
      ByteCount(text).flatMap { $0.rawValue <= FieldKind.figureMax ? $0.rawValue : nil }
    }
    func share(_ text: String) -> Rational? { GateLimit.share(text).flatMap { $0.numerator > 0 ? $0 : nil } }
    memory = try value("memory", "an amount of memory", "1MiB", bytes) ?? memory
    latency = try value("latency", "a share in percent above 0", "2%", share) ?? latency
    instructions = try value("instructions", "a share in percent above 0", "2%", share) ?? instructions
  }

  /// Returns the limit of a figure in a cell: the cell's own, else that of its strategy and trace, else the common one,
  /// else equality. In each, a limit of the figure takes precedence over one of its metric.
  public func limit(_ figure: String, cell: String) -> GateLimit {
    let metric = Column.named(figure)?.metric.id ?? figure
    for limits in [byCell[cell], byCell[GateCell.caseName(of: cell)], common] {
      if let limit = limits?[figure] ?? limits?[metric] { return limit }
    }
    return .equal
  }

  func unused(_ cells: [String]) -> [String] {
    let judged = Set(cells + cells.map { GateCell.caseName(of: $0) })
    return byCell.keys.filter { !judged.contains($0) }.ordered()
  }

  private static let names = Metric.all(.deterministic).flatMap { metric -> [String] in
    let columns = Column.all(of: [metric]).filter { !$0.isNamed }
    return columns.isEmpty ? [] : [metric.id] + columns.map(\.id).filter { $0 != metric.id }
  }
}

/// The limit of a metric that gets worse: a share of the baseline's value, a budget in the metric's unit, or both, as in
/// `3%|30MB`. `any` accepts every value.
public struct GateLimit: Equatable, Sendable {
  /// The share of the old value by which the new one may be worse, or nil if it may be any.
  public let soft: Rational?
  /// The worst allowed value in the metric's unit, or nil if there is none.
  public let hard: ExactNumber?
  public var isAny: Bool { soft == nil && hard == nil }
  /// The limit as its file has it.
  public let text: String

  /// A limit that allows no change for the worse.
  public static let equal = GateLimit(soft: Rational(0), hard: nil, text: "=")
}

extension GateLimit {
  /// Reads a limit.
  ///
  /// - Parameter unit: The unit of a budget: bytes with their unit, times with ns, us, ms or s, shares as `0.05` or `5pt`,
  ///   counts without a unit.
  /// - Returns: Nil if the text is not a limit.
  public init?(_ text: String, unit: Metric.Unit) {
    var (soft, hard): (Rational?, ExactNumber?)
    for part in text.split(separator: "|", omittingEmptySubsequences: false) where text != "any" {
      let word = part.filter { $0 != " " }
      if let share = GateLimit.share(word) {
        guard soft == nil, share.numerator <= 100 * share.denominator else { return nil }
        soft = share
      } else {
        guard hard == nil, let value = GateLimit.value(word, unit) else { return nil }
        hard = value
      }
    }
    self.init(soft: soft, hard: hard, text: text)
  }

  fileprivate static func share(_ word: String) -> Rational? {
    guard word.hasSuffix("%"), let share = Rational(word.dropLast()) else { return nil }
    return Rational(share.numerator, share.denominator * 100)
  }

  private static func value(_ word: String, _ unit: Metric.Unit) -> ExactNumber? {
    func number(_ text: some StringProtocol, times factor: ExactNumber = ExactNumber(1)) -> ExactNumber? {
      Rational(text, digitsMax: 12).map { ExactNumber(Int128($0.numerator), Int128($0.denominator)) * factor }
    }
    switch unit {
    case .bytes: return ByteCount(word).map { ExactNumber(Int128($0.rawValue)) }
    case .count, .secondsPerMinute, .perRequest: return number(word)
    case .ratio, .perThousand:
      return word.hasSuffix("pt") ? number(word.dropLast(2), times: ExactNumber(1, 100)) : number(word)
    case .nanoseconds:
      for (suffix, factor) in [("ns", 1), ("us", 1000), ("ms", 1_000_000), ("s", 1_000_000_000)] as [(String, Int128)]
      where word.hasSuffix(suffix) {
        return number(word.dropLast(suffix.count), times: ExactNumber(factor))
      }
      return nil
    }
  }
}
