/// Which visits a person asks about.
public enum VisitSelection: Hashable, Sendable {
  case item(Int32)
  /// All cells on screen in a frame.
  case frame(Int)
  /// The longest waits, so many of them, those of the first frame left out: they can never hit.
  case worst(Int)
  /// For tests and whole listings.
  case all
}
