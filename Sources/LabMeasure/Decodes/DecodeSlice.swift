public import CacheLab
import LabBase
public import LabLibrary
public import LabSystem
public import StrategyKit

/// Decodes that stand for all decodes of a replay, as an arm of a latency gate runs them.
public struct DecodeSlice: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    /// The held part of a picture if it is not the decoder's output, as BGRA.
    public struct Held: Hashable, Sendable {
      /// The size of the whole picture after the reduction.
      public var whole: PixelSize
      /// The size of the part that is held.
      public var size: PixelSize

      public init(whole: PixelSize, size: PixelSize) {
        self.whole = whole
        self.size = size
      }
    }

    public var asset: Int
    public var scale: DecodeScale
    public var held: Held?

    public init(asset: Int, scale: DecodeScale, held: Held? = nil) {
      self.asset = asset
      self.scale = scale
      self.held = held
    }

    public init(asset: Int, form: BitmapForm) {
      self.init(asset: asset, scale: form.scale)
      if form.isReduced { held = Held(whole: form.whole, size: form.size) }
    }

    /// Returns the bitmap's form, or nil if a picture of this size has no such one.
    public func form(of source: PixelSize) -> BitmapForm? {
      guard let held else { return BitmapForm(source, at: scale) }
      return BitmapForm(source, at: scale, whole: held.whole, size: held.size)
    }
  }

  public var items: [Item]

  public init(items: [Item]) { self.items = items }

  /// Creates a slice of at most `count` of `all`, evenly spread, in their order.
  public init(of all: [Item], count: Int) {
    let kept = min(max(count, 0), all.count)
    items = (0..<kept).map { all[$0 * all.count / kept] }
  }
}

/// Every decode that a replay begins, in order, with the cost in virtual time.
public struct DecodeInventory: ReplayObserver, Sendable {
  private var keys: [BitmapKey] = []
  /// The declared cost of all decodes.
  public private(set) var work = Nanoseconds.zero

  public init() {}

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    guard case .begin(let key, _, let cost, _) = event else { return }
    keys.append(key)
    work = Nanoseconds(rawValue: work.rawValue + cost)
  }

  /// Returns the decoded assets and their bitmaps; thumbnails are left out.
  public func items(_ table: SlotTable) -> [DecodeSlice.Item] {
    keys.map { table.slot(of: $0) }.filter { !table.decodesThumbnail(ofSlot: $0) }.map {
      DecodeSlice.Item(asset: table.item(ofSlot: $0).index, form: table.form(ofSlot: $0))
    }
  }

  /// Returns the SHA-256 of all decodes, a line each: `asset eighths`, and the held sizes if it is reduced.
  public static func digest(_ items: [DecodeSlice.Item]) -> String {
    SHA256.hex(
      of: items.map { item in
        let held = item.held.map { " \($0.whole) \($0.size) bgra" }
        return "\(item.asset) \(item.scale.eighths)\(held ?? "")\n"
      }.joined())
  }
}

/// Decodes a slice once on the calling thread, one decode after the other into the same resident memory. As in a
/// measured run, a decode's time includes neither opening the file nor making memory resident.
public struct DecodeSliceRun: Sendable {
  /// The most decodes that warm up: the first of each source size and bitmap.
  private static let rehearsalsMax = 16

  /// The thread CPU time and wall time of each decode in nanoseconds.
  public private(set) var cpu: [Int64] = []
  public private(set) var wall: [Int64] = []
  /// The counter that was passed, with all decodes counted.
  public private(set) var counter: InstructionCounter?

  /// Warms up and decodes.
  ///
  /// - Parameters:
  ///   - counter: Counts the instructions of the decodes themselves.
  /// - Precondition: The library has every asset of the slice, in a size that the slice's bitmaps can be made of.
  public init(
    _ slice: DecodeSlice, library: PhotoLibrary, counter: InstructionCounter? = nil
  ) throws(MeasureError) {
    let assets = library.index.assets
    let tasks = slice.items.map { item in
      let asset = assets[item.asset]
      guard let form = item.form(of: asset.size) else { preconditionFailure("the asset is smaller") }
      return DecodeTask(asset: item.asset, form: form, source: asset.size, mustDecode: asset.decodes)
    }
    let worker = try DecodeWorker(library)
    var rehearsal: [DecodeTask] = []
    for task in tasks where rehearsal.count < DecodeSliceRun.rehearsalsMax {
      if !rehearsal.contains(where: { $0.isLike(task) }) { rehearsal.append(task) }
    }
    for task in rehearsal { try worker.rehearse(task) }
    counter?.prepare()
    worker.counter = counter
    worker.counter?.restart()
    let bytes = Int(tasks.map(\.form.bytes).max() ?? 0)
    var pages = PageStore()
    let address = unsafe try pages.allocate(bytes: bytes)
    defer { unsafe pages.release(address, bytes: bytes) }
    cpu.reserveCapacity(tasks.count)
    wall.reserveCapacity(tasks.count)
    for task in tasks {
      let pixels = unsafe UnsafeMutableRawBufferPointer(start: address, count: Int(task.form.bytes))
      let timing = unsafe try worker.run(DecodeJob(task: task, pixels: pixels)).timing
      cpu.append(timing.cpu)
      wall.append(timing.wall)
    }
    self.counter = worker.counter
  }
}
