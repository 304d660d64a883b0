import CacheLab
import StrategyKit

/// What decodes take on the phone that the model stands for, and the photos on it.
struct ModelPhone: Sendable {
  let device: DeviceProfile
  /// Each decode takes so much more or less, of 100, and one of fifty five times as long.
  var jitter = 0
  var assets: ContiguousArray<AssetInfo>

  /// Photos of 1024x768, each decoded in the same time.
  init(milliseconds: Int, count: Int) {
    device = DeviceProfile(
      name: "even", fixed: .milliseconds(milliseconds), picosecondsPerByte: 0, picosecondsPerPixel: 0)
    assets = ContiguousArray(repeating: ModelPhone.photo(PixelSize(width: 1024, height: 768)), count: count)
  }

  /// Photos of the sizes of the made library, decoded as a device declares.
  init(device: DeviceProfile, jitter: Int, count: Int) {
    self.device = device
    self.jitter = jitter
    let sizes: [(width: Int32, height: Int32, of100: UInt64)] = [
      (1024, 768, 45), (768, 1024, 75), (1280, 720, 83), (896, 896, 90), (640, 1392, 98), (2048, 512, 100),
    ]
    assets = ContiguousArray(
      (0..<count).lazy.map { index in
        let deal = ModelPhone.draw(UInt64(index)) % 100
        let size = sizes.first { deal < $0.of100 } ?? sizes[0]
        return ModelPhone.photo(PixelSize(width: size.width, height: size.height))
      })
  }

  /// Of two bits a pixel, as the lab takes a session's photos to be.
  private static func photo(_ size: PixelSize) -> AssetInfo {
    AssetInfo(
      width: size.width, height: size.height, encodedBytes: Int32(size.pixelCount / 4), thumbnailBytes: 0,
      decodes: true)
  }

  /// What the replay of a script is that runs on such a phone without jitter.
  func replay(_ script: ReplayScript) -> Replay {
    var settings = ReplaySettings()
    settings.fit = .crop
    return Replay(script: script, assets: assets, device: device, settings: settings)
  }

  /// What a decode takes.
  ///
  /// - Parameter number: How many were begun before it.
  func cost(_ file: ItemID, _ target: PixelSize, _ number: Int) -> Nanoseconds {
    let asset = assets[file.index]
    let form = BitmapForm(of: asset, reaching: target, fit: .crop, scales: .all, pixels: .bgra)
    let cost = device.cost(encodedBytes: Int64(asset.encodedBytes), of: form)
    guard jitter > 0 else { return cost }
    let draw = ModelPhone.draw(UInt64(number) ^ 0x6A69_7474_6572)
    if draw % 50 == 0 { return Nanoseconds(rawValue: cost.rawValue * 5) }
    let share = 1000 - Int64(jitter) * 10 + Int64((draw >> 32) % UInt64(jitter * 20 + 1))
    return Nanoseconds(rawValue: cost.rawValue * share / 1000)
  }

  private static func draw(_ seed: UInt64) -> UInt64 {
    var random = SplitMix64(seed: seed)
    return random.next()
  }
}
