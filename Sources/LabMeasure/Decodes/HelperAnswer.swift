/// What a helper process answers: seven numbers of eight bytes, then a text of 200 bytes at most.
struct HelperAnswer: Equatable {
  enum Status: Int64 {
    /// The first answer, to nothing: the library is open, and the text is its fingerprint.
    case ready = 1
    /// The first answer of one that cannot work, and why.
    case refused = 2
    case complete = 3
    /// Damaged data that still gave an image, or a file of which the index says that it does not decode.
    case partial = 4
    /// It did not decode, though the index says that it does.
    case contradictsIndex = 5
    case unreadable = 6
  }

  private static let headCount = 7 * 8
  private static let textMax = 200
  static let byteCount = headCount + textMax
  private static let mark: Int64 = 0x3177_736E_6261_6C63

  var status: Status
  /// That of the request.
  var number: Int64 = 0
  /// Thread CPU time and wall time of the decode, nanoseconds.
  var cpu: Int64 = 0
  var wall: Int64 = 0
  /// Wall time of opening the file, nanoseconds.
  var opening: Int64 = 0
  var text = ""

  func write(to buffer: UnsafeMutableRawBufferPointer) {
    let bytes = text.utf8.prefix(HelperAnswer.textMax)
    let words: (Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (
      HelperAnswer.mark, status.rawValue, number, cpu, wall, opening, Int64(bytes.count)
    )
    unsafe buffer.storeBytes(of: words, as: type(of: words))
    for (index, byte) in bytes.enumerated() { unsafe buffer[HelperAnswer.headCount + index] = byte }
  }
}

extension HelperAnswer {
  /// Nil for anything that `write` did not write.
  init?(_ buffer: UnsafeMutableRawBufferPointer) {
    func word(_ index: Int) -> Int64 { unsafe buffer.load(fromByteOffset: index * 8, as: Int64.self) }
    guard word(0) == HelperAnswer.mark, let status = Status(rawValue: word(1)), word(3) >= 0, word(4) >= 0,
      word(5) >= 0, (0...Int64(HelperAnswer.textMax)).contains(word(6))
    else { return nil }
    self.status = status
    number = word(2)
    cpu = word(3)
    wall = word(4)
    opening = word(5)
    let end = HelperAnswer.headCount + Int(word(6))
    text = unsafe String(decoding: buffer[HelperAnswer.headCount..<end], as: UTF8.self)
  }
}
