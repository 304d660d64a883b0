/// Scenes with something sharp in front of a soft background.
extension Stage {
  mutating func flowers() {
    blurred([(0x1E3A1C, 0x8FB85A), (0x2A3F4A, 0xA8C8C0), (0x3A2A3C, 0xD6A6B8)], grain: 26)
    let petals = [0xE8486A, 0xF3D33C, 0xF4EEF2, 0x8A5AC8, 0xF08A3A, 0xC22A3A, 0xF2A6C4]
    eachField(width: 256, height: 256) { stage, x, y in
      let (x, y) = (x + stage.random.next(in: -60...60), y + 128 + stage.random.next(in: -60...60))
      stage.stem(x: x, y: y)
      stage.flower(stage.colour(of: petals), x: x, y: y, size: stage.random.next(in: 50...120))
    }
  }

  mutating func people() {
    blurred(
      [(0x3A4A34, 0xB8CC8A), (0x4A3C34, 0xE6C8A0), (0x34465A, 0xB4CCE0), (0x5A4A48, 0xE8DCD0)], grain: 24)
    eachField(width: 341, height: 512) { stage, x, y in
      let (x, y) = (x + stage.random.next(in: -50...50), y + 240 + stage.random.next(in: -60...60))
      stage.person(x: x, y: y, size: stage.random.next(in: 80...120))
    }
  }

  mutating func table() {
    clear(colour(of: [0x8A5A34, 0xB98A5A, 0x5A3C28, 0xC8B8A0]), texture: .streaks, gain: 60, grain: 14)
    eachField(width: 341, height: 341) { stage, x, y in
      let (x, y) = (x + stage.random.next(in: -40...40), y + 170 + stage.random.next(in: -40...40))
      stage.dish(x: x, y: y, size: stage.random.next(in: 90...150))
    }
  }

  /// Begins a background far out of focus: discs of light between a dark and a light colour, one of several such pairs.
  private mutating func blurred(_ grounds: [(dark: Int, light: Int)], grain: Int) {
    let ground = pick(grounds)
    let (dark, light) = (Colour(ground.dark), Colour(ground.light))
    clear(dark, gain: 24, grain: grain)
    for _ in 0..<260 {
      scene.backdrop.disc(
        dark.mixed(with: light, random.next(in: 40...256)), x: random.next(below: width),
        y: random.next(below: height), radius: length(random.next(in: 30...150)), part: random.next(in: 50...150))
    }
  }

  private mutating func stem(x: Int, y: Int) {
    let green = Material(Colour(0x4A7A34), .smooth, gain: 24, slopeX: -3_000)
    let lean = random.next(in: -14_000...14_000)
    ellipse(green, x: x + (lean * 160) >> 16, y: y + 160, height: 170, width: 6, shear: lean)
    for side in [-1, 1] {
      let leaf = Material(Colour(0x3E6B2C), .rough, gain: 30, slopeX: side * 900)
      ellipse(leaf, x: x + side * 46, y: y + 190, height: 18, width: 52, shear: side * -90_000)
    }
  }

  /// Sixteen of them, in 256ths.
  private static let directions: [(x: Int, y: Int)] = [
    (256, 0), (237, 98), (181, 181), (98, 237), (0, 256), (-98, 237), (-181, 181), (-237, 98), (-256, 0),
    (-237, -98), (-181, -181), (-98, -237), (0, -256), (98, -237), (181, -181), (237, -98),
  ]

  private mutating func flower(_ colour: Colour, x: Int, y: Int, size: Int) {
    let turn = random.next(below: 16)
    let skip = random.chance(50) ? 2 : 1
    for index in stride(from: 0, to: 16, by: skip) {
      let direction = Stage.directions[(index * 5 + turn) % 16]
      let petal = Material(
        colour.lighter(by: random.next(in: -22...18)), .smooth, gain: 36, chromaGain: 8,
        slopeX: direction.x * 6, slopeY: direction.y * 6)
      turned(
        petal, x: x + direction.x * size / 512, y: y + direction.y * size / 512, long: size / 2,
        wide: size * skip / 10, direction: direction)
    }
    for ring in 0..<14 {
      let direction = Stage.directions[ring % 16]
      let seed = Material(Colour(0xB8862A).lighter(by: random.next(in: -40...30)), .rough, gain: 50)
      ellipse(
        seed, x: x + direction.x * size / 2_600, y: y + direction.y * size / 2_600, height: size / 8,
        width: size / 8)
    }
  }

