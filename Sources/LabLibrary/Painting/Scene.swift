/// A canvas before it is painted: a backdrop and the shapes in front of it.
struct Scene: Sendable {
  let width: Int
  let height: Int
  var backdrop: Backdrop
  /// The materials; the first is the texture of the backdrop, and its colour is not used.
  var materials: [Material]
  var shapes: [Shape] = []
  /// The strength of the sensor noise over everything: 16 is up to 8 levels.
  var grain = 8
  /// The strength of the patches of light and shade over everything.
  var light = 24

  /// - Parameter ground: The texture of the backdrop, which begins in the material's colour.
  init(width: Int, height: Int, _ ground: Material) {
    self.width = width
    self.height = height
    backdrop = Backdrop(canvasWidth: width, canvasHeight: height, colour: ground.colour)
    materials = [ground]
  }
}

/// An area that shows one material. Later shapes hide earlier ones.
struct Shape: Sendable {
  enum Outline: Sendable {
    /// A sheared ellipse: half its height, half its width at the middle, and the shift of a row's middle for
    /// each row, in 65536ths. Every ellipse, turned or not, is one of these.
    case ellipse(height: Int, width: Int, shear: Int)
    case rectangle(height: Int, width: Int)
    /// All below a line of hills, in pixels from the top.
    case ridge([Int32])
  }

  var outline: Outline
  var centreX: Int
  var centreY: Int
  var material: Int

  var rows: Range<Int> {
    switch outline {
    case .ellipse(let height, _, _), .rectangle(let height, _): (centreY - height)..<(centreY + height + 1)
    case .ridge: Int.min..<Int.max
    }
  }

  /// Returns the columns that it covers in a row, before they wrap around, or nil. A ridge has no such range.
  func columns(inRow y: Int) -> Range<Int>? {
    switch outline {
    case .ellipse(let height, let width, let shear):
      let dy = y - centreY
      guard abs(dy) <= height, height > 0 else { return nil }
      let half = width * (height * height - dy * dy).flooredRoot / height
      let middle = centreX + (dy * shear) >> 16
      return (middle - half)..<(middle + half + 1)
    case .rectangle(let height, let width):
      guard abs(y - centreY) <= height else { return nil }
      return (centreX - width)..<(centreX + width + 1)
    case .ridge:
      return nil
    }
  }
}

extension Int {
  /// The largest number whose square is at most this one, exact below 2^50; 0 for a negative one.
  var flooredRoot: Int { Int(Double(Swift.max(0, self)).squareRoot()) }
}
