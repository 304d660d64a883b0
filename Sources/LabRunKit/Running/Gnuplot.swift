/// gnuplot, the one way in which it is called.
enum Gnuplot {
  /// Draws a script that lies in a folder, where it finds its data and leaves its picture.
  ///
  /// - Parameter script: The script's name.
  /// - Throws: `MissingProgram`; `LabError` with what gnuplot said when it failed.
  static func draw(_ script: String, in folder: String) async throws {
    let ran = try await Command.run(
      "gnuplot", [script], in: folder, missing: "apt-get install gnuplot-nox (brew install gnuplot on a Mac)")
    guard ran.code == 0 else { throw LabError("gnuplot did not draw \(folder)/\(script): \(ran.ending)") }
  }
}
