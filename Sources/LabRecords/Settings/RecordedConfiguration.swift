public import CacheLab
public import LabBase
public import StrategyKit

/// A configuration as a record or the first line of an event file has it. `RunConfiguration` writes it.
///
/// Every field of a configuration is read here and nowhere else. One that is missing is nil, for older records have
/// fewer; what a field may hold was checked when its file was read.
public struct RecordedConfiguration: Sendable {
  public let json: JSON?

  public init(_ json: JSON?) { self.json = json }

  /// The strategy with all its parameters.
  public var strategy: String? { json?["strategy"]?.string }
  /// Without those that stand at their default.
  public var shortStrategy: String? { json?["strategy-short"]?.string }
  /// False for a strategy that retains images itself.
  public var drivesPhotos: Bool { json?["drives-photos"] != .bool(false) }
  /// True for one that knows the trace or has no budget.
  public var isYardstick: Bool { json?["yardstick"] == .bool(true) }
  public var traceName: String? { json?["trace"]?["name"]?.string }
  public var traceSHA256: String? { json?["trace"]?["sha256"]?.string }

  public var device: Device { Device(json: json?["device"]) }
  public var library: Library { Library(json: json?["library"]) }
  public var screen: Screen? { json?["screen"].map { Screen(json: $0) } }
  public var measuring: Measuring { Measuring(json) }
  /// True for a replay on the wall clock.
  public var isRealTime: Bool { measuring.time != .virtual }
  public var cells: String? { json?["cells"]?.string }
  public var scales: String? { json?["scales"]?.string }

  /// What a decode costs.
  public struct Device: Sendable {
    let json: JSON?

    public var name: String? { json?["name"]?.string }
    public var workers: Int? { json?["workers"]?.integer.flatMap { Int(exactly: $0) } }
    /// Nanoseconds a decode, picoseconds a byte and a pixel.
    public var fixed: Int64? { json?["fixed-ns"]?.integer }
    public var picosecondsPerByte: Int64? { json?["ps-per-byte"]?.integer }
    public var picosecondsPerPixel: Int64? { json?["ps-per-pixel"]?.integer }

    /// Picoseconds a pixel that a reduction writes; nil in records from before there was one.
    public var picosecondsPerReducedPixel: Int64? { json?["ps-per-reduced-pixel"]?.integer }

    /// All of it; nil where it does not say what a decode costs.
    public var profile: DeviceProfile? {
      guard let name, let fixed, let picosecondsPerByte, let picosecondsPerPixel, let workers,
        (1...1024).contains(workers)
      else { return nil }
      let factors = json?["scale-factors-thousandths"]?.array?.compactMap { $0.integer }
      return DeviceProfile(
        name: name, fixed: Nanoseconds(rawValue: fixed), picosecondsPerByte: picosecondsPerByte,
        picosecondsPerPixel: picosecondsPerPixel, picosecondsPerReducedPixel: picosecondsPerReducedPixel ?? 0,
        workers: workers, scaleFactors: factors?.count == 8 ? factors : nil)
    }
  }

  /// The photos.
  public struct Library: Sendable {
    let json: JSON?

    public var folder: String? { json?["source"]?["folder"]?.string }
    /// The name of a made library.
    public var profile: String? { json?["source"]?["profile"]?.string }
    public var seed: UInt64? { json?["source"]?["seed"]?.wideInteger.flatMap { UInt64(exactly: $0) } }
    public var fingerprint: String? { json?["fingerprint"]?.string }
    public var assets: Int? { json?["assets"]?.integer.flatMap { Int(exactly: $0) } }

    /// A folder's path, or a made library's name with a seed that is not the usual one.
    ///
    /// - Parameter separator: What stands before the seed.
    public func words(_ separator: String) -> String {
      if let folder { return folder }
      let seed = seed ?? 1
      return (profile ?? "?") + (seed == 1 ? "" : "\(separator)seed \(seed)")
    }
  }

  /// The grid's first layout as it was replayed.
  public struct Screen: Sendable {
    let json: JSON

    /// `390x844`, in points.
    public var viewport: String { json["viewport-pt"]?.array?.compactMap { $0.string }.joined(separator: "x") ?? "?" }
    /// Height in points.
    public var height: Double? { json["viewport-pt"]?.array?.last?.string.flatMap { Double($0) } }
    /// Pixels a point.
    public var scale: MilliPoints? { json["scale-thousandths"]?.integer.map { MilliPoints(rawValue: $0) } }
    public var columns: Int64? { json["columns"]?.integer }
    /// Photos in the grid.
    public var items: Int64? { json["items"]?.integer }
    /// `288x288`, a cell's size in pixels.
    public var target: String {
      json["target-px"]?.array?.compactMap { $0.integer }.map { "\($0)" }.joined(separator: "x") ?? "?"
    }
    public var targetSize: PixelSize? {
      let sides = json["target-px"]?.array?.compactMap { $0.integer.flatMap { Int32(exactly: $0) } } ?? []
      return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
    }
    /// True when flags replaced the trace's own screen.
    public var isFromFlags: Bool { json["from-flags"] == .bool(true) }

    /// `390x844 pt @3x`.
    public var words: String { "\(viewport) pt @\(NumberText.thousandths(scale?.rawValue ?? 0))x" }
  }
}

extension ReplayFollower {
  /// - Parameters:
  ///   - header: The configuration, as the first line of an event file has it.
  ///   - followsJobs: False for whoever asks for bitmaps and cells alone, which takes half the time.
  public init(header: JSON, followsJobs: Bool = true) {
    let configuration = RecordedConfiguration(header)
    self.init(
      size: configuration.screen?.targetSize,
      cells: configuration.cells.flatMap { CellPolicy(rawValue: $0) } ?? .cancel,
      workers: min(max(configuration.device.workers ?? 2, 1), 1024), followsJobs: followsJobs)
  }
}
