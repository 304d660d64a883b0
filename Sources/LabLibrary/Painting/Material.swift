struct Material: Sendable {
  var colour: Colour
  var texture: Texture
  /// The strength of the texture in luma: 64 moves it by up to 31 levels.
  var gain: Int
  /// The strength of the texture in both chroma planes.
  var chromaGain: Int
  /// The change of luma across 256 pixels, in sixteenths of a level.
  var slopeX: Int
  var slopeY: Int
  var centreX: Int = 0
  var centreY: Int = 0
  var originX: Int = 0
  var originY: Int = 0

  init(
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

struct Colour: Equatable, Sendable {
  var luma: Int
  var blue: Int
  var red: Int

  subscript(channel: Channel) -> Int {
    switch channel {
    case .luma: luma
    case .blue: blue
    case .red: red
    }
  }
}

extension Colour {
  /// Creates a colour from red, green and blue, 0 to 255, by the integer form of JFIF's matrix.
  init(_ rgb: Int) {
    let (r, g, b) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
    luma = (77 * r + 150 * g + 29 * b + 128) >> 8
    blue = (-43 * r - 85 * g + 128 * b + 32_768) >> 8
    red = (128 * r - 107 * g - 21 * b + 32_768) >> 8
  }

  /// Returns this colour, `part` of 256 parts of the way to another.
  func mixed(with other: Colour, _ part: Int) -> Colour {
    func mixed(_ own: Int, _ other: Int) -> Int { own + ((other - own) * part) >> 8 }
    return Colour(luma: mixed(luma, other.luma), blue: mixed(blue, other.blue), red: mixed(red, other.red))
  }

  func lighter(by amount: Int) -> Colour {
    Colour(luma: min(245, max(8, luma + amount)), blue: blue, red: red)
  }
}
