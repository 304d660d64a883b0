/// A fault that a helper process is told to have, for tests: what a bad file may do to a decoder.
public struct HelperFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// A signal ends it.
    case abort
    /// It ends by itself.
    case exit
    /// It closes its end and goes on living.
    case close
    /// Its answer makes no sense.
    case garbage
    /// It never answers.
    case hang
    /// It ends before it is ready, whatever the asset.
    case start
  }

  public let kind: Kind
  /// The asset that it happens on.
  public let asset: Int

  /// `abort@7`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let asset = Int(parts[1]), asset >= 0 else {
      return nil
    }
    self.kind = kind
    self.asset = asset
  }

  public var word: String { "\(kind.rawValue)@\(asset)" }
}
