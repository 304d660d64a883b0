import LabBase

/// The measuring of a run, beside what it counts.
public struct Measuring: Hashable, Sendable {
  /// True if images are decoded; if not, a run only counts.
  public var decodes = true

  public init(decodes: Bool = true) { self.decodes = decodes }

  /// The values that are not at their default, as words of a command line.
  public var words: [String] { decodes ? [] : ["--decode", "none"] }

  /// The members of a configuration.
  var members: [String: JSON] {
    ["decode": .string(decodes ? "real" : "none"), "time": .string("virtual")]
  }

  /// Reads the output of `members`; a missing member is at its default.
  init(_ configuration: JSON) { decodes = configuration["decode"]?.string != "none" }
}
