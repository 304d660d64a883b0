/// Scenes of things that hide each other, of all sizes: the dead-leaves model, whose statistics are those of
/// photos.
extension Stage {
  mutating func foliage() {
    let greens = pick([
      [0x2F5D1E, 0x4C7A2A, 0x6F9C3A, 0x8DB24C, 0x1E3F1A, 0x39662B, 0xA9C464, 0x24452B],
      [0x1F4A3A, 0x2F6B56, 0x5A8F74, 0x86B096, 0x16362C, 0x3F7A5E, 0xC05A78, 0x28523F],
    ])
    clear(Colour(0x14260F), texture: .rough, gain: 40, grain: 14)
    heap(of: greens, radii: 14...150, longest: 56, texture: .smooth, gain: 20...44, slope: 1_400)
  }

  mutating func autumn() {
    let colours = [0xC4641E, 0xD98E2B, 0x9E3B1B, 0xE3B23C, 0x6E3A1C, 0xB5482A, 0x8A6A2F, 0x4B2E1A]
    clear(Colour(0x2A1A10), texture: .rough, gain: 40, grain: 14)
    heap(of: colours, radii: 18...120, longest: 40, texture: .smooth, gain: 24...48, slope: 1_200)
  }

  mutating func pebbles() {
    let colours = [0x8C8880, 0x6B6F73, 0xB3ADA2, 0x4D5054, 0x9A8672, 0xC9C3B8, 0x75604E, 0x58636B]
    clear(Colour(0x26241F), texture: .rough, gain: 40, grain: 10)
    heap(of: colours, radii: 16...130, longest: 28, texture: .rough, gain: 12...36, slope: 2_200)
  }

  mutating func fruit() {
    clear(Colour(0x3A2618), texture: .rough, gain: 30, grain: 16)
    let colours = [0xC0281E, 0xE07A1C, 0xE8C52E, 0x7FA32B, 0x8E2140, 0xD94F2B, 0xB9C34A, 0x5A2550]
    eachField(width: 256, height: 192) { stage, x, y in
      // A crate of one fruit.
      stage.crate(stage.colour(of: colours), radius: stage.random.next(in: 20...44), x: x, y: y)
    }
  }

  private mutating func crate(_ colour: Colour, radius: Int, x: Int, y: Int) {
    for _ in 0..<(70_000 / (radius * radius)) {
      let (dx, dy) = (random.next(below: 256), random.next(below: 192))
      let shade = colour.lighter(by: random.next(in: -28...28))
      let (px, py) = (length(x + dx), length(y + dy))
      let r = length(radius + random.next(in: -4...4))
      let skin = Material(shade, .smooth, gain: 14, chromaGain: 5, slopeX: slope(-2_600), slopeY: slope(-4_200))
      ellipse(skin, at: (px, py), height: r, width: r)
      let light = Material(shade.lighter(by: 90), .smooth, gain: 4, chromaGain: 0)
      ellipse(light, at: (px - r * 2 / 5, py - r * 2 / 5), height: r / 6, width: r / 5)
    }
  }

  /// Covers the canvas four times.
  ///
  /// - Parameter longest: The largest ratio of the axes, in sixteenths.
  @inline(never) private mutating func heap(
    of colours: [Int], radii: ClosedRange<Int>, longest: Int, texture: Texture, gain: ClosedRange<Int>, slope: Int
  ) {
    let area = unitWidth * unitHeight * 4
    // Density falls with the third power of the radius: as many square pixels in every octave.
    let (low, high) = (radii.lowerBound, radii.upperBound)
    let (inner, outer) = (1_000_000 / (low * low), 1_000_000 / (high * high))
    let slope = self.slope(slope)
    var covered = 0
    while covered < area && scene.materials.count < 60_000 {
      let radius = (1_000_000 / max(1, random.next(in: outer...inner))).flooredRoot
      let long = radius * random.next(in: 16...longest) / 16
      let colour = colour(of: colours).lighter(by: random.next(in: -24...24))
      let material = Material(
        colour, texture, gain: random.next(in: gain), chromaGain: 6,
        slopeX: random.next(in: -slope...slope), slopeY: random.next(in: -slope...(slope / 4)))
      let (x, y) = (random.next(below: width), random.next(below: height))
      let isFlat = random.chance(50)
      ellipse(
        material, at: (x, y), height: length(isFlat ? radius : long), width: length(isFlat ? long : radius),
        shear: random.next(in: -50_000...50_000))
      covered += 3 * radius * long
    }
  }
}
