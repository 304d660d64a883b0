import CacheLab
import LabLibrary
import LabMeasure
import LabSystem
import Strategies

/// The lab's decoder over the photos of a folder, on one thread: `scripts/thumbnails.py` sets it beside other programs.
enum ThumbnailBench {
  /// The side of the square that a thumbnail reaches, pixels.
  private static let side: Int32 = 288

  static func measure(_ folder: String?) throws -> [Figure] {
    guard let folder else { throw BenchError("name a folder of JPEGs: lab-bench thumbnails --photos DIR") }
    let library = try PhotoLibrary.openFolder(folder, cacheDirectory: PhotoLibrary.defaultCacheDirectory())
    var reader = try library.makeReader()
    var files: [[UInt8]] = []
    for asset in 0..<library.index.count { files.append(unsafe Array(try reader.read(asset))) }
    var decoder = try JPEGDecoder()
    try decode(files[0], library.index[0], with: &decoder)
    guard ProcessMemory.resetHighWaterMark(), case .bytes(let before) = ProcessMemory.resident() else {
      throw BenchError("the high-water mark of memory cannot be reset: Linux does it through /proc/self/clear_refs")
    }
    let began = Clocks.processCPU()
    for (asset, file) in files.enumerated() { try decode(file, library.index[asset], with: &decoder) }
    let elapsed = Clocks.processCPU() - began
    guard case .bytes(let peak) = ProcessMemory.highWaterMark() else { throw BenchError("no VmHWM") }
    let name = "thumbnails: \(files.count) photos at the eighth that reaches \(side) px"
    return [
      Figure(
        name: "\(name), CPU a photo, libjpeg-turbo \(LibJPEGTurbo.version)",
        value: Double(elapsed) / Double(files.count) / 1e6, unit: "ms", limit: .none),
      Figure(
        name: "\(name), VmHWM - RSS at reset", value: Double(peak - before) / 1e6, unit: "MB", limit: .none),
    ]
  }

  private static func decode(_ file: [UInt8], _ info: AssetInfo, with decoder: inout JPEGDecoder) throws {
    let scale = ScaleSet.all.scale(for: info.size, reaching: PixelSize(width: side, height: side))
    let size = scale.scaled(info.size)
    // Made and dropped each time, as whoever wants a thumbnail does.
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size.pixelCount) * 4, alignment: 64)
    defer { unsafe pixels.deallocate() }
    _ = try unsafe file.withUnsafeBytes { bytes in
      unsafe try decoder.decode(bytes, scale: scale, expecting: info.size, into: pixels)
    }
  }
}
