/// What a picker shows (`PHPickerFilter`).
public indirect enum PickerFilter: Hashable, Sendable {
  /// Photos, and the stills of live photos.
  case images
  case livePhotos
  case videos
  case screenshots
  case panoramas
  case any(of: [PickerFilter])
  case all(of: [PickerFilter])
  case not(PickerFilter)

  public func shows(_ asset: Asset) -> Bool {
    switch self {
    case .images: asset.mediaType == .image
    case .livePhotos: asset.mediaSubtypes.contains(.photoLive)
    case .videos: asset.mediaType == .video
    case .screenshots: asset.mediaSubtypes.contains(.photoScreenshot)
    case .panoramas: asset.mediaSubtypes.contains(.photoPanorama)
    case .any(let filters): filters.contains { $0.shows(asset) }
    case .all(let filters): filters.allSatisfy { $0.shows(asset) }
    case .not(let filter): !filter.shows(asset)
    }
  }
}

extension PickerFilter: CustomStringConvertible {
  public var description: String {
    switch self {
    case .images: "images"
    case .livePhotos: "live photos"
    case .videos: "videos"
    case .screenshots: "screenshots"
    case .panoramas: "panoramas"
    case .any(let filters): "any of (\(filters.map { $0.description }.joined(separator: ", ")))"
    case .all(let filters): "all of (\(filters.map { $0.description }.joined(separator: ", ")))"
    case .not(let filter): "not \(filter)"
    }
  }
}
