/// The name in a Host field, without its port.
struct HostName: Equatable {
  /// In lower case; of an IPv6 address what stands between the brackets.
  let name: String
  /// True for an address in digits, which nobody can make point elsewhere.
  let isAddress: Bool

  /// Reads `name`, `name:port`, `[address]` or `[address]:port`; nil for anything else.
  init?(_ host: String) {
    let text = host.lowercased()
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = String(text[text.index(after: text.startIndex)..<end])
      isAddress = true
      guard name.contains(":"), name.utf8.allSatisfy({ HostName.isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E }),
        HostName.isPort(text[text.index(after: end)...])
      else { return nil }
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      name = String(text[..<end])
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy(HostName.isDigit) }
      guard !name.isEmpty, HostName.isPort(text[end...]) else { return nil }
    }
  }

  /// Nothing, or a colon and a number.
  private static func isPort(_ text: Substring) -> Bool {
    text.isEmpty || text.first == ":" && text.dropFirst().utf8.allSatisfy(isDigit) && UInt16(text.dropFirst()) != nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }
}
