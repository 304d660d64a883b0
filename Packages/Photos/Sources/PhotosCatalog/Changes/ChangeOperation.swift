import PhotosModel

/// One wish of a change, as it is carried out in the database. Objects are named by their rows.
enum ChangeOperation: Sendable {
  case create(Asset)
  case edit([Int64], AssetEdit)
  case deleteAssets([Int64])
  case createCollection(row: Int64, title: String, isList: Bool)
  case rename(Int64, title: String)
  case deleteCollections([Int64])
  /// At the end without a place.
  case insertMembers([Int64], album: Int64, at: Int?)
  case removeMembers([Int64], album: Int64)
  case moveMembers(from: [Int], to: Int, album: Int64)
  /// Into a folder; nil is the top level. At the end without a place.
  case moveCollections([Int64], into: Int64?, at: Int?)

  /// True when adding to the library is all that it does.
  var onlyAdds: Bool {
    if case .create = self { true } else { false }
  }

  var deletes: Bool {
    switch self {
    case .deleteAssets, .deleteCollections: true
    default: false
    }
  }

  /// True when it needs the user's albums, which limited access does not show.
  var needsAlbums: Bool {
    switch self {
    case .create, .edit, .deleteAssets: false
    default: true
    }
  }
}

/// What can be changed of an asset.
enum AssetEdit: Hashable, Sendable {
  case favorite(Bool)
  case hidden(Bool)
  case creationMs(Int64)
  case adjustment(AssetAdjustment)
}
