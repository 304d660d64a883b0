import LabBase
import StrategyKit

/// A canvas before it is painted: a backdrop and the shapes in front of it.
struct Scene: Sendable {
  let width: Int
  let height: Int
  var backdrop: Backdrop
  /// The first is the texture of the backdrop; its colour is not used.
  var materials: [Material]
  /// From back to front.
  var shapes: [Shape] = []
  /// Heights of hills for every column, from the top.
  var ridges: [[Int32]] = []
  /// Strength of the sensor noise over everything: 16 is up to 8 levels.
  var grain = 8
  /// Strength of the patches of light and shade over everything.
  var light = 24

  init(width: Int, height: Int, colour: Colour, texture: Texture = .smooth, gain: Int = 8) {
    self.width = width
    self.height = height
    backdrop = Backdrop(canvasWidth: width, canvasHeight: height, colour: colour)
    materials = [Material(colour, texture, gain: gain, chromaGain: 3)]
  }

  /// Adds a material that begins somewhere else in its texture; gives its number.
  mutating func add(_ material: Material, x: Int, y: Int, random: inout SplitMix64) -> Int {
    var material = material
    (material.centreX, material.centreY) = (x, y)
    material.originX = random.next(below: 1 << 16)
    material.originY = random.next(below: 1 << 16)
    materials.append(material)
    return materials.count - 1
  }

  /// Adds a sheared ellipse with a material of its own.
  mutating func ellipse(
    _ material: Material, x: Int, y: Int, height: Int, width: Int, shear: Int = 0, random: inout SplitMix64
  ) {
    let number = add(material, x: x, y: y, random: &random)
    shapes.append(
      Shape(
        outline: .ellipse(height: max(1, height), width: max(1, width), shear: shear), centreX: x, centreY: y,
        material: number))
  }

  /// Adds a rectangle, by half its sides, with a material of its own.
  mutating func rectangle(
    _ material: Material, x: Int, y: Int, height: Int, width: Int, random: inout SplitMix64
  ) {
    let number = add(material, x: x, y: y, random: &random)
    shapes.append(
      Shape(outline: .rectangle(height: height, width: width), centreX: x, centreY: y, material: number))
  }

  /// Adds hills: everything below `heights`.
  mutating func ridge(_ material: Material, heights: [Int32], random: inout SplitMix64) {
    let number = add(material, x: 0, y: Int(heights.min() ?? 0), random: &random)
    ridges.append(heights)
    shapes.append(Shape(outline: .ridge(ridges.count - 1), centreX: 0, centreY: 0, material: number))
  }
}
