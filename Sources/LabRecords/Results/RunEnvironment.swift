import CacheLab
public import LabBase
import LabSystem

/// The machine and the software that a run was made on.
public struct RunEnvironment: Sendable {
  public let json: JSON

  /// Reads the environment.
  ///
  /// - Parameters:
  ///   - gitRevision: the revision of the sources, where known.
  ///   - codec: what decodes, and the vector instructions that it uses.
  public init(gitRevision: String?, codec: (version: String, simd: String)) {
    let pages = SystemText.read("/sys/kernel/mm/transparent_hugepage/enabled")?.split(separator: "\n").first
    let tunables = ThisProcess.variable("GLIBC_TUNABLES")
    json = .object([
      "cpu": .string(RunEnvironment.cpu),
      "memory-accounting": .string(Machine.memoryAccounting),
      "cores": .integer(Int128(Machine.onlineProcessorCount)),
      "kernel": .string(Machine.kernel ?? "unknown"),
      "libjpeg-turbo": .object([
        "version": .string(codec.version), "simd": .string(codec.simd),
      ]),
      "swift": .string(RunEnvironment.swiftVersion),
      "lab": .string(CacheLabInfo.version),
      "git-revision": gitRevision.map { .string($0) } ?? .null,
      "transparent-huge-pages": .string(pages.map(String.init) ?? "unknown"),
      "glibc-tunables": tunables.map { .string($0) } ?? .null,
    ])
  }

  /// What the processor calls itself.
  package static var cpu: String { Machine.processor ?? "unknown" }

  package static var swiftVersion: String {
    #if swift(>=6.4)
      return "6.4 or later"
    #elseif swift(>=6.3)
      return "6.3"
    #else
      return "6.2"
    #endif
  }
}
