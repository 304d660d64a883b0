public import CacheLab

/// One metric in virtual time beside the same metric on the wall clock.
public struct ValidationRow: Sendable {
  /// How far apart the two may be.
  public enum Bound: Hashable, Sendable {
    /// In the metric's own unit.
    case within(Double)
    /// Shown, not judged.
    case none
  }

  /// The metric's id, for a distribution with the figure that was taken of it.
  public let name: String
  public let unit: Metric.Unit
  public let virtual: Double
  /// One value a round.
  public let real: [Double]
  public let bound: Bound

  /// The middle round's value.
  public var median: Double { real.sorted()[real.count / 2] }
  /// The middle round's value less virtual time's.
  public var difference: Double { median - virtual }
  /// The largest round's value less the smallest's.
  public var spread: Double { (real.max() ?? 0) - (real.min() ?? 0) }
  public var holds: Bool {
    switch bound {
    case .within(let most): abs(difference) <= most
    case .none: true
    }
  }

  /// - Precondition: there is a round.
  public init(name: String, unit: Metric.Unit, virtual: Double, real: [Double], bound: Bound) {
    precondition(!real.isEmpty, "a metric was measured in a round")
    self.name = name
    self.unit = unit
    self.virtual = virtual
    self.real = real
    self.bound = bound
  }
}
