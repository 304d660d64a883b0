import LabLibrary

/// How helper processes are started.
public struct HelperCommand: Sendable {
  /// Path of a program that calls `DecodeHelper.serve` when `DecodeHelper.word` is its first word.
  public var executable: String
  /// For tests.
  public var fault: HelperFault?

  public init(executable: String, fault: HelperFault? = nil) {
    self.executable = executable
    self.fault = fault
  }

  /// What a helper is told: its word, a fault or `-`, and where the library is.
  func arguments(_ place: LibraryPlace) -> [String] {
    [DecodeHelper.word, fault?.word ?? "-"] + place.words
  }
}
