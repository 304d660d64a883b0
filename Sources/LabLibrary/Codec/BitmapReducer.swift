/// Reduces bitmaps in integers, by the taps of `ReductionTaps`.
///
/// It sums rows into 16 bits first, then reduces across. Each worker has its own, which keeps its rows and takes memory
/// only for a picture larger than those before.
@safe struct BitmapReducer: ~Copyable {
  /// Rows of pixels of four samples of 8 bits.
  @safe struct Source {
    let address: UnsafePointer<UInt8>
    let width: Int
    let height: Int
    let rowBytes: Int
  }

  typealias Span = ReductionTaps.Span

  private static let channels = 4

  private var across = ReductionTaps()
  private var down = ReductionTaps()
  private var memory = GrowingBuffer(capacity: 2048)

  private var sums: UnsafeMutablePointer<UInt16> {
    unsafe memory.bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt16.self)
  }

  /// - Precondition: The spans lie within the source.
  mutating func reduce(
    _ source: Source, x: Span, y: Span, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
  ) {
    if x.isWhole && y.isWhole { return unsafe copy(source, x, y, into: target, rowBytes: rowBytes) }
    across.set(x, length: source.width)
    down.set(y, length: source.height)
    let (begin, end) = (Int(across.first[0]), Int(across.first[x.samples - 1]) + across.count)
    memory.reserve((end - begin) * BitmapReducer.channels * 2)
    for row in 0..<y.samples {
      sum(source, row: row, from: begin * BitmapReducer.channels, count: (end - begin) * BitmapReducer.channels)
      unsafe gather(x.samples, from: begin, into: target + row * rowBytes)
    }
  }

  private func copy(
    _ source: Source, _ x: Span, _ y: Span, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
  ) {
    let (left, top) = (Int(x.begin / x.unit), Int(y.begin / y.unit))
    precondition(left + x.samples <= source.width && top + y.samples <= source.height, "the spans lie in the source")
    for row in 0..<y.samples {
      let from = unsafe source.address + ((top + row) * source.rowBytes + left * BitmapReducer.channels)
      unsafe (target + row * rowBytes).update(from: from, count: x.samples * BitmapReducer.channels)
    }
  }

  /// Adds up the weighted rows that a row of the result covers: 256 times their mean.
  private func sum(_ source: Source, row: Int, from: Int, count: Int) {
    let taps = down.count
    let (first, sums) = unsafe (source.address + (Int(down.first[row]) * source.rowBytes + from), sums)
    unsafe down.weights.withUnsafeBufferPointer { all in
      let weights = unsafe UnsafeBufferPointer(rebasing: all[(row * taps)..<((row + 1) * taps)])
      var index = 0
      if taps == 2 {
        // Nearly all pictures: a decode is less than twice as large as what is held of it.
        let (one, two, next) = unsafe (weights[0], weights[1], first + source.rowBytes)
        while index + 16 <= count {
          unsafe BitmapReducer.store(
            BitmapReducer.wide(first + index) &* one &+ BitmapReducer.wide(next + index) &* two, sums + index)
          index += 16
        }
      }
      while index + 16 <= count {
        var sum = SIMD16<UInt16>.zero
        for tap in weights.indices {
          unsafe sum &+= BitmapReducer.wide(first + (tap * source.rowBytes + index)) &* weights[tap]
        }
        unsafe BitmapReducer.store(sum, sums + index)
        index += 16
      }
      // Fewer samples than a vector has.
      for index in index..<count {
        var sum: UInt16 = 0
        for tap in weights.indices { unsafe sum &+= UInt16(first[tap * source.rowBytes + index]) &* weights[tap] }
        unsafe sums[index] = sum
      }
    }
  }

  @inline(__always)
  private static func wide(_ address: UnsafePointer<UInt8>) -> SIMD16<UInt16> {
    unsafe SIMD16<UInt16>(truncatingIfNeeded: UnsafeRawPointer(address).loadUnaligned(as: SIMD16<UInt8>.self))
  }

  @inline(__always)
  private static func store(_ sum: SIMD16<UInt16>, _ address: UnsafeMutablePointer<UInt16>) {
    unsafe UnsafeMutableRawPointer(address).storeBytes(of: sum, as: SIMD16<UInt16>.self)
  }

  /// Returns a part of 65536 of each channel of a sum.
  @inline(__always)
  private static func part(_ place: UnsafeRawPointer, _ lanes: SIMD4<UInt16>) -> SIMD4<UInt16> {
    let sums = unsafe SIMD4<UInt32>(truncatingIfNeeded: place.loadUnaligned(as: SIMD4<UInt16>.self))
    return SIMD4<UInt16>(truncatingIfNeeded: (sums &* SIMD4<UInt32>(truncatingIfNeeded: lanes)) &>> 16)
  }

  private func gather(_ samples: Int, from begin: Int, into target: UnsafeMutablePointer<UInt8>) {
    let taps = across.count
    let raw = unsafe UnsafeRawPointer(sums) - begin * 8
    unsafe across.first.withUnsafeBufferPointer { first in
      unsafe across.lanes.withUnsafeBufferPointer { all in
        var lanes = unsafe all.baseAddress.unsafelyUnwrapped
        if taps == 2 {
          for sample in 0..<samples {
            let place = unsafe raw + Int(first[sample]) * 8
            unsafe BitmapReducer.store(
              BitmapReducer.part(place, lanes[0]) &+ BitmapReducer.part(place + 8, lanes[1]), target + sample * 4)
            unsafe lanes += 2
          }
        } else {
          for sample in 0..<samples {
            let place = unsafe raw + Int(first[sample]) * 8
            var sum = SIMD4<UInt16>.zero
            for tap in 0..<taps { unsafe sum &+= BitmapReducer.part(place + tap * 8, lanes[tap]) }
            unsafe BitmapReducer.store(sum, target + sample * 4)
            unsafe lanes += taps
          }
        }
      }
    }
  }

  @inline(__always)
  private static func store(_ sum: SIMD4<UInt16>, _ target: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(target).storeBytes(
      of: SIMD4<UInt8>(truncatingIfNeeded: (sum &+ 128) &>> 8), as: SIMD4<UInt8>.self)
  }
}
