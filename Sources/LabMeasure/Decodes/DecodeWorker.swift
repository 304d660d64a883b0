public import CacheLab
public import LabLibrary
import LabSystem
import StrategyKit

/// What one decoding thread owns: a reader of the library and a codec.
struct DecodeWorker: JobWorker, ~Copyable {
  private var reader: AssetReader
  private var decoder: PhotoDecoder
  private let scratch: Int64
  /// Counts what the clocks time, where instructions are counted.
  var counter: InstructionCounter?

  private init(reader: consuming AssetReader, decoder: consuming PhotoDecoder, scratch: Int64) {
    self.reader = reader
    self.decoder = decoder
    self.scratch = scratch
  }

  /// A worker of its own over a library that others read too.
  ///
  /// - Parameter scratch: What the largest picture to come needs beside its bitmap: held from the first decode on.
  static func over(_ library: PhotoLibrary, scratch: Int64 = 0) throws(MeasureError) -> DecodeWorker {
    do {
      return DecodeWorker(
        reader: try library.makeReader(), decoder: try PhotoDecoder(library.decoder), scratch: scratch)
    } catch {
      throw .unreadable(asset: 0, reason: "\(error)")
    }
  }

  /// Opens the asset, then decodes it under the clocks: opening is not part of a decode's time, nor is making memory
  /// resident.
  mutating func run(_ job: DecodeJob, timing: inout DecodeTiming) throws(MeasureError) -> DecodeOutcome {
    let jpeg: UnsafeRawBufferPointer
    do {
      unsafe jpeg = try reader.read(job.asset)
      try decoder.holdScratch(scratch)
    } catch {
      throw .unreadable(asset: job.asset, reason: "\(error)")
    }
    let (wall, cpu) = (Clocks.monotonic(), Clocks.threadCPU())
    defer {
      timing = DecodeTiming(cpu: Clocks.threadCPU() - cpu, wall: Clocks.monotonic() - wall, tier: job.tier)
    }
    counter?.begin()
    defer { counter?.end() }
    do {
      if job.isThumbnail {
        return unsafe try decoder.decodeThumbnail(of: jpeg, as: job.form, expecting: job.source, into: job.pixels)
      }
      return unsafe try decoder.decode(jpeg, as: job.form, expecting: job.source, into: job.pixels)
    } catch {
      if !job.mustDecode { return .nothing("\(error)") }
      throw .contradictsIndex(asset: job.asset, reason: "\(error)")
    }
  }

  /// Decodes into memory that is given back at once.
  mutating func rehearse(_ decode: DecodeRehearsal) throws(MeasureError) {
    var pages = PageStore()
    let count = Int(decode.form.bytes)
    let address = unsafe try pages.allocate(bytes: count)
    var timing = DecodeTiming()
    defer {
      unsafe pages.release(address, bytes: count)
      decoder.releaseScratch()
    }
    _ = unsafe try run(
      DecodeJob(
        asset: decode.asset, form: decode.form, source: decode.source,
        pixels: UnsafeMutableRawBufferPointer(start: address, count: count), isThumbnail: decode.isThumbnail,
        mustDecode: false),
      timing: &timing)
  }
}

/// A thread of the system's for measuring, which runs a closure once.
struct NativeThread {
  private let thread: SystemThread

  /// Starts the thread.
  ///
  /// - Throws: `MeasureError.noThread` when the system refuses.
  init(_ body: @escaping () -> Void) throws(MeasureError) {
    do {
      thread = try SystemThread(body)
    } catch {
      throw .noThread(reason: error.reason)
    }
  }

  /// Waits until the closure has returned.
  func join() { thread.join() }
}

/// A decode that only warms up.
struct DecodeRehearsal: Sendable {
  var asset: Int
  var form: BitmapForm
  var source: PixelSize
  var isThumbnail = false

  /// One decode of each source size at each target size, 32 at most.
  static func all(_ table: SlotTable) -> [DecodeRehearsal] {
    var decodes: [DecodeRehearsal] = []
    for sizeClass in table.targetSizes.indices {
      for item in 0..<min(table.capacity, 256) {
        let slot = Int32(sizeClass * table.capacity + item)
        let (source, form) = (table.sourceSize(ofSlot: slot), table.form(ofSlot: slot))
        if decodes.contains(where: { $0.source == source && $0.form == form }) || decodes.count >= 32 { continue }
        decodes.append(
          DecodeRehearsal(
            asset: item, form: form, source: source, isThumbnail: table.decodesThumbnail(ofSlot: slot)))
      }
    }
    return decodes
  }
}

/// What a decode takes on this machine now: a guess from a few, to say beforehand how long many will take. It is part of
/// no record.
public enum DecodeCost {
  /// Nanoseconds on the wall clock, the mean over a photo of each size at each target size, each decoded a second time.
  ///
  /// - Throws: `MeasureError` when a photo cannot be read.
  public static func sample(_ table: SlotTable, library: PhotoLibrary) throws(MeasureError) -> Int64 {
    let decodes = DecodeRehearsal.all(table)
    var worker = try DecodeWorker.over(library)
    for decode in decodes { try worker.rehearse(decode) }
    let begin = Clocks.monotonic()
    for decode in decodes { try worker.rehearse(decode) }
    return (Clocks.monotonic() - begin) / Int64(max(decodes.count, 1))
  }
}
