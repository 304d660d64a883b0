/// Why a request gave no image (`PHPhotosError`, where it has one).
public enum ImageRequestError: Error, Hashable, Sendable {
  /// The asset is in the cloud, and the options do not allow the network.
  case networkAccessRequired
  /// The download failed.
  case networkError
  /// The asset was deleted while it was waited for.
  case identifierNotFound
  /// The file gives no image, for this reason.
  case notDecodable(String)
  /// Options that contradict each other, and how to mend them.
  case invalidRequest(String)
}

extension ImageRequestError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .networkAccessRequired: "the asset is in the cloud: set isNetworkAccessAllowed to download it"
    case .networkError: "the download failed: ask again"
    case .identifierNotFound: "the asset was deleted: fetch again"
    case .notDecodable(let reason): "the file gives no image: \(reason)"
    case .invalidRequest(let cure): cure
    }
  }
}
