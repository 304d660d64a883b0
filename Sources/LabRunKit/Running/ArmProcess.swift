import CacheLab
import Subprocess
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
    default: throw ArmMismatch.cannotReplay(name, complaint: result.error)
    }
  }

  /// Decodes a slice in a process of its own.
  func decode(_ slice: String, decodes: Int) async throws -> LatencyEvidence.Arm {
    let fault = plant.map { ["--plant", $0] } ?? []
    let result = try await run(["arm", "--slice", "-"] + fault + words, input: slice)
    guard result.code == 0 else { throw LabError("\(name) did not decode: \(result.error)") }
    return try ArmProtocol.arm(result.output, decodes: decodes, name: name)
  }

  private struct Outcome {
    /// Nil when a signal ended it.
    var code: Int32?
    var output: String
    var error: String
  }

  /// Both binaries get the same words, name and environment: what a program finds on its stack moves what it measures.
  private func run(_ arguments: [String], input: String) async throws -> Outcome {
    let result = try await Subprocess.run(
      .path(FilePath(executable)),
      arguments: Arguments(executablePathOverride: "lab-run", remainingValues: arguments),
      environment: .inherit.updating(["MALLOC_ARENA_MAX": "1", "LC_ALL": "C"]), input: .string(input),
      output: .string(limit: 64 << 20), error: .string(limit: 1 << 20)
    ) { child in
      Interruption.remember(child: child.processIdentifier.value)
    }
    Interruption.forget(child: result.processIdentifier.value)
    switch result.terminationStatus {
    case .exited(let code):
      return Outcome(code: code, output: result.standardOutput, error: ArmProcess.complaint(result.standardError))
    case .signaled(let signal):
      return Outcome(code: nil, output: "", error: "it was ended by signal \(signal)")
    }
  }

  /// What a child said, without the name that this process puts before it again, and without the hint below it.
  private static func complaint(_ text: String) -> String {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("  See 'lab-run") }
      .map { $0.hasPrefix("lab-run: ") ? $0.dropFirst("lab-run: ".count) : $0 }
    return lines.isEmpty ? "it did not say why" : lines.joined(separator: " ")
  }
}
