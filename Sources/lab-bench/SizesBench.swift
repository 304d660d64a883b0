import CacheLab
import LabLibrary
import LabSystem
import StrategyKit

/// What the sizes and pixels of bitmaps cost and save: the same photos, decoded to each form in turn.
enum SizesBench {
  private static let photos = 400

  static func measure() throws -> [Figure] {
    let library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    // Cells of four columns at 390 and 402 points, three pixels each.
    return try [(390, 288), (402, 297)].flatMap { width, side in
      try figures(library, "\(width) pt", PixelSize(width: Int32(side), height: Int32(side)))
    }
  }

  private struct Choice: Hashable {
    var fit: Fit
    var pixels: PixelFormat
  }

  private static func figures(_ library: PhotoLibrary, _ name: String, _ target: PixelSize) throws -> [Figure] {
    let choices = Fit.allCases.flatMap { fit in PixelFormat.allCases.map { Choice(fit: fit, pixels: $0) } }
    var reader = try library.makeReader()
    var decoder = try PhotoDecoder()
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 20, alignment: 4096)
    defer { unsafe pixels.deallocate() }
    unsafe pixels.initializeMemory(as: UInt8.self, repeating: 1)
    var cpu: [Choice: Int64] = [:]
    var bytes: [Choice: Int64] = [:]
    // Once to warm up, then twice, in an order that changes from photo to photo.
    for round in 0..<3 {
      for asset in 0..<min(photos, library.index.count) {
        let info = library.index[asset]
        let jpeg = unsafe try reader.read(asset)
        for turn in choices.indices {
          let choice = choices[(turn + asset) % choices.count]
          let form = BitmapForm(
            of: info.size, reaching: target, fit: choice.fit, scales: .all, pixels: choice.pixels)
          let began = Clocks.threadCPU()
          _ = unsafe try decoder.decode(jpeg, as: form, expecting: info.size, into: pixels)
          if round > 0 { cpu[choice, default: 0] += Clocks.threadCPU() - began }
          if round == 0 { bytes[choice, default: 0] += form.bytes }
        }
      }
    }
    func ratio(_ sums: [Choice: Int64], _ one: Choice, _ two: Choice) -> Double {
      Double(sums[one] ?? 0) / Double(max(1, sums[two] ?? 1))
    }
    func figure(_ what: String, _ sums: [Choice: Int64], _ one: Choice, _ two: Choice, atMost limit: Double) -> Figure {
      Figure(
        name: "\(what) at \(name), \(one.fit) \(one.pixels) / \(two.fit) \(two.pixels)", value: ratio(sums, one, two),
        unit: "x ", limit: .atMost(limit), decimals: 3)
    }
    let (eighth, fill, crop) = (
      Choice(fit: .eighth, pixels: .bgra), Choice(fit: .fill, pixels: .bgra), Choice(fit: .crop, pixels: .bgra)
    )
    let planes = Choice(fit: .fill, pixels: .yuv420)
    return [
      figure("bytes", bytes, fill, eighth, atMost: 1), figure("bytes", bytes, crop, fill, atMost: 0.7),
      figure("bytes", bytes, Choice(fit: .crop, pixels: .yuv420), fill, atMost: 0.28),
      figure("decode CPU", cpu, fill, eighth, atMost: 1.12), figure("decode CPU", cpu, crop, fill, atMost: 1.02),
      figure("decode CPU", cpu, planes, fill, atMost: 1),
      Figure(
        name: "decode CPU at \(name), fill bgra, mean",
        value: Double(cpu[fill] ?? 0) / Double(2 * min(photos, library.index.count)) / 1e6, unit: "ms", limit: .none),
    ]
  }
}
