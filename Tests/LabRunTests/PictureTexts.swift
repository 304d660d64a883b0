import Testing

/// The texts of a picture that gnuplot drew, and the room that each takes in the wide letters of a bare Debian.
struct PictureTexts {
  struct Box {
    let text: String
    /// In turn, from the beginning of the base line; turned as the text is.
    let corners: [(x: Double, y: Double)]

    /// Whether two boxes share more than a hair: no line parts them along a side of either.
    func overlaps(_ other: Box) -> Bool {
      for box in [self, other] {
        for index in 0..<2 {
          let (one, two) = (box.corners[index], box.corners[index + 1])
          let length = ((two.x - one.x) * (two.x - one.x) + (two.y - one.y) * (two.y - one.y)).squareRoot()
          let axis = (x: (two.x - one.x) / length, y: (two.y - one.y) / length)
          func span(_ box: Box) -> (low: Double, high: Double) {
            let places = box.corners.map { $0.x * axis.x + $0.y * axis.y }
            return (places.min() ?? 0, places.max() ?? 0)
          }
          let (own, beside) = (span(self), span(other))
          if own.high < beside.low + 1 || beside.high < own.low + 1 { return false }
        }
      }
      return true
    }
  }

  let boxes: [Box]
  private let size: (width: Double, height: Double)

  init(svg: String) throws {
    let frame = try #require(svg.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
    size = (Double(frame.1) ?? 0, Double(frame.2) ?? 0)
    let text =
      /translate\(([-0-9.]+),([-0-9.]+)\)(?: rotate\((-?[0-9.]+)\))?"[^>]*font-size="([0-9.]+)"\s+text-anchor="(\w+)">\s*<text>(.*?)<\/text>/
      .dotMatchesNewlines()
    boxes = svg.matches(of: text).map { found in
      let letters = String(found.6).replacing(/<[^>]*>/, with: "").replacing("&lt;", with: "<")
        .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
      let em = Double(found.4) ?? 13
      let isBold = found.6.contains("bold")
      let width = letters.reduce(0) { $0 + PictureTexts.width($1) } * em * (isBold ? 1.1 : 1)
      let start = found.5 == "end" ? -width : found.5 == "middle" ? -width / 2 : 0
      // gnuplot turns by whole quarters and by the angle of names along an axis, 30 degrees.
      let (cosine, sine): (Double, Double) =
        switch found.3.flatMap({ Int($0) }) {
        case -90, 270: (0, -1)
        case -30: (0.8660, -0.5)
        default: (1, 0)
        }
      let origin = (x: Double(found.1) ?? 0, y: Double(found.2) ?? 0)
      let flat = [(start, 0.2 * em), (start + width, 0.2 * em), (start + width, -0.75 * em), (start, -0.75 * em)]
      return Box(
        text: letters,
        corners: flat.map { (origin.x + $0.0 * cosine - $0.1 * sine, origin.y + $0.0 * sine + $0.1 * cosine) })
    }
  }

  /// What stands on something else, or leaves the picture.
  var problems: [String] {
    var found: [String] = []
    for (index, box) in boxes.enumerated() where !box.text.allSatisfy(\.isWhitespace) {
      if !box.corners.allSatisfy({ $0.x > -1 && $0.x < size.width + 1 && $0.y > -1 && $0.y < size.height + 1 }) {
        found.append("'\(box.text)' leaves the picture")
      }
      for other in boxes[..<index] where !other.text.allSatisfy(\.isWhitespace) && box.overlaps(other) {
        found.append("'\(box.text)' stands on '\(other.text)'")
      }
    }
    return found
  }

  /// A letter's share of the size of its font, in DejaVu Sans.
  private static func width(_ letter: Character) -> Double {
    switch letter {
    case "i", "j", "l", "I", "|", "'": 0.28
    case " ", ".", ",", ":", ";", "f", "t", "-", "(", ")", "/": 0.37
    case "r": 0.41
    case "c", "s", "v", "x", "y", "z", "k": 0.57
    case "m", "w", "M", "W", "%", "+", "=", "@": 0.9
    default: letter.isUppercase ? 0.7 : 0.64
    }
  }
}
