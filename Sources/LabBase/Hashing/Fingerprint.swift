/// Checksums as text.
package enum Fingerprint {
  /// Two checksums as 32 hexadecimal digits.
  package static func text(_ first: UInt64, _ second: UInt64) -> String { text(first) + text(second) }

  /// A checksum as 16 hexadecimal digits.
  package static func text(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
