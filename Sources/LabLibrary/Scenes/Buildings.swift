/// Scenes of straight lines: houses, windows, shelves.
extension Stage {
  mutating func city() {
    sky([(0, 0x5C93CC), (30, 0xA8CBE6), (48, 0xE6EEF2)], clouds: 0xFFFFFF)
    let walls = [0xB9A68E, 0x9A8F86, 0xC7B8A6, 0x8C6A58, 0x7E8A96, 0xD2C6B2, 0xA65B48, 0x6C7682]
    for depth in 0..<4 {
      let base = unitHeight * (52 + depth * 9) / 100
      for _ in 0..<11 {
        let wall = colour(of: walls).mixed(with: Colour(0xC6D4E0), 120 - depth * 40)
        let (half, tall) = (random.next(in: 50...120), random.next(in: 120...280) + depth * 10)
        house(
          wall, glass: Colour(0x3F4C5C), lit: Colour(0xA9C0D2), x: random.next(below: unitWidth), base: base,
          half: half, tall: tall)
      }
    }
    ground(Material(Colour(0x5E5F63), .rough, gain: 30, chromaGain: 3), percent: 79)
    for _ in 0..<60 {
      let paint = colour(of: [0xB02A2A, 0xE6E6E6, 0x2A4F8A, 0x1E1E22, 0xC9A227, 0x7A8A8E])
      let (x, y) = (length(random.next(below: unitWidth)), y(percent: random.next(in: 81...98)))
      ellipse(
        Material(Colour(0x22262B), .smooth), at: (x, y - length(18)), height: length(22), width: length(40))
      rectangle(
        Material(paint, .smooth, gain: 14, slopeY: -1_600), at: (x, y), height: length(16), width: length(64))
    }
  }

  mutating func night() {
    clear(Colour(0x0C1024), gain: 14, grain: 26)
    scene.backdrop.gradient([(0, Colour(0x0A0F28)), (34, Colour(0x2A2448)), (50, Colour(0x7A4A4A))])
    for depth in 0..<3 {
      for _ in 0..<14 {
        house(
          Colour(0x1C1E2C).lighter(by: 14 - depth * 6), glass: Colour(0x11131C), lit: Colour(0xFFD27A),
          x: random.next(below: unitWidth), base: unitHeight * (52 + depth * 6) / 100,
          half: random.next(in: 50...110), tall: random.next(in: 120...340))
      }
    }
    ground(Material(Colour(0x1B1D33), .streaks, gain: 70, chromaGain: 10), percent: 63)
    for _ in 0..<320 {
      let lamp = colour(of: [0xFFD27A, 0xFF9A4A, 0xF2F0E0, 0xE0503A, 0x6AA8FF])
      let (x, y) = (random.next(below: width), y(percent: 63) + length(random.next(below: 700)))
      let far = random.next(in: 8...40)
      let light = lamp.mixed(with: Colour(0x1B1D33), random.next(in: 40...200))
      ellipse(
        Material(light, .streaks, gain: 50, chromaGain: 8), at: (x, y), height: length(3), width: length(far))
    }
  }

  mutating func facade() {
    clear(colour(of: [0xC99A6A, 0xD8C7A8, 0xB5654A, 0x9FB0A6]), texture: .rough, gain: 30, grain: 12)
    for row in 0..<(unitHeight / 256) {
      for column in 0..<(unitWidth / 256) {
        let (x, y) = (column * 256 + 128, row * 256 + 128)
        let frame = colour(of: [0xF2EEE4, 0x5A4636, 0x2F5A4A, 0x3C5A82, 0x8A2F2A])
        let glass = Colour(0x3A4650).lighter(by: random.next(in: -16...40))
        rectangle(Material(frame, .rough, gain: 18), x: x, y: y, height: 88, width: 62)
        for (dx, dy) in [(-28, -40), (28, -40), (-28, 40), (28, 40)] {
          let pane = Material(glass.lighter(by: dy / 8), .smooth, gain: 60, chromaGain: 5, slopeX: 1_200)
          let centre = (
            length(x) + geometry.segmentWidth * dx / 128, length(y) + geometry.segmentWidth * dy / 128
          )
          rectangle(pane, at: centre, height: length(36), width: length(24))
        }
        let box = Material(colour(of: [0x3E7A34, 0xB83A4A, 0xD98AA0]), .rough, gain: 90, chromaGain: 16)
        ellipse(box, at: (length(x), length(y) + length(96)), height: length(18), width: length(66))
      }
    }
  }

  mutating func shelf() {
    clear(Colour(0x1F1812), gain: 20, grain: 10)
    let spines = [0x7A1F22, 0x1F3A5F, 0x2E4A34, 0xC9B27A, 0x3A2A4A, 0xE4DCC8, 0xB5552A, 0x20242A, 0x5F7F8A]
    for row in 0..<(unitHeight / 256) {
      let floor = row * 256 + 240
      var x = 0
      while x < unitWidth {
        let (half, tall) = (random.next(in: 9...26), random.next(in: 70...104))
        let colour = colour(of: spines).lighter(by: random.next(in: -16...16))
        let spine = Material(colour, .rough, gain: 26, chromaGain: 5, slopeX: -3_000)
        rectangle(spine, x: x + half, y: floor - tall, height: tall, width: half - 1)
        let label = Material(colour.lighter(by: 70), .rough, gain: 60, chromaGain: 3)
        rectangle(
          label, x: x + half, y: floor - tall * 3 / 2, height: tall / 6, width: max(2, half * 2 / 3))
        x += half * 2
      }
      let board = Material(Colour(0x7A5230), .streaks, gain: 60, chromaGain: 5)
      rectangle(board, x: unitWidth / 2, y: floor + 8, height: 8, width: unitWidth / 2)
    }
  }

  /// Adds a house front with rows of windows; `base` is its lower edge. Lengths in units.
  @inline(never) private mutating func house(
    _ wall: Colour, glass: Colour, lit: Colour, x: Int, base: Int, half: Int, tall: Int
  ) {
    let front = Material(wall, .rough, gain: 22, chromaGain: 3, slopeX: random.next(in: -500...500))
    rectangle(front, x: x, y: base - tall, height: tall, width: half)
    let panes = [
      add(Material(glass, .smooth, gain: 40), x: 0, y: 0), add(Material(lit, .smooth, gain: 30), x: 0, y: 0),
    ]
    let (pitchX, pitchY) = (random.next(in: 22...34), random.next(in: 30...42))
    for dy in stride(from: 16, to: 2 * tall - 24, by: pitchY) {
      for dx in stride(from: 12 - half, to: half - 10, by: pitchX) {
        let pane = panes[random.chance(30) ? 1 : 0]
        scene.shapes.append(
          Shape(
            outline: .rectangle(height: length(pitchY / 4), width: length(pitchX / 4)),
            centreX: length(x + dx + pitchX / 4 + 4096) - length(4096),
            centreY: length(base - 2 * tall + dy + pitchY / 4), material: pane))
      }
    }
  }
}
