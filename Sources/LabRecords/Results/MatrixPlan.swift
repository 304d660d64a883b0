import LabBase
import LabSystem

/// What tells one matrix from another: its runs in their order, and where they are made.
public struct MatrixPlan: Hashable, Sendable {
  /// The digest of each run's configuration.
  public let configurations: [String]
  /// SHA-256 over machine, system and build: records of others would not stand beside these.
  public let surroundings: String

  /// - Parameters:
  ///   - configurations: Digests, in the order of the runs.
  ///   - environment: What every record of the matrix says of machine and software.
  ///   - program: Path of the program: built anew it is another.
  public init(configurations: [String], environment: RunEnvironment, program: String?) {
    self.configurations = configurations
    surroundings = MatrixPlan.surroundings(environment, program: program)
  }

  /// SHA-256 over machine, system and build.
  public static func surroundings(_ environment: RunEnvironment, program: String?) -> String {
    let state = program.flatMap { try? OpenFile.reading($0).state() }
    let build = "\(state?.byteCount ?? 0) \(state?.modifiedNs ?? 0)"
    return SHA256.hex(of: "\(environment.json.compactText)\n\(Machine.hostName)\n\(build)")
  }

  /// Of the runs alone; its first sixteen digits name the journal.
  var digest: String { SHA256.hex(of: configurations.joined(separator: "\n")) }
}
