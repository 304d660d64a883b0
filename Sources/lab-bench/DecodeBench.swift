import CDecodeLoop
import CacheLab
import LabLibrary
import LabSystem
import Strategies

/// The decoder against plain C: the same files, the same scales, into the same memory, in turn.
enum DecodeBench {
  static func measure() throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    let list = setting.replay.run(try StrategySpec("preheat2x"), cells: .cancel, observer: DecodeList()).observer.slots
    guard let loop = unsafe decode_loop_create() else { throw BenchError("libjpeg-turbo made no codec") }
    defer { unsafe decode_loop_destroy(loop) }
    var ours = Decoding(setting.replay.table, try setting.library.makeReader(), try JPEGDecoder())
    var (swift, c): (Int64, Int64) = (0, 0)
    var ratios: [Double] = []
    for (index, slot) in list.enumerated() {
      // Who goes first changes from decode to decode: the second finds the file in the processor's cache.
      var (mine, plain): (Int64, Int64) = (0, 0)
      if index % 2 == 0 {
        mine = try ours.swift(slot)
        plain = try unsafe ours.c(slot, loop)
      } else {
        plain = try unsafe ours.c(slot, loop)
        mine = try ours.swift(slot)
      }
      swift += mine
      c += plain
      ratios.append(Double(mine) / Double(plain))
    }
    ratios.sort()
    return [
      Figure(
        name: "decode CPU, Swift / plain C, sum of \(list.count) decodes of fastscroll x preheat2x",
        value: Double(swift) / Double(c), unit: "x ", limit: .atMost(1.02)),
      Figure(name: "the same, median of pairs", value: ratios[ratios.count / 2], unit: "x "),
      Figure(name: "decode CPU of plain C, mean", value: Double(c) / Double(list.count) / 1e6, unit: "ms"),
    ]
  }
}

/// Remembers which slots were decoded.
struct DecodeList: SelectiveObserver {
  private(set) var slots: [Int32] = []

  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    slots.append(slot)
  }
}

/// One asset at a time, decoded by the lab's decoder or by plain C, into pages that are resident already.
@safe private struct Decoding: ~Copyable {
  private let table: SlotTable
  private var reader: AssetReader
  private var decoder: JPEGDecoder
  private let pixels: UnsafeMutableRawBufferPointer

  init(_ table: SlotTable, _ reader: consuming AssetReader, _ decoder: consuming JPEGDecoder) {
    self.table = table
    self.reader = reader
    self.decoder = decoder
    unsafe pixels = .allocate(byteCount: 64 << 20, alignment: 4096)
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { unsafe pixels.deallocate() }

  mutating func swift(_ slot: Int32) throws -> Int64 {
    let jpeg = unsafe try reader.read(table.item(ofSlot: slot).index)
    let (scale, source) = (table.form(ofSlot: slot).scale, table.sourceSize(ofSlot: slot))
    let began = Clocks.threadCPU()
    _ = unsafe try decoder.decode(jpeg, scale: scale, expecting: source, into: pixels)
    return Clocks.threadCPU() - began
  }

  mutating func c(_ slot: Int32, _ loop: OpaquePointer) throws -> Int64 {
    let jpeg = unsafe try reader.read(table.item(ofSlot: slot).index)
    let time = unsafe decode_loop_run(
      loop, jpeg.baseAddress!.assumingMemoryBound(to: UInt8.self), UInt(jpeg.count),
      table.form(ofSlot: slot).scale.eighths,
      pixels.baseAddress!.assumingMemoryBound(to: UInt8.self))
    guard time >= 0 else { throw BenchError("plain C did not decode asset \(table.item(ofSlot: slot).rawValue)") }
    return time
  }
}
