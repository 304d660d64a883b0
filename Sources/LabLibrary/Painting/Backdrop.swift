/// The background behind all shapes, soft and out of focus: a picture of 1/8 the canvas' sides, closed to a ring
/// sideways.
struct Backdrop: Sendable {
  static let divisor = 8

  let width: Int
  let height: Int
  /// In sixteenths of a level, rows one after another.
  private(set) var planes: [[Int16]]

  init(canvasWidth: Int, canvasHeight: Int, colour: Colour) {
    width = canvasWidth / Backdrop.divisor
    height = canvasHeight / Backdrop.divisor + 1
    let count = width * height
    planes = Channel.allCases.map { Array(repeating: Int16(colour[$0] * 16), count: count) }
  }

  /// Paints colours from top to bottom; `stops` are heights in hundredths of the canvas, ascending.
  mutating func gradient(_ stops: [(height: Int, colour: Colour)]) {
    for y in 0..<height {
      let place = y * 25_600 / height
      let next = stops.firstIndex { $0.height * 256 > place } ?? stops.count - 1
      let (from, to) = (stops[max(0, next - 1)], stops[next])
      let span = max(1, (to.height - from.height) * 256)
      let part = min(256, max(0, (place - from.height * 256) * 256 / span))
      for channel in Channel.allCases {
        let (a, b) = (from.colour[channel], to.colour[channel])
        let level = Int16((a * 256 + (b - a) * part) >> 4)
        for x in 0..<width { planes[channel.rawValue][y * width + x] = level }
      }
    }
  }

  /// Mixes a colour in wherever noise is above a threshold: clouds, patches of light.
  mutating func clouds(
    _ colour: Colour, _ textures: TextureSet, threshold: Int, softness: Int, rows: Range<Int>, seed: Int
  ) {
    for y in rows.clamped(to: 0..<height) {
      // Twice as wide as high, as clouds are.
      let samples = unsafe textures.samples(.smooth, x: seed, y: y * 3 + seed)
      for x in 0..<width {
        // The tile is as wide as the canvas or wraps, so its end must meet its beginning.
        let place = x * textures.size / width
        let part = (Int(unsafe samples[place]) - threshold) * 256 / softness
        if part > 0 { mix(colour, min(230, part), at: y * width + x) }
      }
    }
  }

  /// Mixes a colour into a disc with a soft rim; lengths in canvas pixels.
  mutating func disc(_ colour: Colour, x: Int, y: Int, radius: Int, part: Int) {
    let (cx, cy, r) = (x / Backdrop.divisor, y / Backdrop.divisor, max(2, radius / Backdrop.divisor))
    for dy in -r...r where cy + dy >= 0 && cy + dy < height {
      for dx in -r...r {
        let outside = dx * dx + dy * dy - (r - 1) * (r - 1)
        let rim = outside <= 0 ? 256 : 256 - outside * 256 / (2 * r)
        guard rim > 0 else { continue }
        mix(colour, (part * rim) >> 8, at: (cy + dy) * width + ((cx + dx) % width + width) % width)
      }
    }
  }

  private mutating func mix(_ colour: Colour, _ part: Int, at index: Int) {
    for channel in Channel.allCases {
      let level = Int(planes[channel.rawValue][index])
      planes[channel.rawValue][index] += Int16(((colour[channel] * 16 - level) * part) >> 8)
    }
  }
}
