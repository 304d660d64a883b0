import Strategies

/// What a sweep is to run, as it is written: in a file, on the command line, or in both.
public struct SweepSettings: Hashable, Sendable {
  public var strategies: [SweepWord] = []
  public var varies: [SweepWord] = []
  public var budgets: [SweepWord] = []
  public var traces: [SweepWord] = []
  public var devices: [SweepWord] = []
  public var screens: [SweepWord] = []
  public var library: SweepWord?
  public var seed: SweepWord?
  public var assets: SweepWord?
  public var cells: SweepWord?
  public var scales: SweepWord?
  public var delivery: SweepWord?
  public var cloud: SweepWord?

  public init() {}

  /// Reads a file: a line a setting, its name and then words, separated by spaces; `#` begins a comment.
  ///
  /// - Parameter file: Its path, for messages.
  public init(text: String, file: String) throws(SweepError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let place = "\(file):\(index + 1)"
      var words = line.split(whereSeparator: \.isWhitespace)
      if let comment = words.firstIndex(where: { $0.hasPrefix("#") }) { words = Array(words[..<comment]) }
      guard let name = words.first.map(String.init) else { continue }
      let values = words.dropFirst().map { SweepWord(String($0), at: place) }
      guard !values.isEmpty else {
        throw SweepError(place, "'\(name)' has no value: write \(name) and what it is to be, or leave out the line")
      }
      if let list = SweepSettings.lists[name] {
        self[keyPath: list] += values
      } else if let single = SweepSettings.singles[name] {
        guard values.count == 1, let value = values.first else {
          throw SweepError(place, "'\(name)' takes one value, not \(values.count): keep one")
        }
        if let earlier = self[keyPath: single] {
          throw SweepError(place, "'\(name)' stands in \(earlier.place) already: keep one of the two")
        }
        self[keyPath: single] = value
      } else {
        let names = (Array(SweepSettings.lists.keys) + Array(SweepSettings.singles.keys)).sorted()
        throw SweepError(place, "'\(name)' is no setting of a sweep: \(hint(for: name, among: names))")
      }
    }
  }

  /// These settings with others in place of those of the same kind; strategies and what is varied are one kind.
  public func replaced(by other: SweepSettings) -> SweepSettings {
    var result = self
    if !other.strategies.isEmpty || !other.varies.isEmpty {
      (result.strategies, result.varies) = (other.strategies, other.varies)
    }
    for list in [\SweepSettings.budgets, \.traces, \.devices, \.screens] where !other[keyPath: list].isEmpty {
      result[keyPath: list] = other[keyPath: list]
    }
    for single in SweepSettings.singles.values where other[keyPath: single] != nil {
      result[keyPath: single] = other[keyPath: single]
    }
    return result
  }

  private typealias List = any WritableKeyPath<SweepSettings, [SweepWord]> & Sendable
  private typealias Single = any WritableKeyPath<SweepSettings, SweepWord?> & Sendable

  private static let lists: [String: List] = [
    "strategy": \.strategies, "vary": \.varies, "budget": \.budgets, "trace": \.traces, "device": \.devices,
    "screen": \.screens,
  ]

  private static let singles: [String: Single] = [
    "library": \.library, "seed": \.seed, "assets": \.assets, "cells": \.cells, "scales": \.scales,
    "delivery": \.delivery, "cloud": \.cloud,
  ]
}
