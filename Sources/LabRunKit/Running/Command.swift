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
    (code.map { "exit code \($0)" } ?? "signal \(signal ?? 0)") + ": \(complaint)"
  }
}

enum Command {
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

enum CallgrindRun {
  /// - Throws: `MissingProgram` if nothing can be counted here; `LabError` if the program does not count.
  static func count(
    _ program: GateProgram, _ words: [String], decodes: Bool
  ) throws -> [InstructionKind: InstructionCount] {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let (copy, out) = ("\(folder.path)/\(Places.executableName)", "\(folder.path)/callgrind")
    // Callgrind cannot read all debug information.
    let stripped = try Command.run(
      "strip", ["-g", "-o", copy, program.executable], missing: "apt-get install binutils")
    guard stripped.code == 0 else { throw LabError("strip ended with \(stripped.ending)") }
    // Until the program starts instrumentation, it runs faster and nothing is counted.
    let options = [
      "-q", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no", "--dump-line=no", "--compress-pos=no",
      "--callgrind-out-file=\(out)", "--", copy, "run", "--instructions", "--quiet", "--decode",
      decodes ? "real" : "none",
    ]
    let run = try Command.run(
      "valgrind", options + words, changes: GateProgram.surroundings, missing: "apt-get install valgrind")
    guard run.code == 0 else { throw LabError("\(program.name) did not count instructions: \(run.ending)") }
    var counts: [InstructionKind: InstructionCount] = [:]
    for (number, line) in run.output.split(separator: "\n").enumerated() {
      let said = line.split(separator: " ")
      guard said.count == 2, let kind = InstructionKind(rawValue: String(said[0])), let units = Int64(said[1]) else {
        throw LabError("\(program.name) did not count instructions: it may be too old")
      }
      // Each part has a file of its own.
      let options = ["--inclusive=yes", "--threshold=100", "\(out).\(number + 1)"]
      let text = try Command.run("callgrind_annotate", options, missing: "apt-get install valgrind").output
      guard let count = CallgrindRun.count(of: units, kind, annotated: text) else {
        throw LabError("what callgrind wrote of \(program.name) cannot be read: is the disk full?")
      }
      counts[kind] = count
    }
    return counts
  }

  /// Reads the output of `callgrind_annotate --inclusive=yes` for a part; returns nil if it is of another part. Functions
  /// that include all instructions are left out, and specializations of a function count as one.
  static func count(of units: Int64, _ kind: InstructionKind, annotated text: String) -> InstructionCount? {
    let lines = text.split(separator: "\n")
    // `1,234 (12.3%)  file:function [program]`
    func number(_ line: Substring) -> Int64? { Int64(line.prefix { "0123456789, ".contains($0) }.filter(\.isNumber)) }
    guard units > 0, lines.contains("Trigger: Client Request: \(kind.rawValue)"),
      let sum = lines.first(where: { $0.hasSuffix(" PROGRAM TOTALS") }).flatMap(number)
    else { return nil }
    var functions: [String: Int64] = [:]
    for line in lines {
      guard let cost = number(line), cost < sum else { continue }
      let name = line.drop { $0 != ":" }.dropFirst()
      let symbol = name.firstRange(of: " [").map { name[..<$0.lowerBound] } ?? name
      // Names of Swift hold whole types.
      functions[String(SwiftSymbol.short(String(symbol)).visible.prefix(160)), default: 0] += cost
    }
    return InstructionCount(units: units, sum: sum, functions: functions.mapValues { min(sum, $0) })
  }
}
