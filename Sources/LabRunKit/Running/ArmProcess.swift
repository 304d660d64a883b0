import LabBase
import LabJudge
import LabRecords
import LabSystem
import Subprocess

/// A lab-run, this one or another, that is asked what it decodes and how long that takes.
struct ArmProcess {
  /// Path of the executable.
  let executable: String
  /// How messages call it.
  let name: String
  /// The options that decide what is decoded.
  let words: [String]
  /// A fault that it is told to have; for self-tests.
  var plant: String?

  /// This program.
  static func own(_ words: [String], plant: String? = nil) throws -> ArmProcess {
    ArmProcess(executable: try Places.ownExecutable(), name: "this lab-run", words: words, plant: plant)
  }

  /// Asks for the decodes of the cell.
  ///
  /// - Throws: `ArmMismatch` when it does not know.
  func listing(decodesMax: Int) async throws -> ArmListing {
    let result = try await run(["arm", "--list", "--decodes", "\(decodesMax)"] + words, input: "")
    switch result.code {
    case 0: return try ArmListing(text: result.output, name: name)
    case 64 where result.error.contains("'arm'"): throw ArmMismatch.tooOld(name)
    default: throw ArmMismatch.cannotReplay(name, complaint: result.complaint)
    }
  }

  /// Decodes a slice in a process of its own.
  func decode(_ slice: String, decodes: Int) async throws -> LatencyEvidence.Arm {
    let fault = plant.map { ["--plant", $0] } ?? []
    let result = try await run(["arm", "--slice", "-"] + fault + words, input: slice)
    guard result.code == 0 else { throw LabError("\(name) did not decode: \(result.ending)") }
    return try ArmProtocol.arm(result.output, decodes: decodes, name: name)
  }

  /// Counts the instructions of a slice of decodes, if there is one, and of the strategy, in a process of its own.
  ///
  /// - Throws: `InstructionCounterError` where it cannot count.
  func count(_ choice: InstructionChoice, slice: String?) async throws -> InstructionCount {
    let told = ["arm", "--instructions", choice.rawValue] + (slice == nil ? [] : ["--slice", "-"])
    let result = try await run(told + words, input: slice ?? "", ["SWIFT_DETERMINISTIC_HASHING": "1"])
    switch result.code {
    case 0: return try ArmProtocol.count(result.output, name: name)
    case 64 where result.error.contains("--instructions"):
      throw InstructionCounterError(reason: "\(name) was built before it could count them")
    default: throw InstructionCounterError(reason: "\(name) did not count: \(result.ending)")
    }
  }

  /// Both binaries get the same words, name and environment: what a program finds on its stack moves what it measures.
  private func run(
    _ arguments: [String], input: String, _ more: [Environment.Key: String] = [:]
  ) async throws -> Command.Outcome {
    let variables: [Environment.Key: String] = ["MALLOC_ARENA_MAX": "1", "LC_ALL": "C"]
    return try await Command.run(
      executable, arguments, called: ToolName.current,
      environment: .inherit.updating(variables.merging(more) { $1 }), input: input)
  }
}
