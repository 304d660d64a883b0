/// Checksums as text.
package enum Fingerprint {
  /// Two checksums as 32 hexadecimal digits.
  package static func text(_ first: UInt64, _ second: UInt64) -> String { hex(first) + hex(second) }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
