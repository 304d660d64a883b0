/// Scenes with a sky and a horizon.
extension Stage {
  mutating func meadow() {
    sky(
      pick([
        [(0, 0x3E7FC1), (30, 0x7DB3E0), (49, 0xCFE4F0)], [(0, 0x8A97A6), (30, 0xB4BEC6), (49, 0xD6DADC)],
        [(0, 0x4A5E9A), (28, 0xA894B4), (49, 0xF4CFA6)],
      ]), clouds: 0xF6F8FA)
    hills(0x6E8FA0, percent: 44, swing: 60, texture: .smooth, gain: 24)
    hills(0x5F8A55, percent: 47, swing: 40, gain: 36)
    hills(0x7FA646, percent: 50, swing: 24, gain: 44, slope: -300)
    for _ in 0..<14 {
      let (x, y) = (random.next(below: unitWidth), unitHeight * random.next(in: 47...56) / 100)
      tree(x: x, y: y, size: random.next(in: 40...110))
    }
    for _ in 0..<1_600 { blossom() }
  }

  mutating func sunset() {
    sky(
      pick([
        [(0, 0x2B3A67), (20, 0x7A5A86), (38, 0xE08A5A), (48, 0xFFD58A)],
        [(0, 0x1F2F55), (22, 0x4E5F94), (38, 0xC47A9A), (48, 0xFFC6A0)],
      ]), clouds: 0xF2A27A)
    let (sunX, sunY) = (random.next(below: width), y(percent: random.next(in: 40...45)))
    for radius in stride(from: 520, through: 80, by: -40) {
      scene.backdrop.disc(Colour(0xFFE9B0), x: sunX, y: sunY, radius: length(radius), part: 22)
    }
    scene.backdrop.disc(Colour(0xFFFBE8), x: sunX, y: sunY, radius: length(56), part: 250)
    water(0x8A6A78, percent: 48, gain: 90)
    hills(0x2C2536, percent: 52, swing: 70, gain: 22)
    water(0x5A4A66, percent: 55, gain: 80)
    hills(0x14121C, percent: 82, swing: 70, gain: 30)
  }

  mutating func beach() {
    sky([(0, 0x2F86CF), (35, 0x86C3EA), (48, 0xD8EEF6)], clouds: 0xFFFFFF)
    water(0x2A7F9E, percent: 48, gain: 64)
    water(0x4FB3B5, percent: 53, gain: 56)
    hills(0xEDEFE6, percent: 58, swing: 20, texture: .smooth, gain: 20)
    hills(0xD9BE8E, percent: 59, swing: 20, gain: 40, slope: -150)
    for _ in 0..<34 {
      let (x, y) = (random.next(below: unitWidth), unitHeight * random.next(in: 58...76) / 100)
      let size = 26 + (y * 100 / unitHeight - 58) * 4
      let cloth = colour(of: [0xD83A34, 0xF2C230, 0x2E6FB7, 0xF4F0E6, 0x3C9A6A])
      rectangle(Material(Colour(0x6B4A30)), x: x, y: y, height: size, width: size / 14)
      ellipse(
        Material(cloth, .smooth, gain: 16, slopeX: -1_800), at: (length(x), length(y) - length(size)),
        height: length(size / 2), width: length(size))
    }
    scene.grain = 20
  }

  mutating func mountains() {
    sky(
      pick([
        [(0, 0x4A78B5), (30, 0x93B8DC), (48, 0xDFE8EE)], [(0, 0x2F4F8A), (26, 0x8A7FB0), (44, 0xF0B48A)],
        [(0, 0x7A8896), (30, 0xA6B2BC), (48, 0xCDD4D8)],
      ]), clouds: 0xEEF2F5)
    peaks(0xB9C6D6, percent: 36, swing: 230, gain: 30)
    peaks(0x8496AC, percent: 43, swing: 190, gain: 44)
    peaks(0x56677A, percent: 48, swing: 130, gain: 56)
    hills(0x3C5A41, percent: 53, swing: 50, gain: 60)
    for _ in 0..<700 {
      let y = unitHeight * random.next(in: 54...98) / 100
      fir(x: random.next(below: unitWidth), y: y)
    }
  }

