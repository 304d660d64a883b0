import LabBase
import StrategyKit

/// Scenes of straight lines: houses, windows, shelves.
enum Buildings {
  static func city(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    var scene = Landscapes.sky(
      [(0, 0x5C93CC), (30, 0xA8CBE6), (48, 0xE6EEF2)], stage, &random, clouds: 0xFFFFFF)
    let walls = [0xB9A68E, 0x9A8F86, 0xC7B8A6, 0x8C6A58, 0x7E8A96, 0xD2C6B2, 0xA65B48, 0x6C7682]
    for depth in 0..<4 {
      let base = stage.unitHeight * (52 + depth * 9) / 100
      for _ in 0..<11 {
        let wall = Colour(walls[random.next(below: walls.count)]).mixed(
          with: Colour(0xC6D4E0), 120 - depth * 40)
        let (half, tall) = (random.next(in: 50...120), random.next(in: 120...280) + depth * 10)
        house(
          wall, glass: Colour(0x3F4C5C), lit: Colour(0xA9C0D2), x: random.next(below: stage.unitWidth),
          base: base,
          half: half, tall: tall, stage: stage, scene: &scene, random: &random)
      }
    }
    let street = [Int32](repeating: Int32(stage.y(percent: 79)), count: stage.width)
    scene.ridge(Material(Colour(0x5E5F63), .rough, gain: 30, chromaGain: 3), heights: street, random: &random)
    let cars = [0xB02A2A, 0xE6E6E6, 0x2A4F8A, 0x1E1E22, 0xC9A227, 0x7A8A8E]
    for _ in 0..<60 {
      let paint = Colour(cars[random.next(below: cars.count)])
      let (x, y) = (
        stage.length(random.next(below: stage.unitWidth)), stage.y(percent: random.next(in: 81...98))
      )
      scene.ellipse(
        Material(Colour(0x22262B), .smooth), x: x, y: y - stage.length(18), height: stage.length(22),
        width: stage.length(40), random: &random)
      scene.rectangle(
        Material(paint, .smooth, gain: 14, slopeY: -1_600), x: x, y: y, height: stage.length(16),
        width: stage.length(64), random: &random)
    }
    return scene
  }

  static func night(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    var scene = stage.empty(Colour(0x0C1024), texture: .smooth, gain: 14)
    scene.grain = 26
    scene.backdrop.gradient([
      (height: 0, colour: Colour(0x0A0F28)), (height: 34, colour: Colour(0x2A2448)),
      (height: 50, colour: Colour(0x7A4A4A)),
    ])
    for depth in 0..<3 {
      for _ in 0..<14 {
        house(
          Colour(0x1C1E2C).lighter(by: 14 - depth * 6), glass: Colour(0x11131C), lit: Colour(0xFFD27A),
          x: random.next(below: stage.unitWidth), base: stage.unitHeight * (52 + depth * 6) / 100,
          half: random.next(in: 50...110), tall: random.next(in: 120...340), stage: stage, scene: &scene,
          random: &random)
      }
    }
    let shore = [Int32](repeating: Int32(stage.y(percent: 63)), count: stage.width)
    scene.ridge(
      Material(Colour(0x1B1D33), .streaks, gain: 70, chromaGain: 10), heights: shore, random: &random)
    let lamps = [0xFFD27A, 0xFF9A4A, 0xF2F0E0, 0xE0503A, 0x6AA8FF]
    for _ in 0..<320 {
      let lamp = Colour(lamps[random.next(below: lamps.count)])
      let (x, y) = (
        random.next(below: stage.width), stage.y(percent: 63) + stage.length(random.next(below: 700))
      )
      let far = random.next(in: 8...40)
      scene.ellipse(
        Material(
          lamp.mixed(with: Colour(0x1B1D33), random.next(in: 40...200)), .streaks, gain: 50, chromaGain: 8),
        x: x, y: y, height: stage.length(3), width: stage.length(far), random: &random)
    }
    return scene
  }

