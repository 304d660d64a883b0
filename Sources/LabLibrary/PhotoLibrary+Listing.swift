import CacheLab
import StrategyKit

extension PhotoLibrary {
  /// The columns of `listing(of:)`.
  public static let listingColumns = [
    "item", "width", "height", "encoded_bytes", "thumbnail_bytes", "decodes", "thumbnail_width", "thumbnail_height",
  ]

  /// What `library list` says of an asset, one text a column.
  public func listing(of asset: Int) -> [String] {
    let info = index[asset]
    return [
      "\(asset)", "\(info.width)", "\(info.height)", "\(info.encodedBytes)", "\(info.thumbnailBytes)",
      info.decodes ? "yes" : "no", "\(info.thumbnailSize.width)", "\(info.thumbnailSize.height)",
    ]
  }

  /// The name that an asset's file has when it is written: `asset-000042.jpg`, or what the folder calls it,
  /// slashes replaced; the number stands before it where the photo stood in the library already.
  public func fileName(of asset: Int) -> String {
    if case .folder(_, let folder, _) = content {
      let name = String(folder.file(of: asset).name.map { $0 == "/" ? "_" : $0 })
      return asset < folder.files.count ? name : "\(asset)-\(name)"
    }
    let digits = "\(asset)"
    return "asset-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jpg"
  }
}

extension PhotoLibrary {
  /// The number of the canvas that each asset of a made library is cut from: photos of one canvas resemble
  /// each other.
  func canvases(of assets: Range<Int>) -> [Int] {
    guard case .pool(_, let recipes, _) = content else { return [] }
    return assets.map { Int(recipes[$0].canvas) }
  }
}
