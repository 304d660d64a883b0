package import StrategyKit

/// How much of what a phone knows of the finger strategies are told.
public enum Signals: String, CaseIterable, Sendable {
  /// Offsets alone.
  case none
  /// What moves the grid.
  case phase
  /// That, and where it will stop where the trace says so.
  case all
}

extension ScrollPhase {
  /// As a session writes it.
  package var word: String {
    switch self {
    case .still: "still"
    case .tracking: "tracking"
    case .dragging: "dragging"
    case .decelerating: "decelerating"
    case .animated: "animated"
    case .scrubbing: "scrubbing"
    }
  }
}
