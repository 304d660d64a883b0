import LabSystem

extension ChildProcess {
  /// The message of a failed lab-run, without the tool's name, which this process prints itself, and without the hint.
  var complaint: String {
    // An older program prints "lab-run" under any name.
    let names = Set([ToolName.current, Places.executableName, "lab-run"])
    let lines = error.split(whereSeparator: \.isNewline)
      .filter { line in !names.contains { line.hasPrefix("  See '\($0) ") } }
      .map { line in names.first { line.hasPrefix("\($0): ") }.map { line.dropFirst($0.count + 2) } ?? line }
    return lines.isEmpty ? "it did not say why" : lines.joined(separator: " ")
  }

  /// The end of the process: `exit code 1: no such trace`.
  var ending: String {
    if let code { return "exit code \(code): \(complaint)" }
    return "signal \(signal ?? 0): \(complaint)"
  }
}

enum Command {
  /// - Parameter missing: The cure if the program is not installed.
  /// - Throws: `MissingProgram`; `ChildProcessError`.
  static func run(
    _ program: String, _ arguments: [String], called name: String? = nil, changes: [String: String?] = [:],
    in folder: String? = nil, missing: String = "install it"
  ) throws -> ChildProcess {
    do throws(ChildProcessError) {
      return try ChildProcess.run(program, arguments, called: name, changes: changes, in: folder)
    } catch .missing(let name) {
      throw MissingProgram(name: name, cure: missing)
    }
  }
}

struct MissingProgram: Error, CustomStringConvertible {
  let name: String
  let cure: String

  var description: String {
    name.contains("/") ? "there is no program \(name); \(cure)" : "there is no '\(name)' in PATH; \(cure)"
  }
}
