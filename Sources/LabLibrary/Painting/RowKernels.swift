/// The inner loops of painting: rows of sixteenths of a level, in a form that the compiler can vectorise.
enum RowKernels {
  /// Writes light that changes evenly along the row, roughened by texture.
  ///
  /// - Parameters:
  ///   - start: Value of the first sample, in 4096ths of a level; `slope` is added from sample to sample.
  ///   - gain: Multiplies the texture, in sixteenths.
  static func shade(
    _ row: UnsafeMutablePointer<Int16>, count: Int, start: Int32, slope: Int32,
    samples: UnsafePointer<Int8>, gain: Int16
  ) {
    for index in 0..<count {
      let light = Int16(truncatingIfNeeded: (start &+ slope &* Int32(truncatingIfNeeded: index)) &>> 8)
      unsafe row[index] = light &+ (Int16(samples[index]) &* gain) &>> 4
    }
  }

  static func roughen(
    _ row: UnsafeMutablePointer<Int16>, count: Int, samples: UnsafePointer<Int8>, gain: Int16
  ) {
    for index in 0..<count { unsafe row[index] = row[index] &+ (Int16(samples[index]) &* gain) &>> 4 }
  }

  /// Writes `scale` samples between each two points, on a straight line; there is a point more than there are
  /// stretches.
  static func expand(
    _ row: UnsafeMutablePointer<Int16>, points: UnsafePointer<Int16>, stretches: Int, scale: Int
  ) {
    let shift = Int16(truncatingIfNeeded: scale.trailingZeroBitCount)
    for point in 0..<stretches {
      let start = unsafe points[point]
      let step = unsafe (points[point + 1] &- start) &>> 2
      let target = unsafe row + point * scale
      for index in 0..<scale {
        unsafe target[index] = start &+ (step &* Int16(truncatingIfNeeded: index)) &>> (shift &- 2)
      }
    }
  }

  /// Softens a row: a quarter of both neighbours, half of itself. `row[-1]` and `row[count]` are read.
  static func soften(_ row: UnsafePointer<Int16>, into target: UnsafeMutablePointer<Int16>, count: Int) {
    for index in 0..<count {
      unsafe target[index] = (row[index - 1] &+ row[index + 1] &+ row[index] &<< 1 &+ 2) &>> 2
    }
  }

  /// Softens downwards, adds grain, and writes whole levels.
  static func finish(
    above: UnsafePointer<Int16>, row: UnsafePointer<Int16>, below: UnsafePointer<Int16>,
    grain: UnsafePointer<Int8>, gain: Int16, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for index in 0..<count {
      let mean = unsafe (above[index] &+ below[index] &+ row[index] &<< 1 &+ 2) &>> 2
      let level = unsafe (mean &+ (Int16(grain[index]) &* gain) &>> 4 &+ 8) &>> 4
      unsafe target[index] = UInt8(truncatingIfNeeded: min(255, max(0, level)))
    }
  }

  /// Labels every sample that lies at or below a line of hills.
  static func coverBelow(
    _ heights: UnsafePointer<Int32>, y: Int32, labels: UnsafeMutablePointer<UInt16>, label: UInt16, count: Int
  ) {
    for index in 0..<count { unsafe labels[index] = heights[index] <= y ? label : labels[index] }
  }
}
