import PhotosModel

/// Albums that the library fills itself (`PHAssetCollectionSubtype`, with its numbers).
public enum SmartAlbum: Int, CaseIterable, Sendable {
  case panoramas = 201
  case videos = 202
  case favorites = 203
  case allHidden = 205
  case recentlyAdded = 206
  case bursts = 207
  case userLibrary = 209
  case screenshots = 211
  case livePhotos = 213

  public var title: String {
    switch self {
    case .panoramas: "Panoramas"
    case .videos: "Videos"
    case .favorites: "Favorites"
    case .allHidden: "Hidden"
    case .recentlyAdded: "Recently Added"
    case .bursts: "Bursts"
    case .userLibrary: "Recents"
    case .screenshots: "Screenshots"
    case .livePhotos: "Live Photos"
    }
  }

  /// What it holds; nil for everything.
  var predicate: AssetPredicate? {
    switch self {
    case .panoramas: .mediaSubtypes(.photoPanorama)
    case .videos: .mediaType(.video)
    case .favorites: .isFavorite
    case .allHidden: .compare(.isHidden, .equal, 1)
    case .recentlyAdded, .userLibrary: nil
    case .bursts: .compare(.representsBurst, .equal, 1)
    case .screenshots: .mediaSubtypes(.photoScreenshot)
    case .livePhotos: .mediaSubtypes(.photoLive)
    }
  }

  /// Recently Added shows so many (Photos goes by time, how long is undocumented: an assumption).
  static let recentCount = 100
}