  mutating func dunes() {
    sky([(0, 0x3B76B8), (35, 0x9CC4E0), (48, 0xEEDCC0)], clouds: 0xF4EADB)
    let sands = [0xD9A45E, 0xC68B48, 0xE0B272, 0xB57838, 0xD29A54, 0xE6BE80, 0xBC8040]
    for (index, sand) in sands.enumerated() {
      hills(
        sand, percent: 46 + index * 8, swing: 50 + index * 16, texture: index % 2 == 0 ? .streaks : .rough, gain: 36,
        slope: 200)
    }
    scene.grain = 24
  }

  /// Begins the scene with a sky with clouds, down to the horizon and a little below.
  mutating func sky(_ stops: [(height: Int, rgb: Int)], clouds: Int) {
    clear(Colour(stops[0].rgb), gain: 10, grain: 22)
    scene.backdrop.gradient(stops.map { (height: $0.height, colour: Colour($0.rgb)) })
    scene.backdrop.clouds(
      Colour(clouds), textures, threshold: random.next(in: -6...14), softness: 44,
      rows: 0..<(scene.backdrop.height * 44 / 100), seed: random.next(below: 1 << 12))
  }

  @inline(never) private mutating func hills(
    _ rgb: Int, percent: Int, swing: Int, texture: Texture = .rough, gain: Int, slope: Int = 0
  ) {
    let heights = hills(percent: percent, swing: swing, roughness: 110)
    ridge(Material(Colour(rgb), texture, gain: gain, chromaGain: 5, slopeY: self.slope(slope)), heights: heights)
  }

  private mutating func peaks(_ rgb: Int, percent: Int, swing: Int, gain: Int) {
    let heights = hills(percent: percent, swing: swing, roughness: 140)
    ridge(Material(Colour(rgb).lighter(by: 40), gain: gain), heights: heights)
    let snowLine = Int32(length(46))
    ridge(Material(Colour(rgb), gain: gain), heights: heights.map { $0 + snowLine })
  }

  private mutating func water(_ rgb: Int, percent: Int, gain: Int) {
    ground(Material(Colour(rgb), .streaks, gain: gain, chromaGain: 6), percent: percent)
  }

  private mutating func tree(x: Int, y: Int, size: Int) {
    rectangle(Material(Colour(0x4A3624)), x: x, y: y, height: size, width: max(1, size / 14))
    for _ in 0..<24 {
      let (dx, dy) = (random.next(in: -size...size) * 3 / 4, random.next(in: -size...size) / 2)
      let green = colour(of: [0x2E5222, 0x3F6B2B, 0x567F35, 0x264619])
      ellipse(
        Material(green, .rough, gain: 44, chromaGain: 6, slopeY: -900), x: x + dx, y: y - size * 4 / 3 + dy,
        height: size / 3, width: size * 2 / 5)
    }
  }

  private mutating func fir(x: Int, y: Int) {
    let size = 14 + (y * 100 / unitHeight - 50) * random.next(in: 2...3)
    let colour = Colour(0x24402A).lighter(by: random.next(in: -14...18))
    for tier in 0..<4 {
      ellipse(
        Material(colour.lighter(by: tier * -3), .rough, gain: 40, chromaGain: 5), x: x,
        y: y - size + tier * size / 2, height: size / 2, width: size * (tier + 2) / 10)
    }
  }

  private mutating func blossom() {
    let depth = random.next(in: 0...46)
    let y = unitHeight * (52 + depth) / 100 + random.next(in: 0...20)
    let size = 3 + depth / 4
    let colours = [0xF3E35C, 0xF4F1EC, 0xD9476A, 0x9A6FC4, 0x4F7A2A, 0x93B64E]
    let colour = colour(of: colours).lighter(by: random.next(in: -16...16))
    ellipse(
      Material(colour, .smooth, gain: 20), at: (random.next(below: width), length(y)), height: length(size * 3 / 4),
      width: length(size), shear: random.next(in: -40_000...40_000))
  }
}
