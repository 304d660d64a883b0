import LabBase
import StrategyKit

/// What a scene is composed on: the canvas, measured in the units of the default profile.
struct Stage {
  let geometry: PoolGeometry
  let textures: TextureSet

  /// A length at the default profile in pixels of this one, at least 1.
  func length(_ units: Int) -> Int { max(1, units * geometry.segmentWidth / 128) }

  var width: Int { geometry.canvasWidth }
  var height: Int { geometry.canvasHeight }
  /// The canvas in units of the default profile.
  var unitWidth: Int { geometry.canvasWidth * 128 / geometry.segmentWidth }
  var unitHeight: Int { geometry.canvasHeight * 128 / geometry.segmentWidth }

  /// A scene with nothing but a colour.
  func empty(_ colour: Colour, texture: Texture = .smooth, gain: Int = 8) -> Scene {
    Scene(width: width, height: height, colour: colour, texture: texture, gain: gain)
  }

  /// The height of a percentage of the canvas, in pixels from the top.
  func y(percent: Int) -> Int { height * percent / 100 }

  /// A line of hills that closes to a ring, by midpoint displacement.
  ///
  /// - Parameters:
  ///   - percent: Its mean height, in hundredths of the canvas from the top.
  ///   - swing: How far it rises and falls, in units.
  ///   - roughness: Share of the swing that the next finer level keeps, of 256.
  func hills(percent: Int, swing: Int, roughness: Int, random: inout SplitMix64) -> [Int32] {
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
