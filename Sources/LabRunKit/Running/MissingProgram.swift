/// A program of the system's that is not there.
struct MissingProgram: Error, CustomStringConvertible {
  let name: String
  /// What to do about it.
  let cure: String

  var description: String {
    name.contains("/") ? "there is no program \(name): \(cure)" : "there is no '\(name)' in PATH: \(cure)"
  }
}
