import StrategyKit

extension DeviceProfile {
  /// Virtual time of decoding an asset for a target size, at the scale that the set gives.
  func cost(of asset: AssetInfo, reaching target: PixelSize, scales: ScaleSet) -> Nanoseconds {
    let scale = scales.scale(for: asset.size, reaching: target)
    return cost(
      encodedBytes: Int64(asset.encodedBytes), pixels: scale.scaled(asset.size).pixelCount, eighths: scale.eighths)
  }
}
