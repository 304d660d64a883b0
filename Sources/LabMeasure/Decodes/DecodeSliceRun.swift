import CacheLab
public import LabLibrary
public import LabSystem
public import StrategyKit

/// Decodes a slice once, on the calling thread, one decode after the other into the same resident memory. As in a
/// measured run, opening a file is not part of a decode's time, and neither is making memory resident.
public struct DecodeSliceRun: Sendable {
  /// Decodes that warm up, at most: the first of each source size and bitmap.
  private static let rehearsalsMax = 16

  /// Thread CPU time and wall time of each decode, nanoseconds.
  public private(set) var cpu: [Int64] = []
  public private(set) var wall: [Int64] = []
  /// The counter that was given, with all decodes counted.
  public private(set) var counter: InstructionCounter?

  /// Warms up and decodes.
  ///
  /// - Parameters:
  ///   - counter: Counts the instructions of the decodes themselves.
  ///   - slowdown: A fault for self-tests of a gate: the share of each decode's CPU time that is burnt on top of it.
  /// - Precondition: the library has every asset of the slice, in a size that the slice's bitmaps can be made of.
  public init(
    _ slice: DecodeSlice, library: PhotoLibrary, counter: InstructionCounter? = nil, slowdown: Rational = Rational(0)
  ) throws(MeasureError) {
    let assets = library.index.assets
    let forms = slice.items.map { item in
      guard let form = item.form(of: assets[item.asset].size) else { preconditionFailure("the asset is smaller") }
      return form
    }
    var worker = try DecodeWorker.over(library)
    for rehearsal in DecodeSliceRun.rehearsals(slice, forms, assets) { try worker.rehearse(rehearsal) }
    counter?.prepare()
    worker.counter = counter
    worker.counter?.restart()
    let bytes = Int(forms.map(\.bytes).max() ?? 0)
    var pages = PageStore()
    let address = unsafe try pages.allocate(bytes: bytes)
    defer { unsafe pages.release(address, bytes: bytes) }
    cpu.reserveCapacity(slice.items.count)
    wall.reserveCapacity(slice.items.count)
    for (item, form) in zip(slice.items, forms) {
      let asset = assets[item.asset]
      var timing = DecodeTiming()
      _ = unsafe try worker.run(
        DecodeJob(
          asset: item.asset, form: form, source: asset.size,
          pixels: UnsafeMutableRawBufferPointer(start: address, count: Int(form.bytes)), mustDecode: asset.decodes),
        timing: &timing)
      DecodeSliceRun.burn(slowdown, of: &timing)
      cpu.append(timing.cpu)
      wall.append(timing.wall)
    }
    self.counter = worker.counter
  }

  private static func rehearsals(
    _ slice: DecodeSlice, _ forms: [BitmapForm], _ assets: ContiguousArray<AssetInfo>
  ) -> [DecodeRehearsal] {
    var found: [DecodeRehearsal] = []
    for (item, form) in zip(slice.items, forms) where found.count < rehearsalsMax {
      let source = assets[item.asset].size
      if found.contains(where: { $0.source == source && $0.form == form }) { continue }
      found.append(DecodeRehearsal(asset: item.asset, form: form, source: source))
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
