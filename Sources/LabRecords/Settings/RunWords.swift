import LabBase

/// How a run was asked for: what a command line says, beside the strategy, to make it again.
///
/// A record keeps it, for its configuration knows of a trace and of a device of the user's own only their names.
public struct RunWords: Hashable, Sendable {
  /// The name of a shipped trace, else a path.
  public var trace: String
  /// Options with their values; what is as it is by default is left out.
  public var settings: [String]

  public init(trace: String, settings: [String]) {
    self.trace = trace
    self.settings = settings
  }

  var json: JSON { .object(["trace": .string(trace), "settings": .array(settings.map { .string($0) })]) }

  /// Reads back what `json` wrote; nil for anything else.
  init?(_ json: JSON) {
    guard let trace = json["trace"]?.string, let settings = json["settings"]?.array else { return nil }
    self.trace = trace
    self.settings = settings.compactMap { $0.string }
    guard self.settings.count == settings.count else { return nil }
  }
}
