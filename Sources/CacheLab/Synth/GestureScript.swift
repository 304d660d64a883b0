import LabBase

/// A list of gestures as text: a line each, a word and its numbers, `#` begins a comment.
public struct GestureScript: Fingers, Sendable {
  /// Lines that are read at most.
  public static let linesMax = 100_000

  /// In order.
  public let gestures: [Gesture]
  private var position = 0

  /// - Throws: `SynthError` with the line and what stands there.
  public init(_ text: String, file: String) throws(SynthError) {
    var gestures: [Gesture] = []
    for (index, line) in text.textLines.enumerated() {
      guard index < GestureScript.linesMax else {
        throw SynthError(file: file, line: index + 1, value: "\(index + 1)", problem: .tooManyLines)
      }
      let words = line.prefix { $0 != "#" || line.hasPrefix("mark") }.split { $0 == " " || $0 == "\t" }
      guard let word = words.first else { continue }
      var reader = GestureLine(
        words: words.dropFirst().map(String.init), text: String(line), file: file, line: index + 1)
      gestures.append(try reader.gesture(String(word)))
    }
    guard !gestures.isEmpty else { throw SynthError(file: file, line: nil, value: file, problem: .noGesture) }
    self.gestures = gestures
  }

  mutating func next(at offset: Double, of last: Double) -> Gesture? {
    guard position < gestures.count else { return nil }
    defer { position += 1 }
    return gestures[position]
  }
}
