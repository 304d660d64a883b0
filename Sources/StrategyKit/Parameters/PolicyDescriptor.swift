/// A policy's name, what it does in a line, and its parameters.
public struct PolicyDescriptor: Sendable {
  /// Kebab-case, never reused for another policy.
  public let id: String
  public let summary: String
  /// In the order in which they are written out.
  public let parameters: [ParameterSpec]

  public init(id: String, summary: String, parameters: [ParameterSpec] = []) {
    self.id = id
    self.summary = summary
    self.parameters = parameters
  }
}
