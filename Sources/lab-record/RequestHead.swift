/// The head of a request, read strictly: what two readers could understand in different ways is refused.
struct RequestHead: Equatable {
  let method: String
  /// The path without its query.
  let path: String
  /// The value of the only Host field.
  let host: String
  /// Bytes of the body that follows; nil when the head does not say.
  let contentLength: Int?
  private let fields: [Field]

  private struct Field: Equatable {
    /// In lower case.
    var name: String
    var value: String
  }

  /// Reads a head without the empty line below it.
  ///
  /// - Throws: `Answer` with what is wrong: 400, 501 or 505.
  init(_ bytes: [UInt8]) throws(Answer) {
    var lines = try RequestHead.lines(bytes)
    let words = lines.removeFirst().split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, RequestHead.isToken(words[0]), words[1].first == 0x2F else {
      throw Answer(400, "refused: the first line is no request")
    }
    guard [Array("HTTP/1.1".utf8), Array("HTTP/1.0".utf8)].contains(Array(words[2])) else {
      throw Answer(505, "refused: HTTP/1.1 is spoken here")
    }
    method = String(decoding: words[0], as: UTF8.self)
    path = String(decoding: words[1].prefix { $0 != 0x3F }, as: UTF8.self)
    var fields: [Field] = []
    for line in lines { fields.append(try RequestHead.field(line)) }
    self.fields = fields
    let hosts = fields.filter { $0.name == "host" }
    guard hosts.count == 1, !hosts[0].value.isEmpty else { throw Answer(400, "refused: a request needs one Host") }
    host = hosts[0].value
    contentLength = try RequestHead.length(fields)
  }

  /// The first value of a header field; nil without one.
  ///
  /// - Parameter name: In lower case.
  func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// Lines end in CR LF, and neither stands anywhere else: a reader that took a lone LF for an end would see other lines.
  private static func lines(_ bytes: [UInt8]) throws(Answer) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A {
        guard index > start, bytes[index - 1] == 0x0D else { throw Answer(400, "refused: a line ends without CR LF") }
        lines.append(bytes[start..<index - 1])
        start = index + 1
      } else if byte < 0x20 && byte != 0x09 && byte != 0x0D || byte == 0x7F {
        throw Answer(400, "refused: the head has a control character")
      }
    }
    lines.append(bytes[start...])
    guard !lines.contains(where: { $0.contains(0x0D) }) else {
      throw Answer(400, "refused: a line ends without CR LF")
    }
    return lines
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Answer) -> Field {
    guard let colon = line.firstIndex(of: 0x3A), isToken(line[..<colon]) else {
      throw Answer(400, "refused: a header line is no name and value")
    }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var value = line[(colon + 1)...].drop(while: isSpace)
    while value.last.map(isSpace) == true { value.removeLast() }
    return Field(
      name: String(decoding: line[..<colon], as: UTF8.self).lowercased(), value: String(decoding: value, as: UTF8.self))
  }

  /// One length in digits, or none; a body in chunks is not taken at all.
  private static func length(_ fields: [Field]) throws(Answer) -> Int? {
    let lengths = fields.filter { $0.name == "content-length" }
    if fields.contains(where: { $0.name == "transfer-encoding" }) {
      throw lengths.isEmpty
        ? Answer(501, "refused: Transfer-Encoding is not taken, a trace needs a Content-Length")
        : Answer(400, "refused: Transfer-Encoding and Content-Length contradict each other")
    }
    guard let first = lengths.first else { return nil }
    guard lengths.count == 1, (1...18).contains(first.value.utf8.count),
      first.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(first.value)
    else { throw Answer(400, "refused: Content-Length must be one number in digits") }
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

/// Gathers bytes until the empty line that ends a head. It looks at each byte once and keeps a bounded number of them.
struct HeadCollector {
  private let bytesMax: Int
  private var bytes: [UInt8] = []
  /// How many bytes of CR LF CR LF came last.
  private var matched = 0

  init(bytesMax: Int) {
    self.bytesMax = bytesMax
  }

  /// Takes what came.
  ///
  /// - Returns: The head without the empty line, and how many of the new bytes belong to it; nil while it goes on.
  /// - Throws: `Answer` when the head grows too large.
  mutating func add(_ new: ArraySlice<UInt8>) throws(Answer) -> (head: [UInt8], taken: Int)? {
    for (taken, byte) in new.enumerated() {
      guard bytes.count < bytesMax else {
        throw Answer(431, "refused: a request's head takes at most \(bytesMax) bytes")
      }
      bytes.append(byte)
      let isNext = byte == (matched % 2 == 0 ? 0x0D : 0x0A)
      matched = isNext ? matched + 1 : (byte == 0x0D ? 1 : 0)
      if matched == 4 { return (Array(bytes.dropLast(4)), taken + 1) }
    }
    return nil
  }
}
