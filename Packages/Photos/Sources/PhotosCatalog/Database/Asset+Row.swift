import GRDB
public import PhotosModel
import StrategyKit
import Synchronization

extension Asset {
  /// The columns of `init(_:library:)`, in its order.
  static let columns = """
    id, file, width, height, orientation, mediaType, mediaSubtypes, sourceType, creationDate, modificationDate, \
    duration, favorite, hidden, burst, representsBurst, burstSelection, adjustment, contentVersion, \
    latitude, longitude
    """

  static let insertion = """
    INSERT INTO asset(\(columns), burstMember) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  init(_ row: Row, of photos: AssetLibrary) {
    self.init(
      id: AssetID(rawValue: row[0]), library: photos.catalog.library, file: ItemID(rawValue: row[1]),
      pixelSize: PixelSize(width: row[2] as Int32, height: row[3] as Int32))
    orientation = row[4]
    mediaType = AssetMediaType(rawValue: row[5]) ?? .unknown
    mediaSubtypes = AssetMediaSubtype(rawValue: UInt(bitPattern: row[6] as Int))
    sourceType = AssetSourceType(rawValue: UInt(bitPattern: row[7] as Int))
    creationMs = row[8]
    modificationMs = row[9]
    durationMs = row[10]
    isFavorite = row[11]
    isHidden = row[12]
    burst = row[13]
    representsBurst = row[14]
    burstSelectionTypes = AssetBurstSelectionType(rawValue: UInt(bitPattern: row[15] as Int))
    adjustment = AssetAdjustment(rawValue: row[16]) ?? .none
    contentVersion = row[17]
    if let latitude: Double = row[18], let longitude: Double = row[19] {
      location = AssetLocation(latitude: latitude, longitude: longitude)
    }
    home = photos
    generation = photos.generation.load(ordering: .relaxed)
  }

  /// True for a photo of a burst that fetches leave out by default.
  var isBurstMember: Bool { burst != nil && !representsBurst && !burstSelectionTypes.contains(.userPick) }

  var values: StatementArguments {
    [
      id.rawValue, file.rawValue, pixelSize.width, pixelSize.height, orientation, mediaType.rawValue,
      Int(bitPattern: mediaSubtypes.rawValue), Int(bitPattern: sourceType.rawValue), creationMs, modificationMs,
      durationMs, isFavorite, isHidden, burst,
      representsBurst, Int(bitPattern: burstSelectionTypes.rawValue), adjustment.rawValue, contentVersion,
      location?.coordinate.latitude, location?.coordinate.longitude, isBurstMember,
    ]
  }
}

extension Asset: FetchedObject {}

extension Asset: LoadableObject {
  var row: Int64 { id.rawValue }

  static func load(_ rows: [Int64], of photos: AssetLibrary, in db: Database, _ take: (Asset) -> Void) throws {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM asset WHERE id = ?")
    for row in rows { try Row.fetchOne(statement, arguments: [row]).map { take(Asset($0, of: photos)) } }
  }
}
