/// A problem of a file that a person wrote or chose: its place, what is wrong, and one cure.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's path or name.
  public let file: String
  /// The line, or the record of a binary file, counted from 1; nil if the file as a whole is meant.
  public let line: Int?
  /// The wrong text, shortened to 80 characters; nil if something is missing.
  public let value: String?
  /// The problem, a sentence without its subject if there is a value.
  public let problem: String
  public let cure: String
  /// True for a damaged block or trace of a pack, without which the others can be read.
  public let isDamage: Bool

  @inline(never) public init(
    _ file: String, line: Int? = nil, value: String? = nil, _ problem: String, cure: String, isDamage: Bool = false
  ) {
    // A damaged file must not drive the terminal.
    let plain = value?.visible
    self.value = plain.map { $0.count > 80 ? "\($0.prefix(77))..." : $0 }
    (self.file, self.line, self.problem, self.cure, self.isDamage) = (file, line, problem, cure, isDamage)
  }

  package var reason: String {
    "\(value.map { "'\($0)' " } ?? "")\(problem); \(cure)".visible
  }

  public var description: String { (line.map { "\(file):\($0): " } ?? "\(file): ").visible + reason }
}
