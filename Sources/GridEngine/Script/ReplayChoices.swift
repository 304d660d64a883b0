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

/// What happens to a request whose cell leaves before its decode began.
public enum CellPolicy: String, CaseIterable, Sendable {
  /// The request is cancelled: the app calls `cancelImageRequest` when a cell is reused.
  case cancel
  /// The request stays queued, as in the published sample.
  case keep
}

/// Which images a cell gets: the delivery modes of Photos' image requests, in a replay.
public enum ReplayDelivery: String, CaseIterable, Sendable {
  /// One image, as asked for (`highQualityFormat`).
  case highquality
  /// The embedded thumbnail first, then the image: the same as a strategy with `+opportunistic`.
  case opportunistic
  /// One image: the embedded thumbnail where the file has one, else the image as asked for (`fastFormat`).
  case fast
}
