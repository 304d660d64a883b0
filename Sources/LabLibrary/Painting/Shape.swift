/// An area that shows one material. Later shapes hide earlier ones.
struct Shape: Sendable {
  enum Outline: Sendable {
    /// A sheared ellipse: half its height, half its width at the middle, and the shift of a row's middle for
    /// each row, in 65536ths. Every ellipse, turned or not, is one of these.
    case ellipse(height: Int, width: Int, shear: Int)
    /// A rectangle by half its sides.
    case rectangle(height: Int, width: Int)
    /// All that lies below a line of hills, an index into the scene's ridges.
    case ridge(Int)
  }

  var outline: Outline
  var centreX: Int
  var centreY: Int
  /// Index into the scene's materials.
  var material: Int

  /// Rows that it may touch.
  var rows: Range<Int> {
    switch outline {
    case .ellipse(let height, _, _), .rectangle(let height, _): (centreY - height)..<(centreY + height + 1)
    case .ridge: Int.min..<Int.max
    }
  }

  /// Columns that it covers in a row, before they wrap around; nil for none. A ridge has no such range.
  func columns(inRow y: Int) -> Range<Int>? {
    switch outline {
    case .ellipse(let height, let width, let shear):
      let dy = y - centreY
      guard abs(dy) <= height, height > 0 else { return nil }
      let half = width * IntegerRoot.floor(height * height - dy * dy) / height
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
