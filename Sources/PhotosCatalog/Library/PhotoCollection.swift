/// What a folder holds: albums and folders (`PHCollection`).
public enum PhotoCollection: Hashable, Sendable {
  case album(AssetCollection)
  case list(CollectionList)

  public var localizedTitle: String {
    switch self {
    case .album(let album): album.localizedTitle
    case .list(let list): list.localizedTitle
    }
  }

  var row: Int64 {
    switch self {
    case .album(let album): album.row
    case .list(let list): list.row
    }
  }
}
