/// The background behind all shapes, soft and out of focus: a picture of 1/8 the canvas' sides, closed to a ring
/// sideways.
struct Backdrop: Sendable {
  /// The canvas pixels of one of the backdrop, along a side.
  static let divisor = 8

  let width: Int
  let height: Int
  /// In sixteenths of a level, rows one after another.
  private(set) var luma: [Int16]
  private(set) var blue: [Int16]
  private(set) var red: [Int16]

  init(canvasWidth: Int, canvasHeight: Int, colour: Colour) {
    width = canvasWidth / Backdrop.divisor
    height = canvasHeight / Backdrop.divisor + 1
    luma = Array(repeating: Int16(colour.luma * 16), count: width * height)
    blue = Array(repeating: Int16(colour.blue * 16), count: width * height)
    red = Array(repeating: Int16(colour.red * 16), count: width * height)
  }

  /// Paints colours from top to bottom; `stops` are heights in hundredths of the canvas, ascending.
  mutating func gradient(_ stops: [(height: Int, colour: Colour)]) {
    for y in 0..<height {
      let place = y * 25_600 / height
      let next = stops.firstIndex { $0.height * 256 > place } ?? stops.count - 1
      let (from, to) = (stops[max(0, next - 1)], stops[next])
      let span = max(1, (to.height - from.height) * 256)
      let part = min(256, max(0, (place - from.height * 256) * 256 / span))
      let (a, b) = (from.colour, to.colour)
      for x in 0..<width {
        luma[y * width + x] = Int16((a.luma * 256 + (b.luma - a.luma) * part) >> 4)
        blue[y * width + x] = Int16((a.blue * 256 + (b.blue - a.blue) * part) >> 4)
        red[y * width + x] = Int16((a.red * 256 + (b.red - a.red) * part) >> 4)
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
    luma[index] += Int16(((colour.luma * 16 - Int(luma[index])) * part) >> 8)
    blue[index] += Int16(((colour.blue * 16 - Int(blue[index])) * part) >> 8)
    red[index] += Int16(((colour.red * 16 - Int(red[index])) * part) >> 8)
  }
}
