import CacheLab

/// Times decodes with the pool, workers and codec of a measured run, into memory that is resident already.
enum DecodeTrials {
  static let formCount = 9
  /// The most bytes of bitmaps at once, unless fewer would leave workers idle.
  private static let bitmapBytesMax = 1 << 29

  /// Returns decodes of photos from the smallest picture and file to the largest: each at 1/8 to 8/8, then once reduced.
  static func decodes(of assets: ContiguousArray<AssetInfo>, imageCount: Int) -> [DecodeTask] {
    let sorted = assets.indices.filter { assets[$0].isDecodable }.sorted { left, right in
      let (one, other) = (assets[left], assets[right])
      return (one.size.pixelCount, one.width, one.encodedBytes, left)
        < (other.size.pixelCount, other.width, other.encodedBytes, right)
    }
    let count = min(imageCount, sorted.count)
    return (0..<count).flatMap { number in
      let asset = sorted[number * (sorted.count - 1) / max(count - 1, 1)]
      return forms(of: assets[asset].size, number: number).map {
        DecodeTask(asset: asset, form: $0, source: assets[asset].size)
      }
    }
  }

  /// Returns all scales, and a picture that is half an eighth smaller than one of them, photo by photo of the next.
  private static func forms(of size: PixelSize, number: Int) -> [BitmapForm] {
    let sixteenths = 2 * Int64(2 + number % 7) - 1
    func side(_ side: Int32) -> Int32 { Int32(max(1, Int64(side) * sixteenths / 16)) }
    let target = PixelSize(width: side(size.width), height: side(size.height))
    return (1...8 as ClosedRange<Int32>).map { BitmapForm(size, at: DecodeScale(eighths: $0)) }
      + [BitmapForm(of: size, reaching: target, fit: .fill)]
  }

  static func unreduced(_ decodes: [DecodeTask], _ index: Int) -> Int? {
    let form = decodes[index].form
    return form.isReduced ? index - index % formCount + Int(form.scale.eighths) - 1 : nil
  }

  static func order(of count: Int, round: Int) -> [Int] {
    var order = Array(0..<count)
    var random = SplitMix64(seed: SplitMix64.hash(0xCA11_B8A7, UInt64(round)))
    for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.next(below: index + 1)) }
    return order
  }

  /// Runs all rounds, in each every decode once with all workers busy, in an order that differs from round to round.
  ///
  /// - Returns: By decode, a timing for each round; and the number of damaged files that still gave an image.
  static func run(
    _ decodes: [DecodeTask], of library: PhotoLibrary, _ rounds: Int, _ workers: Int, _ progress: (Int, Int) -> Void
  ) throws(MeasureError) -> (timings: [[DecodeTiming]], partialImages: Int64) {
    let total = rounds * decodes.count
    // A few bitmaps' memory, resident from the start, used in turn.
    let largest = decodes.map { Int($0.form.bytes) }.max() ?? 1
    let bitmapCount = max(workers + 1, min(DecodePool.runAheadMax, bitmapBytesMax / largest))
    var pages = PageStore()
    var bitmaps: [UnsafeMutableRawPointer] = unsafe []
    // A decode that is under way writes into them until its thread has ended, which comes first.
    defer { while let bitmap = unsafe bitmaps.popLast() { unsafe pages.release(bitmap, bytes: largest) } }
    for _ in 0..<bitmapCount { unsafe bitmaps.append(try pages.allocate(bytes: largest)) }
    let rehearsal = stride(from: 0, to: decodes.count, by: max(1, decodes.count / 32)).map { decodes[$0] }
    let pool = try DecodePool(library: library, threadCount: workers, jobCount: total, rehearsal: rehearsal)
    defer { pool.stop() }
    let order = (0..<rounds).flatMap { DecodeTrials.order(of: decodes.count, round: $0) }
    for (begun, index) in order.enumerated() {
      if begun % 64 == 0 { progress(begun, total) }
      // The job that wrote into the same bitmap.
      if begun >= bitmapCount { try pool.wait(for: begun - bitmapCount) }
      let pixels = unsafe UnsafeMutableRawBufferPointer(
        start: bitmaps[begun % bitmapCount], count: Int(decodes[index].form.bytes))
      _ = try pool.submit(unsafe DecodeJob(task: decodes[index], pixels: pixels))
    }
    let (timed, incidents) = try pool.results()
    var timings = [[DecodeTiming]](repeating: [], count: decodes.count)
    for (number, decode) in order.enumerated() { timings[decode].append(timed[number]) }
    return (timings, incidents.partialImages)
  }
}
