import CacheLab
import LabLibrary
import LabSystem
import StrategyKit

/// Does for real what a replay does in virtual time: at a decode's virtual begin its bitmap's memory becomes resident
/// and its decode is queued; at the virtual drop the memory goes back, once the decode is done.
///
/// A replay does not stop for errors: the first one is kept, nothing more is decoded, and `finish()` throws it.
final class DecodeDriver: ReplayObserver {
  @safe private struct Bitmap {
    var address: UnsafeMutableRawPointer
    var job: Int
  }

  private let table: SlotTable
  private let pool: DecodePool
  private let desk: HelperDesk?
  private let peakChange: Int64
  private let progress: (Int) -> Void
  private let assetDecodes: (Int) -> Bool
  private var pages: PageStore
  /// By slot, those that are live: looked up, never gone through.
  private var bitmaps: [Int32: Bitmap] = [:]
  private var ledgerChanges: Int64 = 0
  private var decodes = 0
  private var failure: MeasureError?
  private(set) var measurements = Measurements()
  private let samplePause: Int64
  private var nextSample: Int64 = 0

  /// - Parameters:
  ///   - peakChange: The number of the ledger's change that makes its peak, as a replay without decoding found it.
  ///   - desk: Where the pool's threads decode in processes of their own.
  ///   - duration: Of the trace.
  ///   - progress: Called with the number of decodes begun, now and then.
  init(
    table: SlotTable, library: PhotoLibrary, pool: DecodePool, desk: HelperDesk?, peakChange: Int64,
    duration: Nanoseconds, progress: @escaping (Int) -> Void
  ) {
    self.table = table
    self.pool = pool
    self.desk = desk
    self.peakChange = peakChange
    pages = PageStore(shared: desk?.memory)
    samplePause = max(1, duration.rawValue / 512)
    self.progress = progress
    let assets = library.index.assets
    assetDecodes = { assets[$0].decodes }
    bitmaps.reserveCapacity(4096)
  }

  /// Makes the pages of a bitmap and gives them back, so that the code for it is in memory.
  func warmUp() throws(MeasureError) {
    let address = unsafe try pages.allocate(bytes: 1)
    unsafe pages.release(address, bytes: 1)
  }

  func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .begin(let key, _, _, let bytes): begin(table.slot(of: key), bytes: bytes)
    case .end(let key, kept: false), .drop(let key, _, _): release(table.slot(of: key))
    case .live: noteMemory(at: time)
    default: break
    }
  }

  private func begin(_ slot: Int32, bytes: Int64) {
    guard failure == nil else { return }
    let started = Clocks.threadCPU()
    do {
      let count = Int(bytes)
      let address = unsafe try pages.allocate(bytes: count)
      measurements.pageCPU += Clocks.threadCPU() - started
      let asset = table.item(ofSlot: slot).index
      let isThumbnail = table.decodesThumbnail(ofSlot: slot)
      let number = unsafe try pool.submit(
        DecodeJob(
          asset: asset, form: table.form(ofSlot: slot), source: table.sourceSize(ofSlot: slot),
          pixels: UnsafeMutableRawBufferPointer(start: address, count: count), tier: table.tier(ofSlot: slot),
          isThumbnail: isThumbnail, mustDecode: isThumbnail || assetDecodes(asset),
          offset: desk?.memory.offset(of: address) ?? 0))
      bitmaps[slot] = unsafe Bitmap(address: address, job: number)
    } catch {
      failure = error
    }
    decodes += 1
    if decodes % 64 == 0 { progress(decodes) }
  }

  private func noteMemory(at time: Int64) {
    ledgerChanges += 1
    if ledgerChanges == peakChange {
      measurements.anonymousRSSAtPeak = ProcessMemory.anonymous()
      desk?.readMemory()
    }
    guard time >= nextSample, let resident = ProcessMemory.residentNow() else { return }
    measurements.residentSamples.append((time, resident))
    nextSample = time + samplePause
  }

  private func release(_ slot: Int32) {
    guard failure == nil, let bitmap = bitmaps.removeValue(forKey: slot) else { return }
    do {
      try pool.wait(for: bitmap.job)
    } catch {
      failure = error
      return
    }
    let started = Clocks.threadCPU()
    unsafe pages.release(bitmap.address, bytes: Int(table.bytes(ofSlot: slot)))
    measurements.pageCPU += Clocks.threadCPU() - started
  }

  /// Waits for the last decode.
  func drain() throws(MeasureError) {
    if let failure { throw failure }
    try pool.drain()
  }

  /// What all decodes took; none may be under way.
  func collect() throws(MeasureError) -> Measurements {
    let results = try pool.results()
    (measurements.decodeCPU, measurements.decodeWall) = (results.full.cpu.samples, results.full.wall.samples)
    (measurements.coarseCPU, measurements.coarseWall) = (results.coarse.cpu.samples, results.coarse.wall.samples)
    measurements.incidents = results.incidents
    measurements.helpers = desk?.book()
    return measurements
  }
}

/// What the decodes of a pool took: those of full images and those of thumbnails apart.
struct DecodeResults {
  /// CPU and wall time, nanoseconds, in order of submission where they are kept.
  struct Times {
    var cpu = LatencyRecorder()
    var wall = LatencyRecorder()
  }

  /// Times of more decodes than are kept.
  struct Counted {
    var cpu = LatencyHistogram([])
    var wall = LatencyHistogram([])

    mutating func record(_ timing: DecodeTiming) {
      cpu.record(timing.cpu)
      wall.record(timing.wall)
    }

    var times: Times { Times(cpu: LatencyRecorder(cpu), wall: LatencyRecorder(wall)) }
  }

  var full: Times
  var coarse: Times
  var incidents: DecodeIncidents

  init(full: Counted, coarse: Counted, incidents: DecodeIncidents) {
    self.full = full.times
    self.coarse = coarse.times
    self.incidents = incidents
  }

  init(_ timings: some Sequence<DecodeTiming>, incidents: DecodeIncidents) {
    (full, coarse) = (Times(), Times())
    for timing in timings where !timing.isLost {
      if timing.tier == .full {
        full.cpu.append(timing.cpu)
        full.wall.append(timing.wall)
      } else {
        coarse.cpu.append(timing.cpu)
        coarse.wall.append(timing.wall)
      }
    }
    self.incidents = incidents
  }
}
