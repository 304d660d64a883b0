import CLabSystem

/// Decodes for real what a replay decodes in virtual time: at a decode's virtual begin its bitmap's memory becomes
/// resident and its decode is queued; at the drop it is given back. The first error is kept, and `drain()` throws it.
final class DecodeDriver: ReplayObserver {
  @safe private struct Bitmap {
    var address: UnsafeMutableRawPointer
    var job: Int
  }

  private let table: SlotTable
  private let pool: DecodePool
  private let peakChange: Int64
  private let progress: (Int) -> Void
  private let assets: ContiguousArray<AssetInfo>
  private var pages = PageStore()
  /// The live bitmaps by slot: looked up, never iterated.
  private var bitmaps: [Int32: Bitmap] = [:]
  private var ledgerChanges: Int64 = 0
  private var decodes = 0
  private var failure: MeasureError?
  private(set) var measurements = Measurements()
  private let samplePause: Int64
  private var nextSample: Int64 = 0

  /// - Parameter peakChange: The number of the change at which the ledger peaks, from a replay without decoding.
  init(
    _ replay: Replay, _ library: PhotoLibrary, _ pool: DecodePool, peakChange: Int64, progress: @escaping (Int) -> Void
  ) {
    table = replay.table
    self.pool = pool
    self.peakChange = peakChange
    samplePause = max(1, replay.script.end.rawValue / 512)
    self.progress = progress
    assets = library.index.assets
    bitmaps.reserveCapacity(4096)
  }

  /// Makes the pages of a bitmap and gives them back, so that the code for it is in memory.
  func warmUp() throws(MeasureError) {
    let address = unsafe try pages.allocate(bytes: 1)
    unsafe pages.release(address, bytes: 1)
    pages.cpu = 0
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
    do {
      let count = Int(bytes)
      let address = unsafe try pages.allocate(bytes: count)
      let number = unsafe try pool.submit(
        DecodeJob(
          task: DecodeTask(slot: slot, of: table, assets),
          pixels: UnsafeMutableRawBufferPointer(start: address, count: count), tier: table.tier(ofSlot: slot)))
      bitmaps[slot] = unsafe Bitmap(address: address, job: number)
    } catch {
      failure = error
    }
    decodes += 1
    if decodes % 64 == 0 { progress(decodes) }
  }

  private func noteMemory(at time: Int64) {
    ledgerChanges += 1
    if ledgerChanges == peakChange { measurements.anonymousRSSAtPeak = ProcessMemory.reading(lab_memory_own) }
    if time < nextSample { return }
    let resident = lab_memory_now()
    if resident < 0 { return }
    measurements.residentSamples.append((time, resident))
    nextSample = time + samplePause
  }

  private func release(_ slot: Int32) {
    guard failure == nil, let bitmap = bitmaps.removeValue(forKey: slot) else { return }
    do throws(MeasureError) {
      try pool.wait(for: bitmap.job)
      unsafe pages.release(bitmap.address, bytes: Int(table.bytes(ofSlot: slot)))
    } catch {
      failure = error
    }
  }

  func drain() throws(MeasureError) {
    if let failure { throw failure }
    try pool.drain()
  }

  func collect() throws(MeasureError) -> Measurements {
    let (timings, incidents) = try pool.results()
    let (images, thumbnails) = (timings.filter { $0.tier == .full }, timings.filter { $0.tier == .thumbnail })
    measurements.decodeCPU = LatencyRecorder(images.map(\.cpu)).samples
    measurements.decodeWall = LatencyRecorder(images.map(\.wall)).samples
    measurements.thumbnailCPU = LatencyRecorder(thumbnails.map(\.cpu)).samples
    measurements.thumbnailWall = LatencyRecorder(thumbnails.map(\.wall)).samples
    measurements.incidents = incidents
    measurements.pageCPU = pages.cpu
    return measurements
  }
}
