/// How the colours of a photo differ from those of its canvas: factors on the quantisation steps.
///
/// The steps scale every coefficient, so luma's factor is contrast and those of the two chroma planes are
/// saturation and, where they differ, a shift of hue. A decoder needs no extra work for it.
struct Tint: Equatable, Sendable {
  /// In sixteenths.
  let luma: Int
  let blue: Int
  let red: Int

  /// The tint of a recipe's 16 random bits.
  init(bits: UInt16) {
    let draw = Int(bits)
    luma = 13 + draw % 5
    if draw >> 3 % 41 == 0 {
      // One photo in 41 is all but black and white.
      (blue, red) = (1, 1)
    } else {
      let saturation = 11 + draw >> 4 % 9
      let shift = draw >> 9 % 9 - 4
      (blue, red) = (saturation - shift, saturation + shift)
    }
  }

  /// Steps times a factor, at least 1 and at most 255.
  static func scaled(_ steps: [UInt8], by factor: Int, into target: UnsafeMutablePointer<UInt8>) {
    for index in 0..<64 { unsafe target[index] = UInt8(min(255, max(1, (Int(steps[index]) * factor + 8) >> 4))) }
  }
}
