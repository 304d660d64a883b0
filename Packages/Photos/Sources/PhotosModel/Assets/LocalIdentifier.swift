/// The stable name of an asset, album or folder, as text: `XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX/L0/001`.
///
/// It is computed, not stored: library and row, mixed so that it shows neither, can be read back. A library that is made
/// anew from the same seed has the same names.
public struct LocalIdentifier: Hashable, Sendable {
  /// What kind of object it names.
  public enum Kind: String, CaseIterable, Sendable {
    case asset = "001"
    case list = "020"
    case collection = "040"
  }

  public let kind: Kind
  /// A number of the library.
  public let library: UInt64
  public let row: Int64

  private static let factor: UInt64 = 0xD6E8_FEB8_6659_FD93
  /// The factor's inverse modulo 2^64, by Newton's rule.
  private static let inverse: UInt64 = (0..<6).reduce(factor) { guess, _ in guess &* (2 &- factor &* guess) }

  public init(kind: Kind, library: UInt64, row: Int64) {
    self.kind = kind
    self.library = library
    self.row = row
  }

  /// Reads an identifier; nil for a text that is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "L0", let kind = Kind(rawValue: String(parts[2])) else { return nil }
    let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map({ $0.count }) == [8, 4, 4, 4, 12] else { return nil }
    let digits = fields.joined()
    guard let library = UInt64(digits.prefix(16), radix: 16), let mixed = UInt64(digits.suffix(16), radix: 16) else {
      return nil
    }
    self.kind = kind
    self.library = library
    var word = mixed ^ library
    word ^= word >> 32
    row = Int64(bitPattern: word &* LocalIdentifier.inverse)
    guard row > 0, description == text else { return nil }
  }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension LocalIdentifier: CustomStringConvertible {
  public var description: String {
    var word = UInt64(bitPattern: row) &* LocalIdentifier.factor
    word ^= word >> 32
    let digits = Array(LocalIdentifier.hex(library) + LocalIdentifier.hex(word ^ library))
    let fields = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return fields.joined(separator: "-") + "/L0/" + kind.rawValue
  }
}
