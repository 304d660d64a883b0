import LabBase

/// Why a log of touches or offsets cannot be read.
public typealias LogError = InputError<LogProblem>

/// What is wrong with a log, or with a part of it, and the cure.
public struct LogProblem: InputProblem, Error {
  /// A part that can be left out while the rest of the log is read.
  public enum Part: String, CaseIterable, Sendable { case row, stroke, session }

  /// The same words for all parts with which the same is wrong.
  let what: String
  let cure: String
  /// The part that is wrong; nil for the log as a whole.
  public let part: Part?

  public init(_ what: String, cure: String, part: Part? = nil) {
    (self.what, self.cure, self.part) = (what, cure, part)
  }

  public func text(_ value: String) -> String {
    let place = [part == .session ? "session" : "", value.isEmpty ? "" : "'\(value)'"].filter { !$0.isEmpty }
    return (place + ["\(what): \(cure)"]).joined(separator: " ")
  }
}

/// The parts of a log that were left out.
public struct LogLosses: Sendable {
  /// The first part of each cause and how many there are, in the order of the first ones.
  public private(set) var causes: [(first: LogError, count: Int)] = []

  public init() {}

  public func count(_ part: LogProblem.Part) -> Int {
    causes.reduce(0) { $0 + ($1.first.problem.part == part ? $1.count : 0) }
  }

  public mutating func leaveOut(_ error: LogError, count: Int = 1) {
    let (part, what) = (error.problem.part, error.problem.what)
    let place = causes.firstIndex { $0.first.problem.part == part && $0.first.problem.what == what }
    if let place { causes[place].count += count } else { causes.append((error, count)) }
  }

  public mutating func add(_ other: LogLosses) {
    for (first, count) in other.causes { leaveOut(first, count: count) }
  }
}
