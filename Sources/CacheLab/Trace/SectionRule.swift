/// Which sections a grid's photos lie in.
public enum SectionRule: String, CaseIterable, Sendable {
  /// As the trace says.
  case trace
  /// One section.
  case one = "none"
  /// A section for each day, month or year on which photos were taken, under a header.
  case day, month, year
}
