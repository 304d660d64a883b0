/// How a surface looks: a colour, light that falls off across it, and texture.
struct Material: Sendable {
  var colour: Colour
  var texture: Texture
  /// Strength of the texture in luma: 64 moves it by up to 31 levels.
  var gain: Int
  /// Strength of the texture in both chroma planes.
  var chromaGain: Int
  /// Change of luma across 256 pixels, in sixteenths of a level.
  var slopeX: Int
  var slopeY: Int
  /// Where the slopes are 0.
  var centreX: Int = 0
  var centreY: Int = 0
  /// Where the texture begins.
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
