import CacheLab
import LabLibrary
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
