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
      let words = line.prefix { $0 != "#" || line.hasPrefix("mark") }.split { $0 == " " || $0 == "\t" }
      guard let word = words.first else { continue }
      let read = GestureLine(words: words.dropFirst().map(String.init), text: String(line), file: file, line: index + 1)
      gestures.append(try read.gesture(String(word)))
    }
    guard !gestures.isEmpty else {
      throw InputError(file, "no gesture", cure: "write a line such as 'flick 2000'")
    }
  }

  mutating func next(at offset: Double, of last: Double) -> [Gesture] {
    defer { gestures = [] }
    return gestures
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

/// An action of a finger or of the app; lengths in points, times in milliseconds.
enum Gesture: Hashable, Sendable {
  case wait(Double)
  /// Waits until the scroll rests, and then for a time.
  case rest(Double)
  /// A finger that lifts at `speed` points a second, positive towards the end of the library, after `contact` ms.
  case flick(speed: Double, contact: Double)
  /// A finger that moves by parts and lifts at `speed`, which is 0 if it stopped before.
  case pull([FingerWay], speed: Double)
  /// A finger that pulls the content by `way`, rests, and lifts without a fling.
  case drag(way: Double, duration: Double)
  case jump(offset: Double)
  case top
  /// The scroll bar is dragged to a share of the content, 0 to 1.
  case scrub(share: Double, duration: Double)
  /// A wheel or a scroll bar moves the content by `way` points.
  case wheel(way: Double, duration: Double)
  case columns(Int)
  case rotate
  /// New photos, the first of them at `place`.
  case insert(place: Int, count: Int)
  /// Photos that go, from `place` on.
  case remove(place: Int, count: Int)
  /// The number of photos that the app may see from now on.
  case access(Int)
  /// A message of the system to the app.
  case tell(TraceCode)
  case mark(String)
}

/// A part of a finger's way, evenly accelerated.
struct FingerWay: Hashable, Sendable {
  /// In points, positive towards the end of the library; 0 while the finger holds still.
  var way: Double
  /// In milliseconds.
  var duration: Double
  /// The change of speed: -1 ends at rest, 0 keeps its speed, 1 begins at rest.
  var bend = 0.0
}

private struct GestureLine {
  let words: [String]
  let text: String
  let file: String
  let line: Int

  private typealias Form = (
    text: String, ranges: [ClosedRange<Double>], lastNumber: Double?, gesture: @Sendable ([Double]) -> Gesture
  )

  private static let (duration, pull, count) = (0...3_600_000.0, [-10_000...10_000.0, 16...60_000], 1...10_000_000.0)

  /// Every word but `mark` with the ranges of its numbers, the last of which may be left out if it has a default.
  private static let forms: [Form] = [
    ("wait MS", [duration], nil, { .wait($0[0]) }),
    ("rest [MS]", [duration], 0, { .rest($0[0]) }),
    ("flick SPEED [CONTACT]", [-20_000...20_000, 10...1000], 80, { .flick(speed: $0[0], contact: $0[1]) }),
    ("drag WAY MS", pull, nil, { .drag(way: $0[0], duration: $0[1]) }),
    ("jump OFFSET", [0...1e9], nil, { .jump(offset: $0[0]) }),
    ("top", [], nil, { _ in .top }),
    ("scrub SHARE MS", [0...1, 16...60_000], nil, { .scrub(share: $0[0], duration: $0[1]) }),
    ("wheel WAY MS", pull, nil, { .wheel(way: $0[0], duration: $0[1]) }),
    ("columns N", [1...1000], nil, { .columns(Int($0[0])) }),
    ("rotate", [], nil, { _ in .rotate }),
    ("insert PLACE N", [0...10_000_000, count], nil, { .insert(place: Int($0[0]), count: Int($0[1])) }),
    ("remove PLACE N", [0...10_000_000, count], nil, { .remove(place: Int($0[0]), count: Int($0[1])) }),
    ("access N", [count], nil, { .access(Int($0[0])) }),
    ("background", [], nil, { _ in .tell(.background) }),
    ("foreground", [], nil, { _ in .tell(.foreground) }),
    ("memory-warning", [], nil, { _ in .tell(.memoryWarning) }),
  ]

  func gesture(_ word: String) throws(InputError) -> Gesture {
    if word == "mark" { return .mark(words.joined(separator: " ")) }
    guard let form = GestureLine.forms.first(where: { $0.text.prefix { $0 != " " } == word }) else {
      throw notUnderstood(word, "one of \(GestureLine.forms.map(\.text).joined(separator: ", ")), mark TEXT")
    }
    var numbers: [Double] = []
    for range in form.ranges {
      if numbers.count == words.count, numbers.count == form.ranges.count - 1, let number = form.lastNumber {
        numbers.append(number)
      } else {
        numbers.append(try number(numbers.count, range, form.text))
      }
    }
    guard words.count <= numbers.count else { throw notUnderstood(text, form.text) }
    return form.gesture(numbers)
  }

  private func number(_ place: Int, _ range: ClosedRange<Double>, _ form: String) throws(InputError) -> Double {
    guard place < words.count, let value = Double(words[place]), value.isFinite else {
      throw notUnderstood(place < words.count ? words[place] : text, form)
    }
    guard range.contains(value) else {
      let bounds = [range.lowerBound, range.upperBound].map { TraceText.decimal(Int64($0 * 1000), decimals: 3) }
      throw InputError(
        file, line: line, value: words[place], "is out of range", cure: "\(form) takes \(bounds[0]) to \(bounds[1])")
    }
    return value
  }

  private func notUnderstood(_ value: String, _ form: String) -> InputError {
    InputError(file, line: line, value: value, "is not understood", cure: "write \(form)")
  }
}
