import LabBase
import StrategyKit

/// Scenes with something sharp in front of a soft background.
enum CloseUps {
  static func flowers(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let grounds = [(0x1E3A1C, 0x8FB85A), (0x2A3F4A, 0xA8C8C0), (0x3A2A3C, 0xD6A6B8)]
    let (dark, light) = grounds[random.next(below: grounds.count)]
    var scene = blurred(dark: Colour(dark), light: Colour(light), stage, &random)
    let petals = [0xE8486A, 0xF3D33C, 0xF4EEF2, 0x8A5AC8, 0xF08A3A, 0xC22A3A, 0xF2A6C4]
    for row in 0..<(stage.unitHeight / 256) {
      for column in 0..<(stage.unitWidth / 256) {
        let x = column * 256 + (row % 2) * 128 + random.next(in: -60...60)
        let y = row * 256 + 128 + random.next(in: -60...60)
        stem(x: x, y: y, stage, &scene, &random)
        flower(
          Colour(petals[random.next(below: petals.count)]), x: x, y: y, size: random.next(in: 50...120),
          stage, &scene,
          &random)
      }
    }
    return scene
  }

  static func people(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let grounds = [(0x3A4A34, 0xB8CC8A), (0x4A3C34, 0xE6C8A0), (0x34465A, 0xB4CCE0), (0x5A4A48, 0xE8DCD0)]
    let (dark, light) = grounds[random.next(below: grounds.count)]
    var scene = blurred(dark: Colour(dark), light: Colour(light), stage, &random)
    scene.grain = 24
    for row in 0..<(stage.unitHeight / 512) {
      for column in 0..<(stage.unitWidth / 341) {
        let x = column * 341 + (row % 2) * 170 + random.next(in: -50...50)
        let y = row * 512 + 240 + random.next(in: -60...60)
        person(x: x, y: y, size: random.next(in: 80...120), stage, &scene, &random)
      }
    }
    return scene
  }

  static func table(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let woods = [0x8A5A34, 0xB98A5A, 0x5A3C28, 0xC8B8A0]
    let wood = Colour(woods[random.next(below: woods.count)])
    var scene = stage.empty(wood, texture: .streaks, gain: 60)
    scene.grain = 14
    for row in 0..<(stage.unitHeight / 341) {
      for column in 0..<(stage.unitWidth / 341) {
        let x = column * 341 + (row % 2) * 170 + random.next(in: -40...40)
        let y = row * 341 + 170 + random.next(in: -40...40)
        dish(x: x, y: y, size: random.next(in: 90...150), stage, &scene, &random)
      }
    }
    return scene
  }

  /// A background far out of focus: discs of light between two colours.
  private static func blurred(dark: Colour, light: Colour, _ stage: Stage, _ random: inout SplitMix64)
    -> Scene
  {
    var scene = stage.empty(dark, texture: .smooth, gain: 24)
    scene.grain = 26
    for _ in 0..<260 {
      scene.backdrop.disc(
        dark.mixed(with: light, random.next(in: 40...256)), x: random.next(below: stage.width),
        y: random.next(below: stage.height), radius: stage.length(random.next(in: 30...150)),
        part: random.next(in: 50...150))
    }
    return scene
  }

  private static func stem(x: Int, y: Int, _ stage: Stage, _ scene: inout Scene, _ random: inout SplitMix64) {
    let green = Material(Colour(0x4A7A34), .smooth, gain: 24, slopeX: -3_000)
    let lean = random.next(in: -14_000...14_000)
    scene.ellipse(
      green, x: stage.length(x + (lean * 160) >> 16), y: stage.length(y + 160), height: stage.length(170),
      width: stage.length(6), shear: lean, random: &random)
    for side in [-1, 1] {
      scene.ellipse(
        Material(Colour(0x3E6B2C), .rough, gain: 30, slopeX: side * 900), x: stage.length(x + side * 46),
        y: stage.length(y + 190), height: stage.length(18), width: stage.length(52), shear: side * -90_000,
        random: &random)
    }
  }

  /// Sixteen directions, in 256ths.
  private static let directions: [(x: Int, y: Int)] = [
    (256, 0), (237, 98), (181, 181), (98, 237), (0, 256), (-98, 237), (-181, 181), (-237, 98), (-256, 0),
    (-237, -98),
    (-181, -181), (-98, -237), (0, -256), (98, -237), (181, -181), (237, -98),
  ]

  private static func flower(
    _ colour: Colour, x: Int, y: Int, size: Int, _ stage: Stage, _ scene: inout Scene,
    _ random: inout SplitMix64
  ) {
    let turn = random.next(below: 16)
    let skip = random.chance(50) ? 2 : 1
    for index in stride(from: 0, to: 16, by: skip) {
      let direction = directions[(index * 5 + turn) % 16]
      let petal = Material(
        colour.lighter(by: random.next(in: -22...18)), .smooth, gain: 36, chromaGain: 8,
        slopeX: direction.x * 6, slopeY: direction.y * 6)
      turned(
        petal, x: x + direction.x * size / 512, y: y + direction.y * size / 512, long: size / 2,
        wide: size * skip / 10, direction: direction, stage, &scene, &random)
    }
    for ring in 0..<14 {
      let direction = directions[ring % 16]
      let seed = Material(Colour(0xB8862A).lighter(by: random.next(in: -40...30)), .rough, gain: 50)
      scene.ellipse(
        seed, x: stage.length(x + direction.x * size / 2_600),
        y: stage.length(y + direction.y * size / 2_600),
        height: stage.length(size / 8), width: stage.length(size / 8), random: &random)
    }
  }

