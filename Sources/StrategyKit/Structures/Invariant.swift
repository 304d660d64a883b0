/// A broken invariant: a defect of the code, not of its input.
public struct InvariantViolation: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

public enum Invariant {
  /// - Throws: `InvariantViolation` with the description unless the condition is true.
  public static func holds(
    _ condition: Bool, _ description: @autoclosure () -> String
  ) throws(InvariantViolation) {
    if !condition { throw InvariantViolation(description()) }
  }
}
