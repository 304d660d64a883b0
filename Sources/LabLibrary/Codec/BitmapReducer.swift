/// Reduces bitmaps in integers, by the taps of `ReductionTaps`.
///
/// It sums rows into 16 bits first, then reduces across. Each worker has its own, which keeps its rows and takes memory
/// only for a picture larger than those before.
@safe struct BitmapReducer: ~Copyable {
  /// Pixels of four samples of 8 bits.
  @safe struct Source {
    let address: UnsafePointer<UInt8>
    /// The width in pixels.
    let width: Int
    let height: Int
    let rowBytes: Int
  }

  typealias Span = ReductionTaps.Span

  /// The samples of a pixel.
  private static let channels = 4

  private var across = ReductionTaps()
  private var down = ReductionTaps()
  private var sums: UnsafeMutablePointer<UInt16>
  private var sumCount: Int

  /// The samples behind a row's end that vectors may read.
  private static let margin = 16

  init() {
    sumCount = 1024
    unsafe sums = .allocate(capacity: sumCount + BitmapReducer.margin)
    unsafe sums.initialize(repeating: 0, count: sumCount + BitmapReducer.margin)
  }

  deinit { unsafe sums.deallocate() }

  /// - Parameters:
  ///   - target: Memory for all rows of the result.
  /// - Precondition: The spans lie within the source.
  mutating func reduce(
    _ source: Source, x: Span, y: Span, into target: UnsafeMutablePointer<UInt8>, rowBytes: Int
  ) {
    if x.isWhole && y.isWhole { return unsafe copy(source, x, y, into: target, rowBytes: rowBytes) }
    across.set(x, length: source.width)
    down.set(y, length: source.height)
    let (begin, end) = (Int(across.first[0]), Int(across.first[x.samples - 1]) + across.count)
    makeRoom((end - begin) * BitmapReducer.channels)
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

  private mutating func makeRoom(_ count: Int) {
    guard count > sumCount else { return }
    unsafe sums.deallocate()
    sumCount = count
    unsafe sums = .allocate(capacity: count + BitmapReducer.margin)
    unsafe sums.initialize(repeating: 0, count: count + BitmapReducer.margin)
  }

  /// Adds up the weighted rows that a row of the result covers: 256 times their mean.
  private func sum(_ source: Source, row: Int, from: Int, count: Int) {
    let taps = down.count
    let first = unsafe source.address + (Int(down.first[row]) * source.rowBytes + from)
    unsafe down.weights.withUnsafeBufferPointer { all in
      let weights = unsafe UnsafeBufferPointer(rebasing: all[(row * taps)..<((row + 1) * taps)])
      let done =
        switch taps {
        case 1: unsafe BitmapReducer.sum1(first, weights, count, sums)
        case 2: unsafe BitmapReducer.sum2(first, source.rowBytes, weights, count, sums)
        case 3: unsafe BitmapReducer.sum3(first, source.rowBytes, weights, count, sums)
        default: unsafe BitmapReducer.sumMany(first, source.rowBytes, weights, count, sums)
        }
      // Fewer samples than a vector has.
      for index in done..<count {
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

  // Each gives how many samples it has summed, as many as fill vectors.

  private static func sum1(
    _ row: UnsafePointer<UInt8>, _ weights: UnsafeBufferPointer<UInt16>, _ count: Int,
    _ sums: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let weight = unsafe weights[0]
    var index = 0
    while index + 16 <= count {
      unsafe store(wide(row + index) &* weight, sums + index)
      index += 16
    }
    return index
  }

  private static func sum2(
    _ row: UnsafePointer<UInt8>, _ rowBytes: Int, _ weights: UnsafeBufferPointer<UInt16>, _ count: Int,
    _ sums: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let (one, two) = unsafe (weights[0], weights[1])
    let next = unsafe row + rowBytes
    var index = 0
    while index + 16 <= count {
      unsafe store(wide(row + index) &* one &+ wide(next + index) &* two, sums + index)
      index += 16
    }
    return index
  }

  private static func sum3(
    _ row: UnsafePointer<UInt8>, _ rowBytes: Int, _ weights: UnsafeBufferPointer<UInt16>, _ count: Int,
    _ sums: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let (one, two, three) = unsafe (weights[0], weights[1], weights[2])
    if one == 0 {
      return unsafe sum2(row + rowBytes, rowBytes, UnsafeBufferPointer(rebasing: weights[1...]), count, sums)
    }
    if three == 0 { return unsafe sum2(row, rowBytes, weights, count, sums) }
    let (next, last) = unsafe (row + rowBytes, row + 2 * rowBytes)
    var index = 0
    while index + 16 <= count {
      unsafe store(
        wide(row + index) &* one &+ wide(next + index) &* two &+ wide(last + index) &* three, sums + index)
      index += 16
    }
    return index
  }

  private static func sumMany(
    _ row: UnsafePointer<UInt8>, _ rowBytes: Int, _ weights: UnsafeBufferPointer<UInt16>, _ count: Int,
    _ sums: UnsafeMutablePointer<UInt16>
  ) -> Int {
    var index = 0
    while index + 16 <= count {
      var sum = SIMD16<UInt16>.zero
      for tap in weights.indices { unsafe sum &+= wide(row + (tap * rowBytes + index)) &* weights[tap] }
      unsafe store(sum, sums + index)
      index += 16
    }
    return index
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
        switch taps {
        case 2:
          for sample in 0..<samples {
            let place = unsafe raw + Int(first[sample]) * 8
            unsafe BitmapReducer.store(
              BitmapReducer.part(place, lanes[0]) &+ BitmapReducer.part(place + 8, lanes[1]), target + sample * 4)
            unsafe lanes += 2
          }
        case 3:
          for sample in 0..<samples {
            let place = unsafe raw + Int(first[sample]) * 8
            unsafe BitmapReducer.store(
              BitmapReducer.part(place, lanes[0]) &+ BitmapReducer.part(place + 8, lanes[1])
                &+ BitmapReducer.part(place + 16, lanes[2]), target + sample * 4)
            unsafe lanes += 3
          }
        default:
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