  static func facade(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    let wall = Colour([0xC99A6A, 0xD8C7A8, 0xB5654A, 0x9FB0A6][random.next(below: 4)])
    var scene = stage.empty(wall, texture: .rough, gain: 30)
    scene.grain = 12
    let frames = [0xF2EEE4, 0x5A4636, 0x2F5A4A, 0x3C5A82, 0x8A2F2A]
    for row in 0..<(stage.unitHeight / 256) {
      for column in 0..<(stage.unitWidth / 256) {
        let (x, y) = (stage.length(column * 256 + 128), stage.length(row * 256 + 128))
        let frame = Material(Colour(frames[random.next(below: frames.count)]), .rough, gain: 18)
        let glass = Colour(0x3A4650).lighter(by: random.next(in: -16...40))
        scene.rectangle(frame, x: x, y: y, height: stage.length(88), width: stage.length(62), random: &random)
        for (dx, dy) in [(-28, -40), (28, -40), (-28, 40), (28, 40)] {
          let pane = Material(glass.lighter(by: dy / 8), .smooth, gain: 60, chromaGain: 5, slopeX: 1_200)
          scene.rectangle(
            pane, x: x + stage.geometry.segmentWidth * dx / 128,
            y: y + stage.geometry.segmentWidth * dy / 128,
            height: stage.length(36), width: stage.length(24), random: &random)
        }
        let box = Material(
          Colour([0x3E7A34, 0xB83A4A, 0xD98AA0][random.next(below: 3)]), .rough, gain: 90, chromaGain: 16)
        scene.ellipse(
          box, x: x, y: y + stage.length(96), height: stage.length(18), width: stage.length(66),
          random: &random)
      }
    }
    return scene
  }

  static func shelf(_ stage: Stage, _ random: inout SplitMix64) -> Scene {
    var scene = stage.empty(Colour(0x1F1812), texture: .smooth, gain: 20)
    scene.grain = 10
    let spines = [0x7A1F22, 0x1F3A5F, 0x2E4A34, 0xC9B27A, 0x3A2A4A, 0xE4DCC8, 0xB5552A, 0x20242A, 0x5F7F8A]
    for row in 0..<(stage.unitHeight / 256) {
      let floor = row * 256 + 240
      var x = 0
      while x < stage.unitWidth {
        let (half, tall) = (random.next(in: 9...26), random.next(in: 70...104))
        let colour = Colour(spines[random.next(below: spines.count)]).lighter(by: random.next(in: -16...16))
        let spine = Material(colour, .rough, gain: 26, chromaGain: 5, slopeX: -3_000)
        let centre = stage.length(x + half)
        scene.rectangle(
          spine, x: centre, y: stage.length(floor - tall), height: stage.length(tall),
          width: stage.length(half - 1),
          random: &random)
        let label = Material(colour.lighter(by: 70), .rough, gain: 60, chromaGain: 3)
        scene.rectangle(
          label, x: centre, y: stage.length(floor - tall * 3 / 2), height: stage.length(tall / 6),
          width: stage.length(max(2, half * 2 / 3)), random: &random)
        x += half * 2
      }
      let board = Material(Colour(0x7A5230), .streaks, gain: 60, chromaGain: 5)
      scene.rectangle(
        board, x: stage.width / 2, y: stage.length(floor + 8), height: stage.length(8),
        width: stage.width / 2,
        random: &random)
    }
    return scene
  }

  /// A house front with rows of windows; `base` is its lower edge.
  private static func house(
    _ wall: Colour, glass: Colour, lit: Colour, x: Int, base: Int, half: Int, tall: Int, stage: Stage,
    scene: inout Scene, random: inout SplitMix64
  ) {
    let front = Material(wall, .rough, gain: 22, chromaGain: 3, slopeX: random.next(in: -500...500))
    scene.rectangle(
      front, x: stage.length(x), y: stage.length(base - tall), height: stage.length(tall),
      width: stage.length(half),
      random: &random)
    let panes = [
      scene.add(Material(glass, .smooth, gain: 40), x: 0, y: 0, random: &random),
      scene.add(Material(lit, .smooth, gain: 30), x: 0, y: 0, random: &random),
    ]
    let (pitchX, pitchY) = (random.next(in: 22...34), random.next(in: 30...42))
    for dy in stride(from: 16, to: 2 * tall - 24, by: pitchY) {
      for dx in stride(from: 12 - half, to: half - 10, by: pitchX) {
        let pane = panes[random.chance(30) ? 1 : 0]
        scene.shapes.append(
          Shape(
            outline: .rectangle(height: stage.length(pitchY / 4), width: stage.length(pitchX / 4)),
            centreX: stage.length(x + dx + pitchX / 4 + 4096) - stage.length(4096),
            centreY: stage.length(base - 2 * tall + dy + pitchY / 4), material: pane))
      }
    }
  }
}
