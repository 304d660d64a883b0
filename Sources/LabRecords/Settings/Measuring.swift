import LabBase

/// How a run is measured, beside what it counts.
public struct Measuring: Hashable, Sendable {
  /// False where nothing is decoded, only counted.
  public var decodes = true

  public init(decodes: Bool = true) { self.decodes = decodes }

  /// What is not as it is by default, as words of a command line.
  public var words: [String] { decodes ? [] : ["--decode", "none"] }

  /// Members of a configuration.
  var members: [String: JSON] {
    ["decode": .string(decodes ? "real" : "none"), "time": .string("virtual")]
  }

  /// Reads back what `members` wrote; what is missing, or none, is as it is by default.
  init(_ configuration: JSON) { decodes = configuration["decode"]?.string != "none" }
}
