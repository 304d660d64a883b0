/// Reduces bitmaps in integers, by the taps of `ReductionTaps`.
///
/// It sums rows into 16 bits first, then reduces across. Each worker has its own, which keeps its rows and takes memory
/// only for a picture larger than those before.
@safe struct BitmapReducer: ~Copyable {
  private static let channels = 4

  private var across = ReductionTaps()
  private var down = ReductionTaps()
  private var memory = GrowingBuffer(capacity: 2048)

  private var sums: UnsafeMutablePointer<UInt16> {
    unsafe memory.bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt16.self)
  }

  /// Reduces pixels of four samples of 8 bits, whose rows follow one another.
  ///
  /// - Precondition: The spans lie within the source.
  mutating func reduce(
    _ source: UnsafePointer<UInt8>, x: ReductionTaps.Span, y: ReductionTaps.Span,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    if x.length == x.whole && y.length == y.whole { return unsafe copy(source, x, y, into: target) }
    across.set(x)
    down.set(y)
    let (samples, rowBytes) = (Int(x.samples), Int(x.length) * BitmapReducer.channels)
    let (begin, end) = (Int(across.first[0]), Int(across.first[samples - 1]) + across.count)
    memory.reserve((end - begin) * BitmapReducer.channels * 2)
    for row in 0..<Int(y.samples) {
      unsafe sum(
        source + begin * BitmapReducer.channels, rowBytes, row: row, count: (end - begin) * BitmapReducer.channels)
      unsafe gather(samples, from: begin, into: target + row * samples * BitmapReducer.channels)
    }
  }

  private func copy(
    _ source: UnsafePointer<UInt8>, _ x: ReductionTaps.Span, _ y: ReductionTaps.Span,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    precondition(x.origin + x.samples <= x.length && y.origin + y.samples <= y.length, "the spans lie in the source")
    let count = Int(x.samples) * BitmapReducer.channels
    for row in 0..<Int(y.samples) {
      let from = ((Int(y.origin) + row) * Int(x.length) + Int(x.origin)) * BitmapReducer.channels
      unsafe (target + row * count).update(from: source + from, count: count)
    }
  }

  /// Adds up the weighted rows that a row of the result covers: 256 times their mean.
  private func sum(_ source: UnsafePointer<UInt8>, _ rowBytes: Int, row: Int, count: Int) {
    let taps = down.count
    let (first, sums) = unsafe (source + Int(down.first[row]) * rowBytes, sums)
    unsafe down.weights.withUnsafeBufferPointer { all in
      let weights = unsafe UnsafeBufferPointer(rebasing: all[(row * taps)..<((row + 1) * taps)])
      var index = 0
      if taps == 2 {
        // Nearly all pictures: a decode is less than twice as large as what is held of it.
        let (one, two, next) = unsafe (weights[0], weights[1], first + rowBytes)
        while index + 16 <= count {
          unsafe BitmapReducer.store(
            BitmapReducer.wide(first + index) &* one &+ BitmapReducer.wide(next + index) &* two, sums + index)
          index += 16
        }
      }
      while index + 16 <= count {
        var sum = SIMD16<UInt16>.zero
        for tap in weights.indices {
          unsafe sum &+= BitmapReducer.wide(first + (tap * rowBytes + index)) &* weights[tap]
        }
        unsafe BitmapReducer.store(sum, sums + index)
        index += 16
      }
      // Fewer samples than a vector has.
      for index in index..<count {
        var sum: UInt16 = 0
        for tap in weights.indices { unsafe sum &+= UInt16(first[tap * rowBytes + index]) &* weights[tap] }
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
