public import CacheLab

extension CloudModel {
  /// Whether the asset begins in the cloud.
  public func isInCloud(_ asset: AssetID) -> Bool { isInCloud(UInt64(bitPattern: asset.rawValue)) }

  /// Whether the `attempt`-th download of the asset fails, counted from 0.
  func fails(_ asset: AssetID, attempt: Int) -> Bool { fails(UInt64(bitPattern: asset.rawValue), attempt: attempt) }
}
