final class DecodeWorker {
  private var reader: AssetReader
  private var decoder: PhotoDecoder
  private let scratch: Int64
  var counter: InstructionCounter?

  /// - Parameter scratch: The bytes that the largest picture needs beside its bitmap, held from the first decode on.
  init(_ library: PhotoLibrary, scratch: Int64 = 0) throws(MeasureError) {
    self.scratch = scratch
    do {
      reader = try library.makeReader()
      decoder = PhotoDecoder(library.decoder)
    } catch {
      throw .unreadable(asset: 0, error)
    }
  }

  /// Opens the asset, then decodes it under the clocks: a decode's time includes neither opening the file nor making
  /// memory resident.
  func run(_ job: DecodeJob) throws(MeasureError) -> (isPartial: Bool, timing: DecodeTiming) {
    let task = job.task
    let jpeg: UnsafeRawBufferPointer
    do {
      unsafe jpeg = try reader.read(task.asset)
      try decoder.scratch.hold(scratch)
    } catch {
      throw .unreadable(asset: task.asset, error)
    }
    let (wall, cpu) = (Clocks.monotonic(), Clocks.threadCPU())
    counter?.begin()
    let result = Result { () throws(CodecError) in
      unsafe try decoder.decode(
        jpeg, isThumbnail: task.isThumbnail, as: task.form, expecting: task.source, into: job.pixels)
    }
    counter?.end()
    let timing = DecodeTiming(cpu: Clocks.threadCPU() - cpu, wall: Clocks.monotonic() - wall, tier: job.tier)
    switch result {
    case .success(let outcome): return (outcome == .partial, timing)
    case .failure where !task.mustDecode: return (false, timing)
    case .failure(let error):
      throw MeasureError(
        "asset \(task.asset) did not decode although the library's index says it does (\(error)): "
          + "the library was changed under the run; check it with \(ToolName.current) library verify")
    }
  }

  /// Decodes into memory that is given back at once.
  func decode(_ task: DecodeTask) throws(MeasureError) {
    var pages = PageStore()
    let count = Int(task.form.bytes)
    let address = unsafe try pages.allocate(bytes: count)
    defer { unsafe pages.release(address, bytes: count) }
    _ = unsafe try run(DecodeJob(task: task, pixels: UnsafeMutableRawBufferPointer(start: address, count: count)))
  }

  @inline(never) func rehearse(_ task: DecodeTask) throws(MeasureError) {
    var task = task
    task.mustDecode = false
    defer { decoder.scratch.release() }
    try decode(task)
  }
}

struct DecodeTask: Hashable, Sendable {
  var asset: Int
  var form: BitmapForm
  var source: PixelSize
  var isThumbnail = false
  /// True if the library's index says that the file decodes; one that does not is tried all the same.
  var mustDecode = true
}

extension DecodeTask {
  init(slot: Int32, of table: SlotTable, _ assets: ContiguousArray<AssetInfo>) {
    asset = table.item(ofSlot: slot).index
    form = table.form(ofSlot: slot)
    source = table.sourceSize(ofSlot: slot)
    isThumbnail = table.isThumbnail(ofSlot: slot)
    mustDecode = isThumbnail || assets[asset].isDecodable
  }

  /// Returns the tasks that warm up for a replay: one of each source size at each target size, 32 at most.
  static func rehearsal(for table: SlotTable, _ library: PhotoLibrary) -> [DecodeTask] {
    var found: [DecodeTask] = []
    for sizeClass in table.targetSizes.indices {
      for item in 0..<min(table.capacity, 256) {
        let task = DecodeTask(slot: Int32(sizeClass * table.capacity + item), of: table, library.index.assets)
        if found.count < 32 && !found.contains(where: { $0.source == task.source && $0.form == task.form }) {
          found.append(task)
        }
      }
    }
    return found
  }
}

extension SystemThread {
  static func start(_ body: @escaping () -> Void) throws(MeasureError) -> SystemThread {
    do { return try SystemThread(body) } catch {
      throw MeasureError("no thread for decoding (\(error)); raise the limit on processes (ulimit -u)")
    }
  }
}

/// The current cost of a decode on this machine: a guess from a few, to tell beforehand how long many will take. It is
/// part of no record.
public enum DecodeCost {
  /// Returns nanoseconds on the wall clock, the mean over a photo of each size at each target size, each decoded a
  /// second time.
  public static func sample(_ table: SlotTable, library: PhotoLibrary) throws(MeasureError) -> Int64 {
    let decodes = DecodeTask.rehearsal(for: table, library)
    let worker = try DecodeWorker(library)
    for decode in decodes { try worker.rehearse(decode) }
    let begin = Clocks.monotonic()
    for decode in decodes { try worker.rehearse(decode) }
    return (Clocks.monotonic() - begin) / Int64(max(decodes.count, 1))
  }
}
