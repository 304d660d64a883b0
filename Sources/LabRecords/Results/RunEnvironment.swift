/// The machine and the software of a run. Fields that older files do not have are nil.
public struct RunEnvironment: Sendable {
  public let json: JSON

  package init(_ json: JSON?) { self.json = json ?? .null }

  /// Reads the environment.
  ///
  /// - Parameters:
  ///   - gitRevision: The revision of the sources, if known.
  ///   - codec: The version of the codec, and the vector instructions that it uses.
  public init(gitRevision: String?, codec: (version: String, simd: String)) {
    let pages = SystemText.read("/sys/kernel/mm/transparent_hugepage/enabled")?.split(separator: "\n").first
    let tunables = ThisProcess.variable("GLIBC_TUNABLES")
    json = .object([
      "cpu": .string(Machine.processor ?? "unknown"),
      "memory-accounting": .string(Machine.memoryAccounting),
      "cores": .integer(Int128(Machine.processorCount)),
      "kernel": .string(Machine.kernel ?? "unknown"),
      "libjpeg-turbo": .object(["version": .string(codec.version), "simd": .string(codec.simd)]),
      "swift": .string(RunEnvironment.swiftVersion),
      "lab": .string(CacheLabInfo.version),
      "git-revision": gitRevision.map { .string($0) } ?? .null,
      "transparent-huge-pages": .string(pages.map(String.init) ?? "unknown"),
      "glibc-tunables": tunables.map { .string($0) } ?? .null,
    ])
  }

  private static var swiftVersion: String {
    #if swift(>=6.4)
      return "6.4 or later"
    #elseif swift(>=6.3)
      return "6.3"
    #else
      return "6.2"
    #endif
  }

  /// Returns the text of a field, `kernel`.
  public subscript(name: String) -> String? { json[name]?.string }

  /// The number of processors that were online.
  public var cores: Int64? { json["cores"]?.integer }
  /// The way in which the system counts a process's memory: `resident` on Linux and in files without the field,
  /// `physical-footprint` on macOS.
  public var memoryAccounting: String { self["memory-accounting"] ?? "resident" }
  public var gitRevision: String? { self["git-revision"] }
  /// The version of libjpeg-turbo, and the vector instructions that it used.
  public var codec: (version: String?, simd: String) {
    (json["libjpeg-turbo"]?["version"]?.string, json["libjpeg-turbo"]?["simd"]?.string ?? "?")
  }

  package static let fields: KeyValuePairs<String, FieldKind> = [
    "cpu": .text, "cores": .count, "memory-accounting": .text, "kernel": .text, "libjpeg-turbo.version": .text,
    "libjpeg-turbo.simd": .text,
    "swift": .text, "lab": .text, "git-revision": .text, "transparent-huge-pages": .text, "glibc-tunables": .text,
  ]
}