  private mutating func turned(
    _ material: Material, x: Int, y: Int, long: Int, wide: Int, direction: (x: Int, y: Int)
  ) {
    let (a, b) = (long * long, wide * wide)
    let squared = (a * direction.y * direction.y + b * direction.x * direction.x) >> 16
    let height = max(1, squared.flooredRoot)
    let shear = direction.x * direction.y * (a - b) / max(1, squared)
    ellipse(material, x: x, y: y, height: height, width: long * wide / height, shear: shear)
  }

  private mutating func person(x: Int, y: Int, size: Int) {
    let skin = colour(of: [0xE8B896, 0xC98A64, 0x8A5A3C, 0xF0CDB0, 0x6A4630, 0xD9A27E])
    let hairs = [0x2A1C14, 0x5A3A20, 0xB88A4A, 0x14100E, 0x8A3A1E, 0x9A948C]
    let hair = Material(colour(of: hairs), .streaks, gain: 50, chromaGain: 4)
    let cloths = [0xC23A3A, 0x2F5A9A, 0xE8E4DA, 0x3A3A40, 0x3F8A5A, 0xE0A83A, 0x7A4A8A]
    let cloth = Material(colour(of: cloths), .rough, gain: 30, chromaGain: 6, slopeX: -700, slopeY: -300)
    let face = Material(skin, .smooth, gain: 16, chromaGain: 4, slopeX: -1_100, slopeY: -500)
    let isLong = random.chance(50)
    @inline(never) func part(_ material: Material, _ dx: Int, _ dy: Int, _ height: Int, _ width: Int) {
      ellipse(
        material, x: x + size * dx / 100, y: y + size * dy / 100, height: max(1, size * height / 100),
        width: max(1, size * width / 100))
    }
    part(hair, 0, isLong ? 10 : -20, isLong ? 105 : 78, isLong ? 74 : 66)
    part(cloth, 0, 200, 80, 118)
    rectangle(cloth, x: x, y: y + size * 340 / 100, height: size * 140 / 100, width: size * 112 / 100)
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

  private mutating func dish(x: Int, y: Int, size: Int) {
    let foods = [0xB5342A, 0x5A8A34, 0xE0B24A, 0x8A4A24, 0xF0E2C0, 0xD9702A, 0x3E5A24]
    let plate = colour(of: [0xF2F0EA, 0xDCE4EA, 0x3A4450, 0xE8DCC4])
    let shadow = (length(x) + length(8), length(y) + length(10))
    ellipse(Material(Colour(0x1E1610), .smooth, gain: 10), at: shadow, height: length(size), width: length(size))
    for (share, change) in [(100, 0), (78, -18), (74, 8)] {
      let ring = Material(plate.lighter(by: change), .smooth, gain: 10, slopeX: 300, slopeY: 300)
      ellipse(ring, x: x, y: y, height: size * share / 100, width: size * share / 100)
    }
    let (first, second) = (pick(foods), pick(foods))
    for _ in 0..<110 {
      let reach = size * 45 / 100
      let (dx, dy) = (random.next(in: -reach...reach), random.next(in: -reach...reach))
      if dx * dx + dy * dy > reach * reach { continue }
      let bit = Colour(random.chance(55) ? first : second).lighter(by: random.next(in: -30...30))
      ellipse(
        Material(bit, .rough, gain: 40, chromaGain: 8, slopeX: -1_500, slopeY: -3_000), x: x + dx, y: y + dy,
        height: random.next(in: 6...22), width: random.next(in: 8...30), shear: random.next(in: -50_000...50_000))
    }
  }
}
