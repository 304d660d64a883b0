import CacheLab
import LabLibrary
import StrategyKit

/// Times the decodes of a plan for real: the pool, workers and codec of a measured run, into memory that is resident
/// before the clock starts.
struct DecodeTrials {
  let library: PhotoLibrary
  let plan: CalibrationPlan
  let rounds: Int
  let workers: Int

  /// Bitmaps under way together take no more than this, unless fewer would leave workers idle.
  private static let bitmapBytesMax = 1 << 29

  /// Runs all rounds: in each every decode once with all workers busy, then a part of them on one worker alone.
  ///
  /// - Parameter progress: Called with decodes begun and their total, now and then.
  func run(progress: (Int, Int) -> Void) throws(MeasureError) -> DecodeTimings {
    let all = Array(plan.decodes.indices)
    let alone = workers > 1 ? plan.alone : []
    let total = rounds * (all.count + alone.count)
    let bitmaps = try BitmapRing(count: ringCount, bytes: largestBitmap)
    let busyPool = try pool(threadCount: workers, jobCount: rounds * all.count)
    defer { busyPool.stop() }
    let alonePool = try pool(threadCount: 1, jobCount: rounds * alone.count)
    // A decode that is under way writes into the ring until its thread has ended.
    defer { withExtendedLifetime(bitmaps) { alonePool.stop() } }
    var (busyOrder, aloneOrder): ([Int], [Int]) = ([], [])
    var begun = 0
    func submit(_ order: [Int], to pool: DecodePool) throws(MeasureError) {
      for index in order {
        if begun % 64 == 0 { progress(begun, total) }
        try self.submit(plan.decodes[index], to: pool, bitmaps)
        begun += 1
      }
      try pool.drain()
      bitmaps.forget()
    }
    for round in 0..<rounds {
      let order = CalibrationPlan.order(of: all, round: round)
      try submit(order, to: busyPool)
      busyOrder += order
      let few = CalibrationPlan.order(of: alone, round: round)
      try submit(few, to: alonePool)
      aloneOrder += few
    }
    let (busy, partial) = try busyPool.timings()
    let (single, _) = try alonePool.timings()
    return DecodeTimings(
      busy: DecodeTimings.byDecode(busy, order: busyOrder, count: all.count),
      alone: DecodeTimings.byDecode(single, order: aloneOrder, count: all.count),
      partialImages: partial)
  }

  private func pool(threadCount: Int, jobCount: Int) throws(MeasureError) -> DecodePool {
    let rehearsal = plan.alone.prefix(32).map { index in
      let decode = plan.decodes[index]
      let source = library.index[decode.asset].size
      return DecodeRehearsal(asset: decode.asset, form: decode.form, source: source)
    }
    return try DecodePool(
      library: library, threadCount: threadCount, jobCount: jobCount, rehearsal: rehearsal,
      timingsMax: jobCount)
  }

  private func submit(
    _ decode: CalibrationPlan.Decode, to pool: DecodePool, _ bitmaps: BitmapRing
  ) throws(MeasureError) {
    if let earlier = bitmaps.jobOfNext { try pool.wait(for: earlier) }
    let memory = unsafe bitmaps.next(bytes: bitmapBytes(decode))
    let source = library.index[decode.asset].size
    let number = try pool.submit(
      unsafe DecodeJob(
        asset: decode.asset, form: decode.form, source: source, pixels: memory, mustDecode: true))
    bitmaps.remember(job: number)
  }

  private func bitmapBytes(_ decode: CalibrationPlan.Decode) -> Int {
    Int(decode.form.bytes)
  }

  private var largestBitmap: Int { plan.decodes.map(bitmapBytes).max() ?? 1 }

  private var ringCount: Int {
    max(workers + 1, min(DecodePool.runAheadMax, DecodeTrials.bitmapBytesMax / largestBitmap))
  }
}
