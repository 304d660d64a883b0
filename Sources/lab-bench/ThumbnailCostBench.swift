import CacheLab
import LabLibrary
import LabSystem
import Strategies

/// What the embedded thumbnail costs beside the full image: real decodes, and by the declared devices.
enum ThumbnailCostBench {
  static func measure() throws -> [Figure] {
    let setting = try Setting(trace: "fastscroll")
    let (table, assets) = (setting.replay.table, setting.library.index.assets)
    var reader = try setting.library.makeReader()
    var decoder = try PhotoDecoder()
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 4096)
    defer { unsafe pixels.deallocate() }
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 1)
    var (full, coarse): (Int64, Int64) = (0, 0)
    for asset in assets.indices {
      let (slot, info) = (Int32(asset), assets[asset])
      let jpeg = unsafe try reader.read(asset)
      // The full image first: it finds its own bytes no warmer than the thumbnail, which lies before them.
      let began = Clocks.threadCPU()
      _ = unsafe try decoder.decode(jpeg, as: table.form(ofSlot: slot), expecting: info.size, into: pixels)
      let between = Clocks.threadCPU()
      _ = unsafe try decoder.decodeThumbnail(
        of: jpeg, as: table.form(ofSlot: table.coarseBase + slot), expecting: info.thumbnailSize, into: pixels)
      full += between - began
      coarse += Clocks.threadCPU() - between
    }
    let count = Double(assets.count)
    func mean(_ value: (Int) -> Int64) -> Double { Double(assets.indices.reduce(0) { $0 + value($1) }) / count }
    func bitmap(_ slot: Int32) -> Int64 { table.bytes(ofSlot: slot) }
    let measured = [
      Figure(
        name: "thumbnail decode CPU, mean of \(assets.count) photos", value: Double(coarse) / count / 1e6, unit: "ms"),
      Figure(name: "full decode CPU at the grid's size, mean", value: Double(full) / count / 1e6, unit: "ms"),
      Figure(name: "thumbnail / full, CPU", value: Double(coarse) / Double(full), unit: "x "),
      Figure(name: "thumbnail's JPEG, mean", value: mean { Int64(assets[$0].thumbnailBytes) }, unit: "B ", decimals: 0),
      Figure(name: "whole file, mean", value: mean { Int64(assets[$0].encodedBytes) }, unit: "B ", decimals: 0),
      Figure(
        name: "thumbnail's bitmap, mean", value: mean { bitmap(table.coarseBase + Int32($0)) } / 1e3, unit: "kB",
        decimals: 1),
      Figure(name: "full bitmap, mean", value: mean { bitmap(Int32($0)) } / 1e3, unit: "kB", decimals: 1),
    ]
    return measured + declared(assets, table)
  }

  /// Mean costs in virtual time on each device that takes any.
  private static func declared(_ assets: ContiguousArray<AssetInfo>, _ table: SlotTable) -> [Figure] {
    DeviceProfile.all.filter { $0.fixed > .zero }.flatMap { device -> [Figure] in
      var (full, coarse): (Int64, Int64) = (0, 0)
      for asset in assets.indices {
        let (slot, info) = (Int32(asset), assets[asset])
        full += device.cost(encodedBytes: Int64(info.encodedBytes), of: table.form(ofSlot: slot)).rawValue
        coarse += device.cost(encodedBytes: Int64(info.thumbnailBytes), pixels: info.thumbnailSize.pixelCount).rawValue
      }
      let count = Double(assets.count)
      return [
        Figure(name: "thumbnail by \(device.name), mean", value: Double(coarse) / count / 1e6, unit: "ms"),
        Figure(name: "full image by \(device.name), mean", value: Double(full) / count / 1e6, unit: "ms"),
      ]
    }
  }
}
