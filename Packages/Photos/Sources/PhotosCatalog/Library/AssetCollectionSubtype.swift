import PhotosModel

/// The type of an album (`PHAssetCollectionType`, with its numbers).
public enum AssetCollectionType: Int, CaseIterable, Sendable {
  case album = 1
  case smartAlbum = 2
  /// No longer used by Photos.
  case moment = 3
}

/// The type of a folder (`PHCollectionListType`, with its numbers).
public enum CollectionListType: Int, CaseIterable, Sendable {
  case momentList = 1
  case folder = 2
  case smartFolder = 3
}

/// The subtype of a folder (`PHCollectionListSubtype`, with its numbers).
public enum CollectionListSubtype: Int, CaseIterable, Sendable {
  case regularFolder = 100
  case smartFolderEvents = 200
  case smartFolderFaces = 201
  case any = 0x7FFF_FFFF_FFFF_FFFF
}

/// The subtype of an album (`PHAssetCollectionSubtype`, with its numbers).
public enum AssetCollectionSubtype: Int, CaseIterable, Sendable {
  case albumRegular = 2
  case albumSyncedEvent = 3
  case albumSyncedFaces = 4
  case albumSyncedAlbum = 5
  case albumImported = 6
  case albumMyPhotoStream = 100
  case albumCloudShared = 101
  case smartAlbumGeneric = 200
  case smartAlbumPanoramas = 201
  case smartAlbumVideos = 202
  case smartAlbumFavorites = 203
  case smartAlbumTimelapses = 204
  case smartAlbumAllHidden = 205
  case smartAlbumRecentlyAdded = 206
  case smartAlbumBursts = 207
  case smartAlbumSlomoVideos = 208
  case smartAlbumUserLibrary = 209
  case smartAlbumSelfPortraits = 210
  case smartAlbumScreenshots = 211
  case smartAlbumDepthEffect = 212
  case smartAlbumLivePhotos = 213
  case smartAlbumAnimated = 214
  case smartAlbumLongExposures = 215
  case smartAlbumUnableToUpload = 216
  case smartAlbumRAW = 217
  case smartAlbumCinematic = 218
  case smartAlbumSpatial = 219
  case any = 0x7FFF_FFFF_FFFF_FFFF

  /// The size of Recently Added (Photos uses an undocumented time instead: an assumption).
  static let recentCount = 100

  /// The titles, without quotes, of smart albums and their conditions on `asset a`. No file here is a selfie, animated,
  /// a long exposure or RAW.
  private static let smartAlbums: KeyValuePairs<AssetCollectionSubtype, (title: String, condition: String)> = [
    .smartAlbumGeneric: ("Album", "FALSE"),
    .smartAlbumPanoramas: ("Panoramas", has(.photoPanorama)),
    .smartAlbumVideos: ("Videos", "a.mediaType = \(AssetMediaType.video.rawValue)"),
    .smartAlbumFavorites: ("Favorites", "a.favorite = 1"),
    .smartAlbumTimelapses: ("Time-lapse", has(.videoTimelapse)),
    .smartAlbumAllHidden: ("Hidden", "a.hidden = 1"),
    .smartAlbumRecentlyAdded: ("Recently Added", "TRUE"),
    .smartAlbumBursts: ("Bursts", "a.representsBurst = 1"),
    .smartAlbumSlomoVideos: ("Slo-mo", has(.videoHighFrameRate)),
    .smartAlbumUserLibrary: ("Recents", "TRUE"),
    .smartAlbumSelfPortraits: ("Selfies", "FALSE"),
    .smartAlbumScreenshots: ("Screenshots", has(.photoScreenshot)),
    .smartAlbumDepthEffect: ("Portrait", has(.photoDepthEffect)),
    .smartAlbumLivePhotos: ("Live Photos", has(.photoLive)),
    .smartAlbumAnimated: ("Animated", "FALSE"),
    .smartAlbumLongExposures: ("Long Exposure", "FALSE"),
    .smartAlbumUnableToUpload: ("Unable to Upload", "FALSE"),
    .smartAlbumRAW: ("RAW", "FALSE"),
    .smartAlbumCinematic: ("Cinematic", has(.videoCinematic)),
    .smartAlbumSpatial: ("Spatial", has(.spatialMedia)),
  ]

  private static func has(_ subtype: AssetMediaSubtype) -> String { "(a.mediaSubtypes & \(subtype.rawValue)) != 0" }

  static let smart = smartAlbums.map { $0.key }

  var title: String { AssetCollectionSubtype.smartAlbums.first { $0.key == self }?.value.title ?? "Album" }
  var condition: String { AssetCollectionSubtype.smartAlbums.first { $0.key == self }?.value.condition ?? "FALSE" }
}

/// An operation on an album or a folder (`PHCollectionEditOperation`, with its numbers).
public enum CollectionEditOperation: Int, CaseIterable, Sendable {
  case deleteContent = 1
  case removeContent = 2
  case addContent = 3
  case createContent = 4
  case rearrangeContent = 5
  case delete = 6
  case rename = 7
}
