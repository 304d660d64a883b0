import LabBase
import LabJudge
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

  /// Both binaries get the same words, name and environment: what a program finds on its stack moves what it measures.
  private func run(_ arguments: [String], input: String) async throws -> Command.Outcome {
    try await Command.run(
      executable, arguments, called: ToolName.current,
      environment: .inherit.updating(["MALLOC_ARENA_MAX": "1", "LC_ALL": "C"]), input: input)
  }
}
