/// What a cell found when it asked for its image.
public enum RequestOutcome: String, CaseIterable, Sendable {
  /// The bitmap was there.
  case hit
  /// Only the coarse bitmap was there; counts as late or as a miss besides.
  case coarse
  /// A decode created at an earlier frame had not ended.
  case late
  /// No decode had been asked for before this frame.
  case miss
}
