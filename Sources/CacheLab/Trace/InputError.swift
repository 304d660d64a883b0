import LabBase

/// What is wrong with a user's file, in words that name the cure.
public protocol InputProblem: Hashable, Sendable {
  /// - Parameter value: What stands there.
  func text(_ value: String) -> String
}

/// Why a user's file is refused: which file, which line, what stands there, and what to do.
public struct InputError<Problem: InputProblem>: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its path or name.
  public let file: String
  /// The line, or the record of a binary file, counted from 1; nil when the file as a whole is meant.
  public let line: Int?
  /// What stands there, shortened to 80 characters.
  public let value: String
  public let problem: Problem

  public init(file: String, line: Int?, value: String, problem: Problem) {
    // A damaged file must not drive the terminal.
    let plain = value.visible
    self.value = plain.count > 80 ? "\(plain.prefix(77))..." : plain
    (self.file, self.line, self.problem) = (file, line, problem)
  }

  public var description: String {
    let file = file.visible
    return (line.map { "\(file):\($0): " } ?? "\(file): ") + problem.text(value).visible
  }
}
