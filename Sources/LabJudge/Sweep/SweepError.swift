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

  /// A file that `--resume` is not to go on with, because another program counted it than the one that runs.
  public static func cannotResume(_ place: String, of program: String, by other: String) -> SweepError {
    SweepError(
      place,
      "the program \(program) counted this, and the one that runs is \(other): leave out --resume to count all anew, or "
        + "go on with the first")
  }

  public var description: String { "\(place.visible): \(problem.visible)" }
}
