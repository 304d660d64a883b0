import CDecodeLoop
import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import LabSystem
import StrategyKit

/// Measures the lab's decoder against the C kernel: the same files, at the same scales, into the same resident memory,
/// in turn.
@safe struct KernelRatioRun: ~Copyable {
  /// SHA-256 of the kernel's source, which the compiler put beside its code.
  static var kernelSHA256: String {
    let source = unsafe UnsafeBufferPointer(start: decode_loop_source(), count: Int(decode_loop_source_bytes()))
    return unsafe SHA256.hex(of: Array(source))
  }

  private let assets: ContiguousArray<AssetInfo>
  private var reader: AssetReader
  private var decoder: JPEGDecoder
  private let kernel: OpaquePointer
  private let pixels: UnsafeMutableRawBufferPointer

  private init(
    _ assets: ContiguousArray<AssetInfo>, _ reader: consuming AssetReader, _ decoder: consuming JPEGDecoder,
    _ kernel: OpaquePointer, bytes: Int
  ) {
    self.assets = assets
    self.reader = reader
    self.decoder = decoder
    unsafe self.kernel = kernel
    unsafe pixels = .allocate(byteCount: bytes, alignment: 4096)
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 1)
  }

  /// Room for every bitmap of the slice.
  private static func over(_ library: PhotoLibrary, _ slice: DecodeSlice) throws -> KernelRatioRun {
    let assets = library.index.assets
    let bytes = slice.items.map { Int($0.scale.scaled(assets[$0.asset].size).pixelCount) * 4 }.max() ?? 0
    let reader = try library.makeReader()
    let decoder = try JPEGDecoder()
    guard let kernel = unsafe decode_loop_create() else {
      throw LabError("libjpeg-turbo made no codec: free some memory")
    }
    return unsafe KernelRatioRun(assets, reader, decoder, kernel, bytes: max(bytes, 4096))
  }

  deinit {
    unsafe pixels.deallocate()
    unsafe decode_loop_destroy(kernel)
  }

  /// Decodes the slice by both, `rounds` times after one round to warm up.
  ///
  /// - Precondition: the library has every asset of the slice.
  static func measure(_ slice: DecodeSlice, library: PhotoLibrary, rounds: Int = 3) throws -> KernelRatio {
    var run = try over(library, slice)
    // What is damaged on purpose is left out: the kernel takes partial images for errors. It reduces nothing.
    let whole = DecodeSlice(
      items: slice.items.filter { library.index[$0.asset].decodes }.map {
        DecodeSlice.Item(asset: $0.asset, scale: $0.scale)
      })
    var found: [KernelRatio.Round] = []
    for number in 0...rounds {
      guard let round = try run.round(whole) else { break }
      if number > 0 { found.append(round) }
    }
    return KernelRatio(
      kernelSHA256: kernelSHA256, codec: LibJPEGTurbo.version, simd: LibJPEGTurbo.simdLevel,
      slice: DecodeInventory.digest(whole.items), decodes: whole.items.count, rounds: found)
  }

  private mutating func round(_ slice: DecodeSlice) throws -> KernelRatio.Round? {
    var (ours, theirs): (Int64, Int64) = (0, 0)
    var ratios: [Int64] = []
    for (index, item) in slice.items.enumerated() {
      // Who goes first changes from decode to decode: the second finds the file in the processor's cache.
      let first = index % 2 == 0 ? try lab(item) : nil
      guard let plain = try plain(item) else { continue }
      let mine = try first ?? lab(item)
      ours += mine
      theirs += plain
      ratios.append(mine * 1_000_000 / max(1, plain))
    }
    guard !ratios.isEmpty else { return nil }
    return KernelRatio.Round(ours: ours, kernel: theirs, medianPPM: Distribution(samples: ratios).p50)
  }

  private mutating func lab(_ item: DecodeSlice.Item) throws -> Int64 {
    let jpeg = unsafe try reader.read(item.asset)
    let began = Clocks.threadCPU()
    _ = unsafe try decoder.decode(jpeg, scale: item.scale, expecting: assets[item.asset].size, into: pixels)
    return Clocks.threadCPU() - began
  }

  /// Nil where the kernel takes the file for damaged.
  private mutating func plain(_ item: DecodeSlice.Item) throws -> Int64? {
    let jpeg = unsafe try reader.read(item.asset)
    guard let bytes = unsafe jpeg.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let memory = unsafe pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    let time = unsafe decode_loop_run(kernel, bytes, UInt(jpeg.count), item.scale.eighths, memory)
    return time >= 0 ? time : nil
  }
}
