struct Material: Sendable {
  var colour: Colour
  var texture: Texture
  /// The strength of the texture in luma: 64 moves it by up to 31 levels.
  var gain: Int
  var chromaGain: Int
  /// The change of luma across 256 pixels, in sixteenths of a level.
  var slopeX: Int
  var slopeY: Int
  var (centreX, centreY, originX, originY) = (0, 0, 0, 0)

  @inline(never) init(
    _ colour: Colour, _ texture: Texture = .rough, gain: Int = 32, chromaGain: Int = 4, slopeX: Int = 0,
    slopeY: Int = 0
  ) {
    self.colour = colour
    self.texture = texture
    self.gain = gain
    self.chromaGain = chromaGain
    self.slopeX = slopeX
    self.slopeY = slopeY
  }
}

struct Colour: Sendable {
  private let parts: SIMD3<Int>

  /// Creates a colour from red, green and blue, 0 to 255, by the integer form of JFIF's matrix.
  init(_ rgb: Int) {
    let (r, g, b) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
    parts = SIMD3(
      (77 * r + 150 * g + 29 * b + 128) >> 8, (-43 * r - 85 * g + 128 * b + 32_768) >> 8,
      (128 * r - 107 * g - 21 * b + 32_768) >> 8)
  }

  private init(parts: SIMD3<Int>) { self.parts = parts }

  subscript(channel: Channel) -> Int { parts[channel.rawValue] }

  /// Returns this colour, `part` of 256 parts of the way to another.
  func mixed(with other: Colour, _ part: Int) -> Colour {
    Colour(parts: parts &+ ((other.parts &- parts) &* part) &>> 8)
  }

  func lighter(by amount: Int) -> Colour {
    var parts = parts
    parts[0] = min(245, max(8, parts[0] + amount))
    return Colour(parts: parts)
  }
}
