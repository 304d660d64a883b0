import CacheLab
import LabBase
import LabMeasure
import LabRecords
import LabSystem
import StrategyKit
import SystemPackage

/// This program once more, executed by callgrind, with the words that it was called by.
enum CallgrindRun {
  /// Functions of a part at most that are told: the others hardly count.
  private static let functionsMax = 128
  /// Characters of a function's name at most: those of Swift hold whole types.
  private static let nameMax = 160

  /// What it counted.
  ///
  /// - Parameter input: What it finds on its standard input.
  static func parts(input: String) throws -> [InstructionCount.Part] {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let (program, out) = ("\(folder.path)/\(Places.executableName)", "\(folder.path)/callgrind")
    let stripped = try Command.run("strip", ["-g", "-o", program, try Places.ownExecutable()])
    guard stripped.code == 0 else { throw LabError("strip ended with \(stripped.ending)") }
    // What is executed before it asks for instrumentation is executed faster and counted nowhere.
    let options = [
      "-q", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no", "--dump-line=no", "--compress-pos=no",
      "--callgrind-out-file=\(out)", "--", program,
    ]
    let run = try Command.run("valgrind", options + CommandLine.arguments.dropFirst(), input: input)
    guard run.code == 0 else { throw LabError("valgrind ended with \(run.ending)") }
    return try parts(run.output, profiles: profiles(out))
  }

  /// The files that it wrote, by the word that it asked for them with.
  private static func profiles(_ out: String) throws -> [String: CallgrindProfile] {
    var found: [String: CallgrindProfile] = [:]
    for number in 1...InstructionKind.allCases.count {
      let path = "\(out).\(number)"
      guard try Paths.exists(path) else { break }
      guard let text = try OpenFile(path, .readOnly).readToEnd(bytesMax: CallgrindProfile.bytesMax) else {
        throw LabError("callgrind wrote more than 64 MiB: count fewer decodes")
      }
      do throws(CallgrindError) {
        let profile = try CallgrindProfile(text)
        found[profile.trigger] = profile
      } catch {
        throw LabError("what callgrind wrote cannot be read (\(error)): is the disk full?")
      }
    }
    return found
  }

  private static func parts(
    _ text: String, profiles: [String: CallgrindProfile]
  ) throws -> [InstructionCount.Part] {
    try ArmProtocol.count(text, name: "callgrind's program").parts.map { part in
      guard let profile = profiles[part.kind.rawValue] else {
        throw LabError("callgrind wrote no file for the part '\(part.kind.rawValue)': is it of version 3.13 or later?")
      }
      var part = part
      part.sum = profile.total
      part.functions = functions(profile)
      return part
    }
  }

  /// Without those that everything was executed in: they say nothing. What the compiler made of one function in several
  /// ways counts as one.
  private static func functions(_ profile: CallgrindProfile) -> [InstructionCount.Function] {
    var known: [String: Int64] = [:]
    for function in profile.functions where function.inclusive < profile.total {
      let name = String(SwiftSymbol.short(function.name).visible.prefix(nameMax))
      known[name] = min(profile.total, known[name, default: 0] + function.inclusive)
    }
    let all = known.map { InstructionCount.Function(name: $0.key, instructions: $0.value) }
    return Array(all.sorted { ($1.instructions, $0.name) < ($0.instructions, $1.name) }.prefix(functionsMax))
  }
}