  /// An ellipse with its long axis in a direction.
  private static func turned(
    _ material: Material, x: Int, y: Int, long: Int, wide: Int, direction: (x: Int, y: Int), _ stage: Stage,
    _ scene: inout Scene, _ random: inout SplitMix64
  ) {
    let (a, b) = (long * long, wide * wide)
    let squared = (a * direction.y * direction.y + b * direction.x * direction.x) >> 16
    let height = max(1, IntegerRoot.floor(squared))
    let shear = direction.x * direction.y * (a - b) / max(1, squared)
    scene.ellipse(
      material, x: stage.length(x), y: stage.length(y), height: stage.length(height),
      width: stage.length(long * wide / height), shear: shear, random: &random)
  }

  private static func person(
    x: Int, y: Int, size: Int, _ stage: Stage, _ scene: inout Scene, _ random: inout SplitMix64
  ) {
    let skins = [0xE8B896, 0xC98A64, 0x8A5A3C, 0xF0CDB0, 0x6A4630, 0xD9A27E]
    let hairs = [0x2A1C14, 0x5A3A20, 0xB88A4A, 0x14100E, 0x8A3A1E, 0x9A948C]
    let cloths = [0xC23A3A, 0x2F5A9A, 0xE8E4DA, 0x3A3A40, 0x3F8A5A, 0xE0A83A, 0x7A4A8A]
    let skin = Colour(skins[random.next(below: skins.count)])
    let hair = Material(Colour(hairs[random.next(below: hairs.count)]), .streaks, gain: 50, chromaGain: 4)
    let cloth = Material(
      Colour(cloths[random.next(below: cloths.count)]), .rough, gain: 30, chromaGain: 6, slopeX: -700,
      slopeY: -300)
    let face = Material(skin, .smooth, gain: 16, chromaGain: 4, slopeX: -1_100, slopeY: -500)
    let isLong = random.chance(50)
    func part(_ material: Material, _ dx: Int, _ dy: Int, _ height: Int, _ width: Int) {
      scene.ellipse(
        material, x: stage.length(x + size * dx / 100), y: stage.length(y + size * dy / 100),
        height: stage.length(max(1, size * height / 100)), width: stage.length(max(1, size * width / 100)),
        random: &random)
    }
    part(hair, 0, isLong ? 10 : -20, isLong ? 105 : 78, isLong ? 74 : 66)
    part(cloth, 0, 200, 80, 118)
    scene.rectangle(
      cloth, x: stage.length(x), y: stage.length(y + size * 340 / 100),
      height: stage.length(size * 140 / 100),
      width: stage.length(size * 112 / 100), random: &random)
    for side in [-1, 1] {
      let sleeve = Material(
        cloth.colour.lighter(by: -14), .rough, gain: 30, chromaGain: 6, slopeX: side * -900)
      part(sleeve, side * 118, 310, 130, 28)
    }
    part(Material(skin.lighter(by: -26), .smooth, gain: 14), 0, 90, 48, 26)
    part(face, 0, 0, 76, 56)
    part(hair, 0, -58, 30, 54)
    for side in [-1, 1] {
      part(Material(Colour(0xF0ECE8), .smooth, gain: 4), side * 22, -8, 6, 10)
      part(Material(Colour(0x2A1E18), .smooth, gain: 4), side * 22, -8, 6, 5)
      part(hair, side * 22, -24, 3, 13)
    }
    part(Material(skin.lighter(by: -22), .smooth, gain: 8), 3, 16, 12, 7)
    part(Material(Colour(0xB0504A), .smooth, gain: 10), 0, 40, 6, 17)
  }

  private static func dish(
    x: Int, y: Int, size: Int, _ stage: Stage, _ scene: inout Scene, _ random: inout SplitMix64
  ) {
    let (px, py) = (stage.length(x), stage.length(y))
    let foods = [0xB5342A, 0x5A8A34, 0xE0B24A, 0x8A4A24, 0xF0E2C0, 0xD9702A, 0x3E5A24]
    let plates = [0xF2F0EA, 0xDCE4EA, 0x3A4450, 0xE8DCC4]
    let plate = Colour(plates[random.next(below: plates.count)])
    scene.ellipse(
      Material(Colour(0x1E1610), .smooth, gain: 10), x: px + stage.length(8), y: py + stage.length(10),
      height: stage.length(size), width: stage.length(size), random: &random)
    for (share, change) in [(100, 0), (78, -18), (74, 8)] {
      scene.ellipse(
        Material(plate.lighter(by: change), .smooth, gain: 10, slopeX: 300, slopeY: 300), x: px, y: py,
        height: stage.length(size * share / 100), width: stage.length(size * share / 100), random: &random)
    }
    let (first, second) = (foods[random.next(below: foods.count)], foods[random.next(below: foods.count)])
    for _ in 0..<110 {
      let reach = size * 45 / 100
      let (dx, dy) = (random.next(in: -reach...reach), random.next(in: -reach...reach))
      if dx * dx + dy * dy > reach * reach { continue }
      let bit = Colour(random.chance(55) ? first : second).lighter(by: random.next(in: -30...30))
      scene.ellipse(
        Material(bit, .rough, gain: 40, chromaGain: 8, slopeX: -1_500, slopeY: -3_000),
        x: stage.length(x + dx),
        y: stage.length(y + dy), height: stage.length(random.next(in: 6...22)),
        width: stage.length(random.next(in: 8...30)), shear: random.next(in: -50_000...50_000),
        random: &random)
    }
  }
}
