struct SceneKind: Sendable {
  /// The height of the horizon in hundredths of the canvas, from the top; nil if any part is a picture.
  var horizon: Int?
  let compose: @Sendable (inout Stage) -> Void

  static let meadow = SceneKind(horizon: 48) { $0.meadow() }
  static let sunset = SceneKind(horizon: 48) { $0.sunset() }
  static let beach = SceneKind(horizon: 48) { $0.beach() }
  static let mountains = SceneKind(horizon: 48) { $0.mountains() }
  static let dunes = SceneKind(horizon: 48) { $0.dunes() }
  static let foliage = SceneKind { $0.foliage() }
  static let autumn = SceneKind { $0.autumn() }
  static let pebbles = SceneKind { $0.pebbles() }
  static let fruit = SceneKind { $0.fruit() }
  static let city = SceneKind(horizon: 45) { $0.city() }
  static let night = SceneKind(horizon: 45) { $0.night() }
  static let facade = SceneKind { $0.facade() }
  static let shelf = SceneKind { $0.shelf() }
  static let flowers = SceneKind { $0.flowers() }
  static let people = SceneKind { $0.people() }
  static let table = SceneKind { $0.table() }

  /// The kinds of a pool's canvases. Both halves of the list have scenes that differ as much as possible.
  private static let order: [SceneKind] = [
    .people, .meadow, .city, .flowers, .table, .foliage, .sunset, .shelf, .mountains, .people, .fruit, .beach,
    .people, .facade, .meadow, .table, .people, .flowers,
    .beach, .people, .night, .pebbles, .mountains, .flowers, .facade, .meadow, .autumn, .table, .dunes, .city,
    .people, .sunset, .fruit, .people, .mountains, .foliage, .table,
  ]

  private static let shortOrder: [SceneKind] = [
    .people, .mountains, .city, .flowers, .foliage, .table, .beach, .fruit,
  ]

  static func of(canvas index: Int, profile: LibraryProfile) -> SceneKind {
    switch profile {
    case .small, .default: order[index % order.count]
    case .tiny, .full: shortOrder[index % shortOrder.count]
    }
  }
}

/// The canvas for a scene, measured in the units of the default profile, with the shapes so far.
struct Stage {
  let geometry: PoolGeometry
  let textures: TextureSet
  var random: SplitMix64
  var scene: Scene

  var width: Int { geometry.canvasWidth }
  var height: Int { geometry.canvasHeight }
  var unitWidth: Int { geometry.canvasWidth * 128 / geometry.segmentWidth }
  var unitHeight: Int { geometry.canvasHeight * 128 / geometry.segmentWidth }

  /// Returns a length of the default profile in pixels of this one, at least 1.
  func length(_ units: Int) -> Int { max(1, units * geometry.segmentWidth / 128) }

  func y(percent: Int) -> Int { height * percent / 100 }

  /// Returns a material's slope for which light falls off across as many units as in the default profile.
  func slope(_ value: Int) -> Int { value * 128 / geometry.segmentWidth }

  mutating func pick<Value>(_ list: [Value]) -> Value { list[random.next(below: list.count)] }

  mutating func colour(of list: [Int]) -> Colour { Colour(pick(list)) }

  /// Calls `body` with the corner of each field of a grid over the canvas, in units; every second row is shifted by half
  /// a field.
  @inline(never) mutating func eachField(width: Int, height: Int, _ body: (inout Stage, _ x: Int, _ y: Int) -> Void) {
    for row in 0..<(unitHeight / height) {
      for column in 0..<(unitWidth / width) { body(&self, column * width + row % 2 * (width / 2), row * height) }
    }
  }

  @inline(never) mutating func clear(_ colour: Colour, texture: Texture = .smooth, gain: Int, grain: Int) {
    scene = Scene(width: width, height: height, Material(colour, texture, gain: gain, chromaGain: 3))
    scene.grain = grain
  }

  mutating func add(_ material: Material, x: Int, y: Int) -> Int {
    var material = material
    (material.centreX, material.centreY) = (x, y)
    material.originX = random.next(below: 1 << 16)
    material.originY = random.next(below: 1 << 16)
    scene.materials.append(material)
    return scene.materials.count - 1
  }

  /// Adds a sheared ellipse, by half its axes, with a material of its own; all lengths in units.
  @inline(never) mutating func ellipse(_ material: Material, x: Int, y: Int, height: Int, width: Int, shear: Int = 0) {
    ellipse(material, at: (length(x), length(y)), height: length(height), width: length(width), shear: shear)
  }

  @inline(never)
  mutating func ellipse(_ material: Material, at centre: (x: Int, y: Int), height: Int, width: Int, shear: Int = 0) {
    add(.ellipse(height: max(1, height), width: max(1, width), shear: shear), material, centre)
  }

  /// Adds a rectangle, by half its sides, with a material of its own; all lengths in units.
  @inline(never) mutating func rectangle(_ material: Material, x: Int, y: Int, height: Int, width: Int) {
    rectangle(material, at: (length(x), length(y)), height: length(height), width: length(width))
  }

  @inline(never) mutating func rectangle(_ material: Material, at centre: (x: Int, y: Int), height: Int, width: Int) {
    add(.rectangle(height: height, width: width), material, centre)
  }

  /// Adds hills: everything below `heights`, in pixels from the top.
  mutating func ridge(_ material: Material, heights: [Int32]) {
    let number = add(material, x: 0, y: Int(heights.min() ?? 0))
    scene.shapes.append(Shape(outline: .ridge(heights), centreX: 0, centreY: 0, material: number))
  }

  mutating func ground(_ material: Material, percent: Int) {
    ridge(material, heights: [Int32](repeating: Int32(y(percent: percent)), count: width))
  }

  private mutating func add(_ outline: Shape.Outline, _ material: Material, _ centre: (x: Int, y: Int)) {
    let number = add(material, x: centre.x, y: centre.y)
    scene.shapes.append(Shape(outline: outline, centreX: centre.x, centreY: centre.y, material: number))
  }

  /// Returns a line of hills that closes to a ring, by midpoint displacement of which each level keeps `roughness` of 256.
  mutating func hills(percent: Int, swing: Int, roughness: Int) -> [Int32] {
    var points = (0..<4).map { _ in random.next(in: -swing...swing) * 256 }
    var range = swing * 256
    while points.count < width {
      range = (range * roughness) >> 8
      var next: [Int] = []
      next.reserveCapacity(points.count * 2)
      for index in points.indices {
        let middle = (points[index] + points[(index + 1) % points.count]) / 2
        next.append(points[index])
        next.append(middle + random.next(in: -range...range))
      }
      points = next
    }
    let base = y(percent: percent)
    return points.map { Int32(base + $0 * geometry.segmentWidth / (128 * 256)) }
  }
}
