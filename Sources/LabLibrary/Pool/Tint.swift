/// How the colours of a photo differ from those of its canvas: factors on the quantisation steps.
///
/// The steps scale every coefficient, so luma's factor is contrast and those of the two chroma planes are
/// saturation and, where they differ, a shift of hue. A decoder needs no extra work for it.
struct Tint: Equatable, Sendable {
  /// In sixteenths.
  let luma: Int
  let blue: Int
  let red: Int

  /// Tints with colour: 5 contrasts, 9 saturations, 9 hues, all different.
  static let colouredCount = 5 * 9 * 9
  /// All tints; the last 5 are all but black and white.
  static let count = colouredCount + 5

  /// - Parameter number: Below `count`.
  init(number: Int) {
    luma = 13 + number % 5
    if number >= Tint.colouredCount {
      (blue, red) = (1, 1)
    } else {
      let saturation = 11 + number / 5 % 9
      let shift = number / 45 % 9 - 4
      (blue, red) = (saturation - shift, saturation + shift)
    }
  }

  /// Steps times a factor, at least 1 and at most 255.
  static func scaled(_ steps: [UInt8], by factor: Int, into target: UnsafeMutablePointer<UInt8>) {
    for index in 0..<64 {
      unsafe target[index] = UInt8(min(255, max(1, (Int(steps[index]) * factor + 8) >> 4)))
    }
  }
}
