import CDecodeLoop

enum DecodeBench {
  static func measure() throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    let table = setting.replay.table
    let list = setting.replay.run(try StrategySpec("preheat2x"), observer: DecodeList(table: table)).observer.slots
    guard let loop = unsafe decode_loop_create() else { throw BenchError("libjpeg-turbo made no codec") }
    defer { unsafe decode_loop_destroy(loop) }
    let pixels = unsafe residentPixels()
    defer { unsafe pixels.deallocate() }
    var reader = try setting.library.makeReader()

    var (ours, c): (Int64, Int64) = (0, 0)
    var ratios: [Double] = []
    for (index, slot) in list.enumerated() {
      let item = table.item(ofSlot: slot)
      let (scale, source) = (table.form(ofSlot: slot).scale, table.sourceSize(ofSlot: slot))
      func swift() throws -> Int64 {
        let jpeg = unsafe try reader.read(item.index)
        return try Clocks.cpu { _ = unsafe try JPEGDecoder.decode(jpeg, scale: scale, expecting: source, into: pixels) }
      }
      // Who goes first changes from decode to decode: the second finds the file in the processor's cache.
      let early = index % 2 == 0 ? try swift() : nil
      let jpeg = unsafe try reader.read(item.index)
      let plain = unsafe decode_loop_run(
        loop, jpeg.baseAddress!.assumingMemoryBound(to: UInt8.self), UInt(jpeg.count), scale.eighths,
        pixels.baseAddress!.assumingMemoryBound(to: UInt8.self))
      guard plain >= 0 else { throw BenchError("plain C did not decode asset \(item.rawValue)") }
      let mine = try early ?? swift()
      ours += mine
      c += plain
      ratios.append(Double(mine) / Double(plain))
    }
    ratios.sort()
    return [
      Figure(
        name: "decode CPU, Swift / plain C, sum of \(list.count) decodes of fastscroll x preheat2x",
        value: Double(ours) / Double(c), unit: "x ", limit: 0...1.02, isTime: true),
      Figure(name: "the same, median of pairs", value: ratios[ratios.count / 2], unit: "x "),
      Figure(name: "decode CPU of plain C, mean", value: Double(c) / Double(list.count) / 1e6, unit: "ms"),
    ]
  }

  static func thumbnails() throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    let (table, assets) = (setting.replay.table, setting.library.index.assets)
    var reader = try setting.library.makeReader()
    var decoder = PhotoDecoder()
    let pixels = unsafe residentPixels()
    defer { unsafe pixels.deallocate() }
    var (full, thumbnail): (Int64, Int64) = (0, 0)
    for (asset, info) in assets.enumerated() {
      let slot = Int32(asset)
      let jpeg = unsafe try reader.read(asset)
      // The full image first: it finds its own bytes no warmer than the thumbnail, which lies before them.
      full += try Clocks.cpu {
        _ = unsafe try decoder.decode(jpeg, as: table.form(ofSlot: slot), expecting: info.size, into: pixels)
      }
      thumbnail += try Clocks.cpu {
        _ = unsafe try decoder.decode(
          jpeg, isThumbnail: true, as: table.form(ofSlot: table.thumbnailBase + slot), expecting: info.thumbnailSize,
          into: pixels)
      }
    }
    return [
      Figure(
        name: "CPU of a thumbnail's decode, mean of \(assets.count) photos",
        value: Double(thumbnail) / Double(assets.count) / 1e6, unit: "ms"),
      Figure(name: "the same, over that of the full image", value: Double(thumbnail) / Double(full), unit: "x "),
    ]
  }

  private static func residentPixels() -> UnsafeMutableRawBufferPointer {
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 4096)
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 1)
    return unsafe pixels
  }
}

private struct DecodeList: ReplayObserver {
  let table: SlotTable
  private(set) var slots: [Int32] = []

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .begin(let key, _, _, _) = event { slots.append(table.slot(of: key)) }
  }
}
