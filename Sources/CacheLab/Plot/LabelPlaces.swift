/// Finds places for labels beside their points so that none lies on another.
struct LabelPlaces {
  private struct Box {
    var left: Double
    var right: Double
    var bottom: Double
    var top: Double
  }

  private let left: Double
  private let scaleX: Double
  private let scaleY: Double
  private var taken: [Box] = []
  /// A letter's width and a line's height in the picture's points; a line is also what gnuplot counts offsets in.
  private static let letter = 8.6
  private static let line = 17.0

  /// - Parameters:
  ///   - left: the least x, and so on: what the axes show.
  ///   - width: of the drawing in the picture's points.
  init(left: Double, right: Double, top: Double, width: Double, height: Double) {
    self.left = left
    scaleX = width / max(right - left, 1e-9)
    scaleY = height / max(top, 1e-9)
  }

  /// How many lines above its point a label begins, the nearest place that is free.
  mutating func place(_ text: String, x: Double, y: Double) -> Double {
    let (pointX, pointY) = ((x - left) * scaleX, y * scaleY)
    for lines in [0.6, -0.7, 1.6, 2.6, 3.6, -1.7, 4.6, 5.6, 6.6] where pointY + (lines - 0.5) * LabelPlaces.line > -4 {
      let middle = pointY + lines * LabelPlaces.line
      let box = Box(
        left: pointX + 8, right: pointX + 8 + Double(text.count) * LabelPlaces.letter,
        bottom: middle - LabelPlaces.line / 2, top: middle + LabelPlaces.line / 2)
      if taken.contains(where: {
        $0.left < box.right && box.left < $0.right && $0.bottom < box.top && box.bottom < $0.top
      }) {
        continue
      }
      taken.append(box)
      return lines
    }
    return 0.6
  }
}
