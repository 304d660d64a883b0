public import LabBase

/// The machine and the software of a run, as its record has them. `RunEnvironment` writes it.
///
/// What is missing is nil: older records have fewer fields.
public struct RecordedEnvironment: Sendable {
  public let json: JSON?

  public init(_ json: JSON?) { self.json = json }

  public var cpu: String? { json?["cpu"]?.string }
  /// Processors that were online.
  public var cores: Int64? { json?["cores"]?.integer }
  /// How the system counts a process's memory: `resident` on Linux, of which records from before the field are too, and
  /// `physical-footprint` on macOS.
  public var memoryAccounting: String { json?["memory-accounting"]?.string ?? "resident" }
  public var kernel: String? { json?["kernel"]?.string }
  public var swift: String? { json?["swift"]?.string }
  /// The lab's version.
  public var lab: String? { json?["lab"]?.string }
  public var gitRevision: String? { json?["git-revision"]?.string }
  public var transparentHugePages: String? { json?["transparent-huge-pages"]?.string }
  public var glibcTunables: String? { json?["glibc-tunables"]?.string }
  /// Of libjpeg-turbo.
  public var codecVersion: String? { json?["libjpeg-turbo"]?["version"]?.string }
  /// The vector instructions that libjpeg-turbo used.
  public var simd: String? { json?["libjpeg-turbo"]?["simd"]?.string }

  /// `2.1.5 (avx2)`.
  public var codec: String { "\(codecVersion ?? "?") (\(simd ?? "?"))" }
}

extension RunEnvironment {
  /// The fields of an environment, as files have it.
  package static let fields: KeyValuePairs<String, FieldKind> = [
    "cpu": .text, "cores": .count, "memory-accounting": .text, "kernel": .text, "libjpeg-turbo.version": .text,
    "libjpeg-turbo.simd": .text,
    "swift": .text, "lab": .text, "git-revision": .text, "transparent-huge-pages": .text, "glibc-tunables": .text,
  ]
}
