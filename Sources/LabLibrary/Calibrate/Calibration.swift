/// Fits a device to decodes of this machine.
public enum Calibration {
  public static let imagesMin = 8
  /// The number of rounds: enough for a median and a spread, and few enough to wait for.
  public static let roundsRange = 3...100
  /// The largest difference of pace between rounds on a machine that is fit to measure. With two to three other programs at
  /// work it was 3 %, and a cost that is wrong by a tenth is nearer than any declared device.
  static let spreadMax = 0.1

  /// Times decodes and fits a device to them.
  ///
  /// - Parameters:
  ///   - imageCount: The number of photos, each decoded at all eight scales and once reduced; fewer if the library has
  ///     fewer.
  ///   - workers: The number of decodes at once, and the device's workers.
  ///   - progress: Called from time to time with the number of decodes begun and their total.
  public static func measure(
    _ library: PhotoLibrary, imageCount: Int, rounds: Int, workers: Int, name: String,
    progress: (Int, Int) -> Void
  ) throws(MeasureError) -> FittedDevice {
    let decodes = DecodeTrials.decodes(of: library.index.assets, imageCount: imageCount)
    let count = decodes.count / DecodeTrials.formCount
    guard count >= imagesMin else {
      throw MeasureError(
        "the library has \(count) photos that decode, a fit needs \(imagesMin); choose a larger library")
    }
    let (timings, partialImages) = try DecodeTrials.run(decodes, of: library, rounds, workers, progress)
    return try fit(
      timings, of: decodes, library.index.assets, workers: workers, name: name, partialImages: partialImages)
  }

  /// Fits a device to the median of each decode's rounds. One interrupted round then changes nothing, and unlike the
  /// minimum the median does not fall with the number of rounds.
  static func fit(
    _ timings: [[DecodeTiming]], of decodes: [DecodeTask], _ assets: ContiguousArray<AssetInfo>, workers: Int,
    name: String, partialImages: Int64 = 0
  ) throws(MeasureError) -> FittedDevice {
    let medians = timings.map { ErrorSummary.median(of: $0.map { Double($0.cpu) }) }
    let all = zip(decodes, medians).map { decode, median in
      CostSample(
        encodedBytes: Int64(assets[decode.asset].encodedBytes), pixels: decode.form.decoded.pixelCount,
        eighths: decode.form.scale.eighths, reducedPixels: decode.form.reducedPixels, nanoseconds: median)
    }
    let unreduced = all.filter { $0.reducedPixels == 0 }
    // A reduction's time is that of the reduced decode less that of the same decode without it.
    let reductions = decodes.indices.compactMap { index in
      DecodeTrials.unreduced(decodes, index).map { (medians[index] - medians[$0]) / Double(all[index].reducedPixels) }
    }
    let device = try CostFit(unreduced).device(
      name: name, workers: workers, perReducedPixel: max(0, ErrorSummary.median(of: reductions)))
    func quality(_ samples: [CostSample]) -> [String: JSON] {
      [
        "decodes": .count(samples.count),
        "median-ns": .count(Int64(ErrorSummary.median(of: samples.map(\.nanoseconds)).rounded())),
        "error": ErrorSummary(samples.map { $0.error(of: device) }).json,
      ]
    }
    func range(_ values: [Int64]) -> JSON { .array([.count(values.min() ?? 0), .count(values.max() ?? 0)]) }
    let (spread, noise) = stability(timings, medians: medians)
    let timed = timings.joined()
    let wallOverCPU = Double(timed.reduce(0) { $0 + $1.wall }) / Double(max(1, timed.reduce(0) { $0 + $1.cpu }))
    let errors = ErrorSummary(all.map { $0.error(of: device) })
    var fitted = FittedDevice(
      device: device, errors: errors,
      figures: [
        ("images", .count(decodes.count / DecodeTrials.formCount)), ("rounds", .count(timings.first?.count ?? 0)),
        ("decodes", .count(timed.count)), ("partial-images", .count(partialImages)),
        ("encoded-bytes", range(unreduced.map(\.encodedBytes))), ("output-pixels", range(unreduced.map(\.pixels))),
        ("clock", .string("thread CPU, median of the rounds, all workers busy")), ("error", errors.json),
        ("noise", noise.json), ("spread-between-rounds", .share(spread)), ("busy-wall-over-cpu", .share(wallOverCPU)),
        (
          "scales",
          .array(
            (1...8 as ClosedRange<Int32>).map { eighths in
              .object(quality(unreduced.filter { $0.eighths == eighths }).merging(["eighths": .count(eighths)]) { $1 })
            })
        ),
        ("reduced", .object(quality(all.filter { $0.reducedPixels > 0 }))),
      ])
    if spread > spreadMax {
      fitted.unfitness =
        "this machine is unfit to measure now: its pace differed by \(NumberText.percent(spread)) between rounds, "
        + "\(NumberText.percent(spreadMax)) at most; calibrate again while it does nothing else; no device was written"
    }
    return fitted
  }

  /// Returns the distance of the slowest round from the fastest, and that of single timings from their decode's median: no
  /// model can be nearer. A round's pace is the mean of the middle half of all decodes' times against their medians.
  private static func stability(
    _ timings: [[DecodeTiming]], medians: [Double]
  ) -> (spread: Double, noise: ErrorSummary) {
    let relative = zip(timings, medians).map { rounds, median in rounds.map { Double($0.cpu) / median } }
    let paces = (0..<(relative.first?.count ?? 0)).map { round in
      ErrorSummary.midmean(of: relative.map { $0[round] })
    }
    let spread = (paces.max() ?? 1) / (paces.min() ?? 1) - 1
    return (spread, ErrorSummary(relative.joined().map { $0 - 1 }))
  }
}

/// Times decodes with the pool, workers and codec of a measured run, into memory that is resident already.
enum DecodeTrials {
  static let formCount = 9
  /// The most bytes of bitmaps at once, unless fewer would leave workers idle.
  private static let bitmapBytesMax = 1 << 29

  /// Returns decodes of photos from the smallest picture and file to the largest: each at 1/8 to 8/8, then once reduced.
  static func decodes(of assets: ContiguousArray<AssetInfo>, imageCount: Int) -> [DecodeTask] {
    let sorted = assets.indices.filter { assets[$0].isDecodable }.ordered { left, right in
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
