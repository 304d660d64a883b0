import Strategies
import Testing

@testable import CacheLab
@testable import LabMeasure

/// What host and helper say to each other.
@Suite struct HelperMessageTests {
  private let request = HelperRequest(
    kind: .decode, number: 9,
    task: DecodeTask(
      asset: 3999,
      form: BitmapForm(
        of: PixelSize(width: 65_500, height: 7), reaching: PixelSize(width: 100, height: 2), fit: .crop, scales: .all,
        pixels: .yuv420), source: PixelSize(width: 65_500, height: 7), isThumbnail: true), offset: 5 << 40,
    byteCount: 800_000_000)

  private func bytes(of request: HelperRequest) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: HelperRequest.byteCount)
    unsafe bytes.withUnsafeMutableBytes { unsafe request.write(to: $0) }
    return bytes
  }

  private func bytes(of answer: HelperAnswer) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: HelperAnswer.byteCount)
    unsafe bytes.withUnsafeMutableBytes { unsafe answer.write(to: $0) }
    return bytes
  }

  private func request(in bytes: [UInt8]) -> HelperRequest? {
    var bytes = bytes
    return unsafe bytes.withUnsafeMutableBytes { unsafe HelperRequest($0) }
  }

  private func answer(in bytes: [UInt8]) -> HelperAnswer? {
    var bytes = bytes
    return unsafe bytes.withUnsafeMutableBytes { unsafe HelperAnswer($0) }
  }

  @Test func aRequestIsReadAsItWasWritten() {
    for kind in [HelperRequest.Kind.decode, .rehearse] {
      for (isThumbnail, mustDecode) in [(false, false), (false, true), (true, false), (true, true)] {
        var request = request
        (request.kind, request.task.isThumbnail, request.task.mustDecode) = (kind, isThumbnail, mustDecode)
        #expect(self.request(in: bytes(of: request)) == request)
      }
    }
  }

  @Test(arguments: ["", "libjpeg-turbo: Unsupported marker", String(repeating: "x", count: 200)])
  func anAnswerIsReadAsItWasWritten(_ text: String) {
    let answer = HelperAnswer(status: .partial, number: 7, cpu: 1 << 40, wall: 3, opening: 0, text: text)
    #expect(self.answer(in: bytes(of: answer)) == answer)
  }

  @Test func aLongTextIsCut() {
    let answer = HelperAnswer(status: .refused, text: String(repeating: "y", count: 500))
    #expect(self.answer(in: bytes(of: answer))?.text == String(repeating: "y", count: 200))
  }

  /// Word by word: a number that no message has there makes it none.
  @Test(arguments: [0, 1, 3, 4, 5, 6, 7, 8, 9, 10]) func aDamagedRequestIsNone(_ word: Int) {
    var written = bytes(of: request)
    for index in word * 8..<word * 8 + 8 { written[index] = 0xFF }
    #expect(request(in: written) == nil)
  }

  @Test(arguments: [0, 1, 3, 4, 5, 6]) func aDamagedAnswerIsNone(_ word: Int) {
    var written = bytes(of: HelperAnswer(status: .complete))
    for index in word * 8..<word * 8 + 8 { written[index] = 0xFF }
    #expect(answer(in: written) == nil)
  }

  @Test func aChannelTellsNonsenseFromAnEnd() throws {
    let ends = try HelperChannel.pair()
    let host = HelperChannel(descriptor: ends.host)
    var helper = Optional(HelperChannel(descriptor: ends.helper))
    #expect(host.send(request) && helper?.nextRequest() == request)
    // As long as an answer, and none.
    for _ in 0..<4 { #expect(helper?.send(request) == true) }
    #expect(host.nextAnswer() == nil && host.isOpen)
    helper = nil
    #expect(host.nextAnswer() == nil && !host.isOpen)
    #expect(!host.send(request), "an error, not a signal")
  }

  @Test func aFaultKeepsItsWord() {
    for word in ["abort@7", "exit@0", "close@3", "garbage@1", "hang@2", "start@0"] {
      #expect(HelperFault(word)?.word == word)
    }
    for word in ["abort", "abort@", "abort@-1", "abort@x", "fall@7", "abort@7@7", "-"] {
      #expect(HelperFault(word) == nil, "\(word)")
    }
  }
}
