/// A list of gestures as text: a line each, a word and its numbers, `#` begins a comment.
public struct GestureScript: Fingers, Sendable {
  /// The most lines of a script.
  public static let linesMax = 100_000

  var gestures: [Gesture] = []

  init(_ gestures: [Gesture]) { self.gestures = gestures }

  /// - Throws: `InputError` with the line and its text.
  public init(_ text: String, file: String) throws(InputError) {
    for (index, line) in text.textLines.enumerated() {
      guard index < GestureScript.linesMax else {
        throw InputError(file, line: index + 1, "more than \(GestureScript.linesMax) lines", cure: "cut the script")
      }
      if let gesture = try gesture(line, file: file, number: index + 1) { gestures.append(gesture) }
    }
    guard !gestures.isEmpty else {
      throw InputError(file, "no gesture", cure: "write a line such as 'flick 2000'")
    }
  }

  mutating func next(at offset: Double, of last: Double) -> [Gesture] {
    defer { gestures = [] }
    return gestures
  }

  private typealias Form = (
    text: String, ranges: [ClosedRange<Double>], lastNumber: Double?,
    play: @Sendable (inout Synthesizer, [Double]) throws(InputError) -> Void
  )

  private static let (duration, pull, count) = (0...3_600_000.0, [-10_000...10_000.0, 16...60_000], 1...10_000_000.0)
  private static let places = [0...10_000_000, count]

  /// Every word but `mark` with the ranges of its numbers, the last of which may be left out if it has a default.
  private static let forms: [Form] = [
    ("wait MS", [duration], nil, { $0.wait($1[0]) }),
    ("rest [MS]", [duration], 0, { $0.rest($1[0]) }),
    ("flick SPEED [CONTACT]", [-20_000...20_000, 10...1000], 80, { $0.flick($1[0], contact: $1[1]) }),
    ("drag WAY MS", pull, nil, { $0.drag($1[0], duration: $1[1]) }),
    ("jump OFFSET", [0...1e9], nil, { $0.jump(to: $1[0]) }),
    ("top", [], nil, { it, _ in it.goToTop() }),
    ("scrub SHARE MS", [0...1, 16...60_000], nil, { $0.scrub(to: $1[0], duration: $1[1]) }),
    ("wheel WAY MS", pull, nil, { $0.turnWheel(by: $1[0], duration: $1[1]) }),
    ("columns N", [1...1000], nil, { (it, n) throws(InputError) in try it.change(columns: Int32(n[0])) }),
    ("rotate", [], nil, { (it, _) throws(InputError) in try it.rotate() }),
    ("insert PLACE N", places, nil, { (it, n) throws(InputError) in try it.insert(Int32(n[1]), at: Int32(n[0])) }),
    ("remove PLACE N", places, nil, { (it, n) throws(InputError) in try it.remove(Int32(n[1]), at: Int32(n[0])) }),
    ("access N", [count], nil, { (it, n) throws(InputError) in try it.limit(to: Int32(n[0])) }),
    ("background", [], nil, { it, _ in it.report(.background) }),
    ("foreground", [], nil, { it, _ in it.report(.foreground) }),
    ("memory-warning", [], nil, { it, _ in it.report(.memoryWarning) }),
  ]

  private func gesture(_ line: Substring, file: String, number: Int) throws(InputError) -> Gesture? {
    let words = line.prefix { $0 != "#" || line.hasPrefix("mark") }.split { $0 == " " || $0 == "\t" }
    guard let word = words.first else { return nil }
    if word == "mark" {
      let note = TraceValue.object([("text", .string(words.dropFirst().joined(separator: " ")))])
      return { $0.report(.mark, note) }
    }
    func notUnderstood(_ value: Substring, _ form: String) -> InputError {
      InputError(file, line: number, value: String(value), "is not understood", cure: "write \(form)")
    }
    guard let form = GestureScript.forms.first(where: { $0.text.prefix { $0 != " " } == word }) else {
      throw notUnderstood(word, "one of \(GestureScript.forms.map(\.text).joined(separator: ", ")), mark TEXT")
    }
    var numbers: [Double] = []
    for (range, word) in zip(form.ranges, words.dropFirst()) {
      guard let value = Double(word), value.isFinite else { throw notUnderstood(word, form.text) }
      guard range.contains(value) else {
        let bounds = [range.lowerBound, range.upperBound].map { Int64($0 * 1000).decimal(over: 1000) }
        throw InputError(
          file, line: number, value: String(word), "is out of range",
          cure: "\(form.text) takes \(bounds[0]) to \(bounds[1])")
      }
      numbers.append(value)
    }
    if numbers.count == form.ranges.count - 1, let last = form.lastNumber { numbers.append(last) }
    guard numbers.count == form.ranges.count, words.count <= 1 + numbers.count else {
      throw notUnderstood(line, form.text)
    }
    return { [numbers] it throws(InputError) in try form.play(&it, numbers) }
  }
}

/// A source of the gestures of a synthetic trace.
protocol Fingers {
  /// Returns the next gestures; none at the end.
  ///
  /// - Parameters:
  ///   - offset: The offset of the scroll, in points.
  ///   - last: The last offset that is not overscroll.
  mutating func next(at offset: Double, of last: Double) -> [Gesture]
}

typealias Gesture = @Sendable (inout Synthesizer) throws(InputError) -> Void

/// A part of a finger's way, evenly accelerated.
struct FingerWay: Hashable, Sendable {
  /// In points, positive towards the end of the library; 0 while the finger holds still.
  var way: Double
  /// In milliseconds.
  var duration: Double
  /// The change of speed: -1 ends at rest, 0 keeps its speed, 1 begins at rest.
  var bend = 0.0
}
