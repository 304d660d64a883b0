import LabSystem

/// Starts the program anew, with the same words, in the same process.
enum Reexecution {
  /// Making a library leaves memory behind that a run would count as its own; a fresh program image has none of it.
  /// Returns only where the system refuses, and the run then goes on as it is.
  static func afterMakingTheLibrary() { again() }

  /// With an environment that was changed, which a program reads when it begins.
  static func again() {
    guard let executable = Places.executable else { return }
    ThisProcess.become(executable)
  }
}
