/// The head of a request, read strictly: what two readers could understand in different ways is refused.
struct RequestHead {
  let method: String
  /// The path without its query.
  let path: String
  /// The value of the only Host field.
  let host: String
  /// Bytes of the body that follows; nil when the head does not say.
  let contentLength: Int?
  /// Names are in lower case.
  private let fields: [Field]

  private typealias Field = (name: String, value: String)

  /// Reads a head without the empty line below it.
  ///
  /// - Throws: `Response` with what is wrong: 400, 501 or 505.
  init(_ bytes: [UInt8]) throws(Response) {
    var lines = try RequestHead.lines(bytes)
    let words = lines.removeFirst().split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, RequestHead.isToken(words[0]), words[1].first == 0x2F else {
      throw Response(400, "refused: the first line is no request")
    }
    guard [Array("HTTP/1.1".utf8), Array("HTTP/1.0".utf8)].contains(Array(words[2])) else {
      throw Response(505, "refused: HTTP/1.1 is spoken here")
    }
    method = String(decoding: words[0], as: UTF8.self)
    path = String(decoding: words[1].prefix { $0 != 0x3F }, as: UTF8.self)
    var fields: [Field] = []
    for line in lines { fields.append(try RequestHead.field(line)) }
    self.fields = fields
    let hosts = fields.filter { $0.name == "host" }
    guard hosts.count == 1, !hosts[0].value.isEmpty else { throw Response(400, "refused: a request needs one Host") }
    host = hosts[0].value
    contentLength = try RequestHead.length(fields)
  }

  /// The first value of a header field; nil without one.
  ///
  /// - Parameter name: In lower case.
  func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Lines end in CR LF, and neither stands anywhere else: a reader that took a lone LF for an end would see other lines.
  private static func lines(_ bytes: [UInt8]) throws(Response) -> [ArraySlice<UInt8>] {
    let lines = bytes.split(separator: [0x0D, 0x0A], omittingEmptySubsequences: false)
    for line in lines {
      guard !line.contains(0x0D) && !line.contains(0x0A) else {
        throw Response(400, "refused: a line ends without CR LF")
      }
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw Response(400, "refused: the head has a control character")
      }
    }
    return lines
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Response) -> Field {
    guard let colon = line.firstIndex(of: 0x3A), isToken(line[..<colon]) else {
      throw Response(400, "refused: a header line is no name and value")
    }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while value.last.map(isSpace) == true { value.removeLast() }
    return (
      name: String(decoding: line[..<colon], as: UTF8.self).lowercased(), value: String(decoding: value, as: UTF8.self)
    )
  }

  /// One length in digits, or none; a body in chunks is not taken at all.
  private static func length(_ fields: [Field]) throws(Response) -> Int? {
    let lengths = fields.filter { $0.name == "content-length" }
    if fields.contains(where: { $0.name == "transfer-encoding" }) {
      throw lengths.isEmpty
        ? Response(501, "refused: Transfer-Encoding is not taken, a trace needs a Content-Length")
        : Response(400, "refused: Transfer-Encoding and Content-Length contradict each other")
    }
    guard let first = lengths.first else { return nil }
    guard lengths.count == 1, (1...18).contains(first.value.utf8.count),
      first.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(first.value)
    else { throw Response(400, "refused: Content-Length must be one number in digits") }
    return length
  }

  /// A name as RFC 9110 has it: no space, nothing that separates.
  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

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
