/// A list of gestures as text: a line each, a word and its numbers, `#` begins a comment.
public struct GestureScript: Fingers, Sendable {
  /// The most lines of a script.
  public static let linesMax = 100_000

  let gestures: [Gesture]
  private var position = 0

  /// - Throws: `InputError` with the line and its text.
  public init(_ text: String, file: String) throws(InputError) {
    var gestures: [Gesture] = []
    for (index, line) in text.textLines.enumerated() {
      guard index < GestureScript.linesMax else {
        throw InputError(file, line: index + 1, "more than \(GestureScript.linesMax) lines", cure: "cut the script")
      }
      let words = line.prefix { $0 != "#" || line.hasPrefix("mark") }.split { $0 == " " || $0 == "\t" }
      guard let word = words.first else { continue }
      var reader = GestureLine(
        words: words.dropFirst().map(String.init), text: String(line), file: file, line: index + 1)
      gestures.append(try reader.gesture(String(word)))
    }
    guard !gestures.isEmpty else {
      throw InputError(file, "no gesture", cure: "write a line such as 'flick 2000'")
    }
    self.gestures = gestures
  }

  mutating func next(at offset: Double, of last: Double) -> Gesture? {
    guard position < gestures.count else { return nil }
    defer { position += 1 }
    return gestures[position]
  }
}

/// A line of a script that is being read.
struct GestureLine {
  var words: [String]
  let text: String
  let file: String
  let line: Int

  /// Every word with its numbers.
  static let forms = [
    "wait MS", "rest [MS]", "flick SPEED [CONTACT]", "drag WAY MS", "jump OFFSET", "top", "scrub SHARE MS",
    "wheel WAY MS",
    "columns N", "rotate", "insert PLACE N", "remove PLACE N", "access N",
    "background", "foreground", "memory-warning", "mark TEXT",
  ]

  mutating func gesture(_ word: String) throws(InputError) -> Gesture {
    if word == "mark" { return .mark(words.joined(separator: " ")) }
    let gesture = try known(word)
    guard words.isEmpty else { throw notUnderstood(text, form(word)) }
    return gesture
  }

  private mutating func known(_ word: String) throws(InputError) -> Gesture {
    switch word {
    case "wait": return .wait(try number(word, 0...3_600_000))
    case "rest": return .rest(words.isEmpty ? 0 : try number(word, 0...3_600_000))
    case "flick":
      let speed = try number(word, -20_000...20_000)
      return .flick(speed: speed, contact: words.isEmpty ? 80 : try number(word, 10...1000))
    case "drag": return .drag(way: try number(word, -10_000...10_000), duration: try number(word, 16...60_000))
    case "jump": return .jump(offset: try number(word, -0...1e9))
    case "top": return .top
    case "scrub": return .scrub(share: try number(word, 0...1), duration: try number(word, 16...60_000))
    case "wheel": return .wheel(way: try number(word, -10_000...10_000), duration: try number(word, 16...60_000))
    case "columns": return .columns(Int(try number(word, 1...1000)))
    case "rotate": return .rotate
    case "insert": return .insert(place: try count(word, from: 0), count: try count(word, from: 1))
    case "remove": return .remove(place: try count(word, from: 0), count: try count(word, from: 1))
    case "access": return .access(try count(word, from: 1))
    case "background": return .tell(.background)
    case "foreground": return .tell(.foreground)
    case "memory-warning": return .tell(.memoryWarning)
    default: throw notUnderstood(word, "one of " + GestureLine.forms.joined(separator: ", "))
    }
  }

  private mutating func count(_ word: String, from least: Double) throws(InputError) -> Int {
    Int(try number(word, least...10_000_000))
  }

  private mutating func number(_ word: String, _ range: ClosedRange<Double>) throws(InputError) -> Double {
    guard let number = words.first, let value = Double(number), value.isFinite else {
      throw notUnderstood(words.first ?? text, form(word))
    }
    guard range.contains(value) else {
      let bounds = [range.lowerBound, range.upperBound].map { TraceText.decimal(Int64($0 * 1000), decimals: 3) }
      throw InputError(
        file, line: line, value: number, "is out of range", cure: "\(form(word)) takes \(bounds[0]) to \(bounds[1])")
    }
    words.removeFirst()
    return value
  }

  private func form(_ word: String) -> String { GestureLine.forms.first { $0.hasPrefix(word) } ?? word }

  private func notUnderstood(_ value: String, _ form: String) -> InputError {
    InputError(file, line: line, value: value, "is not understood", cure: "write \(form)")
  }
}
