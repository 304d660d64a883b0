import LabBase

/// A line of a gesture script while it is read.
struct GestureLine {
  var words: [String]
  let text: String
  let file: String
  let line: Int

  /// Every word, with what follows it.
  static let forms = [
    "wait MS", "rest [MS]", "flick SPEED [CONTACT]", "drag WAY MS", "jump OFFSET", "top", "scrub SHARE MS",
    "columns N", "rotate", "insert PLACE N", "remove PLACE N", "access N",
    "background", "foreground", "memory-warning", "mark TEXT",
  ]

  mutating func gesture(_ word: String) throws(SynthError) -> Gesture {
    if word == "mark" { return .mark(words.joined(separator: " ")) }
    let gesture = try known(word)
    guard words.isEmpty else { throw failure(text, .tooManyWords(form(word))) }
    return gesture
  }

  private mutating func known(_ word: String) throws(SynthError) -> Gesture {
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
    case "columns": return .columns(Int(try number(word, 1...1000)))
    case "rotate": return .rotate
    case "insert": return .insert(place: try count(word, from: 0), count: try count(word, from: 1))
    case "remove": return .remove(place: try count(word, from: 0), count: try count(word, from: 1))
    case "access": return .access(try count(word, from: 1))
    case "background": return .tell(.background)
    case "foreground": return .tell(.foreground)
    case "memory-warning": return .tell(.memoryWarning)
    default: throw failure(word, .unknownWord(GestureLine.forms.joined(separator: ", ")))
    }
  }

  private mutating func count(_ word: String, from least: Double) throws(SynthError) -> Int {
    Int(try number(word, least...10_000_000))
  }

  private mutating func number(_ word: String, _ range: ClosedRange<Double>) throws(SynthError) -> Double {
    guard !words.isEmpty else { throw failure(text, .missingNumber(form(word))) }
    let text = words.removeFirst()
    guard let value = Double(text), value.isFinite else { throw failure(text, .notANumber(form(word))) }
    guard range.contains(value) else {
      let bounds = [range.lowerBound, range.upperBound].map { TraceText.decimal(Int64($0 * 1000), decimals: 3) }
      throw failure(text, .outOfRange(form(word), "\(bounds[0]) to \(bounds[1])"))
    }
    return value
  }

  private func form(_ word: String) -> String { GestureLine.forms.first { $0.hasPrefix(word) } ?? word }

  private func failure(_ value: String, _ problem: SynthError.Problem) -> SynthError {
    SynthError(file: file, line: line, value: value, problem: problem)
  }
}
