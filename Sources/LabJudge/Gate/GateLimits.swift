public import CacheLab
public import LabBase
import LabRecords
public import StrategyKit

/// What a gate allows: `gate.json`. Without one, every deterministic metric is judged by equality.
///
///     {
///       "limits": { "peak-bitmap-bytes": "3%|30MB", "evictions": "any" },
///       "cells": { "preheat2x fastscroll": { "blank-ratio": "2%" } },
///       "memory": "1MiB",
///       "latency": "2%",
///       "instructions": "0.5%"
///     }
public struct GateLimits: Sendable {
  /// Bytes by which resident memory beyond the ledger may grow.
  public private(set) var memory: Int64 = 1 << 20
  /// Share by which decode times may grow.
  public private(set) var latency = Rational(2, 100)
  /// Share by which instructions of decodes and frames may grow.
  public private(set) var instructions = Rational(5, 1000)
  private var common: [String: GateLimit] = [:]
  private var byCell: [String: [String: GateLimit]] = [:]

  /// Equality, 1 MiB, 2 %, 0.5 %.
  public static let standard = GateLimits()

  private init() {}

  /// Reads limits.
  ///
  /// - Throws: `GateError` that names file, key, value and cure.
  public init(json: JSON, file: String) throws(GateError) {
    let known = ["limits", "cells", "memory", "latency", "instructions"]
    guard let members = json.object else {
      throw GateError(file: file, reason: "it is not a JSON object", cure: "see docs/gate.md")
    }
    for key in members.keys.sorted() where !known.contains(key) {
      throw GateError(
        file: file, reason: "there is no key \"\(key)\"", cure: hint(for: key, among: known, quotedBy: "\""))
    }
    common = try GateLimits.limits(members["limits"], file, "limits")
    let ownLimits = members["cells"] ?? .object([:])
    guard let named = ownLimits.object else {
      throw GateError(
        file: file, reason: "\"cells\" is not an object", cure: "write cases in it: \"preheat2x fastscroll\": { ... }")
    }
    for (cell, value) in named { byCell[cell] = try GateLimits.limits(value, file, cell) }
    if let json = members["memory"] { memory = try GateLimits.bytes(json, file, "memory") }
    if let json = members["latency"] { latency = try GateLimits.share(json, file, "latency") }
    if let json = members["instructions"] { instructions = try GateLimits.share(json, file, "instructions") }
  }

  /// The limit of a figure in a cell: the cell's own, else that of its strategy and trace whatever the options, else the
  /// common one, else equality. In each, the figure's own goes before its metric's.
  public func limit(_ figure: String, cell: String) -> GateLimit {
    let metric = Column.named(figure)?.metric.id ?? figure
    for limits in [byCell[cell], byCell[GateEvidence.Cell.caseName(of: cell)], common] {
      if let limit = limits?[figure] ?? limits?[metric] { return limit }
    }
    return .equal
  }

  /// Cases that have limits and that a gate did not judge, in order: perhaps their names are misspelt.
  func unused(_ cells: [String]) -> [String] {
    let judged = Set(cells + cells.map { GateEvidence.Cell.caseName(of: $0) })
    return byCell.keys.filter { !judged.contains($0) }.sorted()
  }

  /// Every name that a limit can be set for: that of a figure, or a metric's for all its figures.
  private static let names = Metric.all(.deterministic).flatMap { metric -> [String] in
    let columns = Column.all(of: [metric]).filter { !$0.isNamed }
    return columns.isEmpty ? [] : [metric.id] + columns.map(\.id).filter { $0 != metric.id }
  }

  private static func limits(_ json: JSON?, _ file: String, _ name: String) throws(GateError) -> [String: GateLimit] {
    guard let json else { return [:] }
    guard let members = json.object else {
      throw GateError(file: file, reason: "\"\(name)\" is not an object", cure: "write metric ids and limits in it")
    }
    var limits: [String: GateLimit] = [:]
    for (key, value) in members {
      guard names.contains(key), let unit = Column.named(key)?.unit else {
        let near = nearest(to: key, among: names).map { "did you mean \"\($0)\"?" }
        throw GateError(
          file: file, reason: "there is no metric \"\(key)\"",
          cure: near ?? "name one of \(ToolName.current) list metrics")
      }
      let text = value.string ?? value.compactText
      guard let limit = GateLimit(text, unit: unit) else {
        throw GateError(
          file: file, reason: "\"\(key)\": \"\(text)\" is no limit for a metric in \(unit.rawValue)",
          cure: "write a share, a budget or both: 3%, 30MB, 3%|30MB, or any")
      }
      limits[key] = limit
    }
    return limits
  }

  /// A share in percent, more than none.
  private static func share(_ json: JSON, _ file: String, _ key: String) throws(GateError) -> Rational {
    guard let text = json.string, text.hasSuffix("%"), let share = Rational(text.dropLast()), share.numerator > 0 else {
      throw GateError(
        file: file, reason: FieldCheck.problem(json, belongs: "a share in percent above 0", at: key),
        cure: "write it as \"2%\"")
    }
    return Rational(share.numerator, share.denominator * 100)
  }

  private static func bytes(_ json: JSON, _ file: String, _ key: String) throws(GateError) -> Int64 {
    guard let text = json.string, let bytes = ByteCount(text), bytes.rawValue <= FieldKind.figureMax else {
      throw GateError(
        file: file, reason: FieldCheck.problem(json, belongs: "an amount of memory", at: key),
        cure: "write it as \"1MiB\"")
    }
    return bytes.rawValue
  }
}

/// How much worse a metric may get: a share of the baseline's value, a budget in the metric's own unit, or both, as in
/// `3%|30MB`. Both must hold. `any` does not judge.
public struct GateLimit: Equatable, Sendable {
  /// Share of the old value by which the new one may be worse; nil for no such limit.
  public let soft: Rational?
  /// The worst value that is allowed, in the metric's unit; nil for none.
  public let hard: ExactNumber?
  public let isAny: Bool
  /// As it was written.
  public let text: String

  /// No change for the worse.
  public static let equal = GateLimit(soft: Rational(0), hard: nil, isAny: false, text: "=")
}

extension GateLimit {
  /// Reads a limit.
  ///
  /// - Parameter unit: what a budget is counted in: bytes with their unit, times with ns, us, ms or s, shares as
  ///   `0.05` or `5pt`, counts bare.
  /// - Returns: nil when the text is no limit.
  public init?(_ text: String, unit: Metric.Unit) {
    var (soft, hard): (Rational?, ExactNumber?)
    if text == "any" {
      self.init(soft: nil, hard: nil, isAny: true, text: text)
      return
    }
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      let word = part.filter { $0 != " " }
      if word.hasSuffix("%") {
        guard soft == nil, let share = Rational(word.dropLast()), share.numerator <= 10_000 * share.denominator else {
          return nil
        }
        soft = Rational(share.numerator, share.denominator * 100)
      } else {
        guard hard == nil, let value = GateLimit.value(word, unit) else { return nil }
        hard = value
      }
    }
    self.init(soft: soft, hard: hard, isAny: false, text: text)
  }

  private static func value(_ word: String, _ unit: Metric.Unit) -> ExactNumber? {
    func number(_ text: some StringProtocol, times factor: ExactNumber = ExactNumber(1)) -> ExactNumber? {
      Rational(text, digitsMax: 12).map { ExactNumber($0) * factor }
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
