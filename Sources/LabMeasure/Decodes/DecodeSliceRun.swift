import CacheLab
public import LabLibrary
import LabSystem
public import StrategyKit

/// Decodes a slice once, on the calling thread, one decode after the other into the same resident memory. As in a
/// measured run, opening a file is not part of a decode's time, and neither is making memory resident.
public struct DecodeSliceRun: Sendable {
  /// Decodes that warm up, at most: the first of each source size and scale.
  private static let rehearsalsMax = 16

  /// Thread CPU time and wall time of each decode, nanoseconds.
  public private(set) var cpu: [Int64] = []
  public private(set) var wall: [Int64] = []

  /// Warms up and decodes.
  ///
  /// - Parameters:
  ///   - slowdown: A fault for self-tests of a gate: the share of each decode's CPU time that is burnt on top of it.
  /// - Precondition: the library has every asset of the slice.
  public init(_ slice: DecodeSlice, library: PhotoLibrary, slowdown: Rational = Rational(0)) throws(MeasureError) {
    let assets = library.index.assets
    var worker = try DecodeWorker.over(library)
    for rehearsal in DecodeSliceRun.rehearsals(slice, assets) { try worker.rehearse(rehearsal) }
    let bytes = slice.items.map { Int($0.scale.scaled(assets[$0.asset].size).pixelCount) * 4 }.max() ?? 0
    var pages = PageStore()
    let address = unsafe try pages.allocate(bytes: bytes)
    defer { unsafe pages.release(address, bytes: bytes) }
    cpu.reserveCapacity(slice.items.count)
    wall.reserveCapacity(slice.items.count)
    for item in slice.items {
      let asset = assets[item.asset]
      let count = Int(item.scale.scaled(asset.size).pixelCount) * 4
      var timing = DecodeTiming()
      _ = unsafe try worker.run(
        DecodeJob(
          asset: item.asset, form: BitmapForm(asset.size, at: item.scale), source: asset.size,
          pixels: UnsafeMutableRawBufferPointer(start: address, count: count), mustDecode: asset.decodes),
        timing: &timing)
      DecodeSliceRun.burn(slowdown, of: &timing)
      cpu.append(timing.cpu)
      wall.append(timing.wall)
    }
  }

  private static func rehearsals(_ slice: DecodeSlice, _ assets: ContiguousArray<AssetInfo>) -> [DecodeRehearsal] {
    var found: [DecodeRehearsal] = []
    for item in slice.items where found.count < rehearsalsMax {
      let source = assets[item.asset].size
      if found.contains(where: { $0.source == source && $0.form.scale == item.scale }) { continue }
      found.append(DecodeRehearsal(asset: item.asset, form: BitmapForm(source, at: item.scale), source: source))
    }
    return found
  }

  /// Spends more of the same thread's time, and counts it in.
  private static func burn(_ share: Rational, of timing: inout DecodeTiming) {
    guard share.numerator > 0 else { return }
    let (wall, cpu) = (Clocks.monotonic(), Clocks.threadCPU())
    let end = cpu + timing.cpu * share.numerator / share.denominator
    var now = cpu
    while now < end { now = Clocks.threadCPU() }
    timing.cpu += now - cpu
    timing.wall += Clocks.monotonic() - wall
  }
}
