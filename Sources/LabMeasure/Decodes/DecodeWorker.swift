import CacheLab
import LabLibrary
import LabSystem
import StrategyKit

/// What one decoding thread owns: a reader of the library and a codec.
struct DecodeWorker: JobWorker, ~Copyable {
  private var reader: AssetReader
  private var decoder: PhotoDecoder

  private init(reader: consuming AssetReader, decoder: consuming PhotoDecoder) {
    self.reader = reader
    self.decoder = decoder
  }

  /// A worker of its own over a library that others read too.
  static func over(_ library: PhotoLibrary) throws(MeasureError) -> DecodeWorker {
    do {
      return DecodeWorker(reader: try library.makeReader(), decoder: try PhotoDecoder())
    } catch {
      throw .unreadable(asset: 0, reason: "\(error)")
    }
  }

  /// Opens the asset, then decodes it under the clocks: opening is not part of a decode's time.
  mutating func run(_ job: DecodeJob, timing: inout DecodeTiming) throws(MeasureError) -> DecodeOutcome {
    let jpeg: UnsafeRawBufferPointer
    do {
      unsafe jpeg = try reader.read(job.asset)
    } catch {
      throw .unreadable(asset: job.asset, reason: "\(error)")
    }
    let (wall, cpu) = (Clocks.monotonic(), Clocks.threadCPU())
    defer {
      timing = DecodeTiming(cpu: Clocks.threadCPU() - cpu, wall: Clocks.monotonic() - wall, tier: job.tier)
    }
    do {
      if job.isThumbnail {
        return unsafe try decoder.decodeThumbnail(of: jpeg, as: job.form, expecting: job.source, into: job.pixels)
      }
      return unsafe try decoder.decode(jpeg, as: job.form, expecting: job.source, into: job.pixels)
    } catch {
      if !job.mustDecode { return .partial("\(error)") }
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
