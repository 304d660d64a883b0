package import CacheLab
import StrategyKit

/// A scroll on which strategies must keep the contract, made by formula: it needs no file and no library, and nothing
/// is decoded.
public struct ContractTrace: Sendable, CustomStringConvertible {
  public let name: String
  package let replay: Replay
  /// The frame from which on nothing may be allocated; nil if the trace does not show that.
  let warmFrom: Int?
  /// True if as much is shown after a layout change as before, so that a strategy must start anew.
  let isRelayout: Bool

  public var description: String { name }

  var firstLayout: GridLayout { replay.script.layouts[0] }
  var capacity: Int { replay.script.itemCapacity }
  var frames: Int { replay.script.steps.count { $0.kind == .frame } }

  /// - Parameters:
  ///   - laps: The number of equal parts of the scroll, the last of which finds everything warm.
  ///   - write: Writes the scroll.
  init(
    _ name: String, _ layout: GridLayout = .phone(), hz: Int64 = 60, isRelayout: Bool = false, laps: Int? = nil,
    _ write: (inout ScrollWriter) -> Void
  ) {
    self.name = name
    self.isRelayout = isRelayout
    var scroll = ScrollWriter(layout, hz: hz)
    write(&scroll)
    let script = scroll.script
    warmFrom = laps.map { script.steps.count * ($0 - 1) / $0 + 1 }
    let device = DeviceProfile(
      name: "contract", fixed: .milliseconds(4), picosecondsPerByte: 20_000, picosecondsPerPixel: 15_000)
    var settings = ReplaySettings()
    settings.fit = .eighth
    replay = Replay(
      script: script, assets: ContractTrace.assets(max(1, script.itemCapacity)), device: device, settings: settings)
  }

  /// Returns photos of several shapes; one in 500 does not decode.
  private static func assets(_ count: Int) -> ContiguousArray<AssetInfo> {
    let shapes: [(width: Int32, height: Int32)] = [
      (1024, 768), (768, 1024), (1024, 768), (1280, 720), (640, 1392), (896, 896), (2048, 512),
    ]
    var assets = ContiguousArray<AssetInfo>()
    assets.reserveCapacity(count)
    for index in 0..<count {
      let shape = shapes[index * 5 % shapes.count]
      assets.append(
        AssetInfo(
          width: shape.width, height: shape.height,
          encodedBytes: shape.width * shape.height / 4 + Int32(index * 7919 % 40_000), thumbnailBytes: 2500,
          isDecodable: index % 500 != 499))
    }
    return assets
  }
}
