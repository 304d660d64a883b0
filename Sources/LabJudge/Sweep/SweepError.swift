import LabBase

/// What is wrong with a sweep's words or files: the place, the value and the cure.
public struct SweepError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `my.sweep:12`, `--vary`, or the path of a file.
  public let place: String
  public let problem: String

  public init(_ place: String, _ problem: String) {
    self.place = place
    self.problem = problem
  }

  public var description: String { "\(place.visible): \(problem.visible)" }
}
