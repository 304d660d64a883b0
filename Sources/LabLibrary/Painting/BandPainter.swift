/// Paints a scene band by band, so that only one band is in memory.
struct BandPainter: ~Copyable {
  static let rowCount = 64
  /// The rows above a band whose shapes are needed to soften its first row of chroma.
  private static let rowsAbove = 2

  private let scene: Scene
  private let textures: TextureSet
  private let labels: Plane<UInt16>
  private let picture: Picture
  /// The row that is painted, with a sample more at both ends.
  private let wet: Plane<Int16>
  private let soft: Plane<Int16>
  private let points: Plane<Int16>

  init(_ scene: Scene, textures: TextureSet) {
    self.scene = scene
    self.textures = textures
    labels = Plane(width: scene.width, height: BandPainter.rowCount + BandPainter.rowsAbove + 1)
    picture = Picture(width: scene.width, height: BandPainter.rowCount)
    wet = Plane(width: scene.width + 2, height: 1)
    soft = Plane(width: scene.width, height: 3)
    points = Plane(width: scene.width / 4 + 1, height: 1)
  }

  /// Returns the band from `top` on, valid until the next call.
  func paint(from top: Int) -> Picture {
    label(from: top - BandPainter.rowsAbove)
    for channel in Channel.allCases { paint(channel, top: top, into: picture[channel]) }
    return picture
  }

  private func label(from top: Int) {
    let rows = top..<(top + labels.height)
    for y in 0..<labels.height { unsafe labels.row(y).update(repeating: 0, count: labels.width) }
    for shape in scene.shapes {
      let label = UInt16(shape.material)
      for y in shape.rows.clamped(to: rows) {
        let row = unsafe labels.row(y - top)
        if case .ridge(let heights) = shape.outline {
          unsafe heights.withUnsafeBufferPointer { heights in
            unsafe RowKernels.coverBelow(
              heights.baseAddress!, y: Int32(y), labels: row, label: label, count: labels.width)
          }
        } else if let columns = shape.columns(inRow: y) {
          unsafe fill(row, columns, label: label)
        }
      }
    }
  }

  /// Labels part of a row, which wraps around at the ends.
  private func fill(_ row: UnsafeMutablePointer<UInt16>, _ columns: Range<Int>, label: UInt16) {
    let width = labels.width
    let count = min(columns.count, width)
    let start = (columns.lowerBound % width + width) % width
    let first = min(count, width - start)
    unsafe (row + start).update(repeating: label, count: first)
    if count > first { unsafe row.update(repeating: label, count: count - first) }
  }

  private func paint(_ channel: Channel, top: Int, into target: Plane<UInt8>) {
    let seed = [0, 311, 733][channel.rawValue]
    let gain = Int16(channel == .luma ? scene.grain * 3 / 2 + 14 : scene.grain / 3)
    for y in -1...target.height {
      paintRow(channel, y: top / channel.scale + y, labelRow: y * channel.scale + BandPainter.rowsAbove)
      let width = target.width
      let row = unsafe wet.row(0) + 1
      unsafe row[-1] = row[width - 1]
      unsafe row[width] = row[0]
      unsafe RowKernels.soften(row, into: soft.row((y + 3) % 3), count: width)
      guard y >= 1 else { continue }
      let place = top + y
      for start in stride(from: 0, to: width, by: textures.size) {
        // Rows of grain begin anywhere, so that the tile does not show.
        let origin = Int(SplitMix64.hash(UInt64(seed), UInt64(place + 8)) & 0xFFFF)
        let grain = unsafe textures.samples(.grain, x: origin + start * 3, y: place * 7 + origin >> 8)
        unsafe RowKernels.finish(
          above: soft.row((y + 1) % 3) + start, row: soft.row((y + 2) % 3) + start,
          below: soft.row(y % 3) + start,
          grain: grain, gain: gain, into: target.row(y - 1) + start, count: min(textures.size, width - start))
      }
    }
  }

  private func paintRow(_ channel: Channel, y: Int, labelRow: Int) {
    let width = scene.width / channel.scale
    let row = unsafe wet.row(0) + 1
    let marks = unsafe labels.row(labelRow)
    unsafe paintBackdrop(channel, y: y, row: row, count: width)
    unsafe scene.materials.withUnsafeBufferPointer { materials in
      var start = 0
      while start < width {
        let label = unsafe marks[start * channel.scale]
        var end = start + 1
        let limit = min(width, start + textures.size)
        while end < limit, unsafe marks[end * channel.scale] == label { end += 1 }
        let material = unsafe materials[Int(label)]
        unsafe paintRun(
          channel, material, isBackdrop: label == 0, x: start, y: y, row: row + start, count: end - start)
        start = end
      }
    }
    guard channel == .luma else { return }
    for start in stride(from: 0, to: scene.width, by: textures.size) {
      unsafe RowKernels.roughen(
        row + start, count: min(textures.size, scene.width - start),
        samples: textures.samples(.smooth, x: start, y: y + scene.materials[0].originY),
        gain: Int16(scene.light))
    }
  }

  private func paintRun(
    _ channel: Channel, _ material: Material, isBackdrop: Bool, x: Int, y: Int, row: UnsafeMutablePointer<Int16>,
    count: Int
  ) {
    let shift = [0, 97, 211][channel.rawValue]
    let samples = unsafe textures.samples(
      material.texture, x: material.originX + x + shift, y: material.originY + y + shift)
    let gain = Int16(channel == .luma ? min(255, material.gain * 5 / 2) : material.chromaGain)
    if isBackdrop {
      unsafe RowKernels.roughen(row, count: count, samples: samples, gain: gain)
      return
    }
    guard channel == .luma else {
      unsafe RowKernels.shade(
        row, count: count, start: Int32(material.colour[channel] * 4096), slope: 0, samples: samples, gain: gain)
      return
    }
    var dx = x - material.centreX
    // Shapes that cross the end of the ring go on with the light they began with.
    if dx > scene.width / 2 { dx -= scene.width }
    if dx < -scene.width / 2 { dx += scene.width }
    let light = material.colour[.luma] * 4096 + dx * material.slopeX + (y - material.centreY) * material.slopeY
    let start = Int32(min(250 * 4096, max(4 * 4096, light)))
    unsafe RowKernels.shade(
      row, count: count, start: start, slope: Int32(material.slopeX), samples: samples, gain: gain)
  }

  private func paintBackdrop(_ channel: Channel, y: Int, row: UnsafeMutablePointer<Int16>, count: Int) {
    let backdrop = scene.backdrop
    let scale = Backdrop.divisor / channel.scale
    let place = min(max(0, y), (backdrop.height - 1) * scale - 1)
    let (line, part) = place.quotientAndRemainder(dividingBy: scale)
    let mixed = unsafe points.row(0)
    unsafe backdrop.planes[channel.rawValue].withUnsafeBufferPointer { plane in
      let above = unsafe plane.baseAddress! + line * backdrop.width
      let below = unsafe above + backdrop.width
      for x in 0..<backdrop.width {
        let step = unsafe Int32(below[x]) &- Int32(above[x])
        unsafe mixed[x] = above[x] &+ Int16(truncatingIfNeeded: step &* Int32(part) / Int32(scale))
      }
    }
    unsafe mixed[backdrop.width] = mixed[0]
    unsafe RowKernels.expand(row, points: mixed, stretches: backdrop.width, scale: scale)
  }
}
