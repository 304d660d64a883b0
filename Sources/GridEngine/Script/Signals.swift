/// How much of what a phone knows of the finger strategies are told.
public enum Signals: String, CaseIterable, Sendable {
  /// Offsets alone.
  case none
  /// What moves the grid.
  case phase
  /// That, and where it will stop where the trace says so.
  case all
}
