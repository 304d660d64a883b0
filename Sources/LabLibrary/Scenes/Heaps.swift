import LabBase
import StrategyKit

/// Scenes of things that hide each other, of all sizes: the dead-leaves model, whose statistics are those of
/// photos.
enum Heaps {
  /// What a heap is made of.
  private struct Kind {
    var colours: [Int]
    var radii: ClosedRange<Int>
    /// How often the canvas is covered.
    var coverage: Int
    /// Largest ratio of the axes, in sixteenths.
    var longest: Int
    var texture: Texture
    var gain: ClosedRange<Int>
    var slope: Int
  }

  static func foliage(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let greens = [
      [0x2F5D1E, 0x4C7A2A, 0x6F9C3A, 0x8DB24C, 0x1E3F1A, 0x39662B, 0xA9C464, 0x24452B],
      [0x1F4A3A, 0x2F6B56, 0x5A8F74, 0x86B096, 0x16362C, 0x3F7A5E, 0xC05A78, 0x28523F],
    ]
    let kind = Kind(
      colours: greens[random.next(below: greens.count)], radii: 14...150,
      coverage: 4, longest: 56, texture: .smooth, gain: 20...44, slope: 1_400)
    return heap(kind, on: stage, ground: 0x14260F, grain: 14, random: &random)
  }

  static func autumn(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let kind = Kind(
      colours: [0xC4641E, 0xD98E2B, 0x9E3B1B, 0xE3B23C, 0x6E3A1C, 0xB5482A, 0x8A6A2F, 0x4B2E1A],
      radii: 18...120,
      coverage: 4, longest: 40, texture: .smooth, gain: 24...48, slope: 1_200)
    return heap(kind, on: stage, ground: 0x2A1A10, grain: 14, random: &random)
  }

  static func pebbles(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let kind = Kind(
      colours: [0x8C8880, 0x6B6F73, 0xB3ADA2, 0x4D5054, 0x9A8672, 0xC9C3B8, 0x75604E, 0x58636B],
      radii: 16...130,
      coverage: 4, longest: 28, texture: .rough, gain: 12...36, slope: 2_200)
    return heap(kind, on: stage, ground: 0x26241F, grain: 10, random: &random)
  }

  static func fruit(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    var scene = stage.empty(Colour(0x3A2618), texture: .rough, gain: 30)
    scene.grain = 16
    let colours = [0xC0281E, 0xE07A1C, 0xE8C52E, 0x7FA32B, 0x8E2140, 0xD94F2B, 0xB9C34A, 0x5A2550]
    let (across, down) = (stage.unitWidth / 256, stage.unitHeight / 192)
    for row in 0..<down {
      for column in 0..<across {
        // A crate of one fruit.
        let (x, y) = (column * 256 + (row % 2) * 128, row * 192)
        let colour = Colour(colours[random.next(below: colours.count)])
        let radius = random.next(in: 20...44)
        crate(colour, radius: radius, x: x, y: y, stage: stage, scene: &scene, random: &random)
      }
    }
    return scene
  }

  private static func crate(
    _ colour: Colour, radius: Int, x: Int, y: Int, stage: Stage, scene: inout Scene, random: inout SplitMix64
  ) {
    for _ in 0..<(70_000 / (radius * radius)) {
      let (dx, dy) = (random.next(below: 256), random.next(below: 192))
      let shade = colour.lighter(by: random.next(in: -28...28))
      let (px, py) = (stage.length(x + dx), stage.length(y + dy))
      let r = stage.length(radius + random.next(in: -4...4))
      var skin = Material(shade, .smooth, gain: 14, chromaGain: 5, slopeX: -2_600, slopeY: -4_200)
      skin.slopeX = skin.slopeX * 128 / stage.geometry.segmentWidth
      skin.slopeY = skin.slopeY * 128 / stage.geometry.segmentWidth
      scene.ellipse(skin, x: px, y: py, height: r, width: r, random: &random)
      let light = Material(shade.lighter(by: 90), .smooth, gain: 4, chromaGain: 0)
      scene.ellipse(
        light, x: px - r * 2 / 5, y: py - r * 2 / 5, height: max(1, r / 6), width: max(1, r / 5),
        random: &random)
    }
  }

  private static func heap(
    _ kind: Kind, on stage: Stage, ground: Int, grain: Int, random: inout SplitMix64
  ) -> Scene {
    var scene = stage.empty(Colour(ground), texture: .rough, gain: 40)
    scene.grain = grain
    let area = stage.unitWidth * stage.unitHeight * kind.coverage
    var covered = 0
    while covered < area && scene.materials.count < 60_000 {
      // Density falls with the third power of the radius: as many square pixels in every octave.
      let low = kind.radii.lowerBound
      let (inner, outer) = (
        1_000_000 / (low * low), 1_000_000 / (kind.radii.upperBound * kind.radii.upperBound)
      )
      let radius = IntegerRoot.floor(1_000_000 / max(1, random.next(in: outer...inner)))
      let long = radius * random.next(in: 16...kind.longest) / 16
      let colour = Colour(kind.colours[random.next(below: kind.colours.count)]).lighter(
        by: random.next(in: -24...24))
      let slope = kind.slope * 128 / stage.geometry.segmentWidth
      let material = Material(
        colour, kind.texture, gain: random.next(in: kind.gain), chromaGain: 6,
        slopeX: random.next(in: -slope...slope),
        slopeY: random.next(in: -slope...(slope / 4)))
      let (x, y) = (random.next(below: stage.width), random.next(below: stage.height))
      let flat = random.chance(50)
      scene.ellipse(
        material, x: x, y: y, height: stage.length(flat ? radius : long),
        width: stage.length(flat ? long : radius),
        shear: random.next(in: -50_000...50_000), random: &random)
      covered += 3 * radius * long
    }
    return scene
  }
}
