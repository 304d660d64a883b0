import GRDB
public import PhotosModel
import StrategyKit

extension Asset {
  /// The columns that `init(_:library:)` reads, in its order.
  static let columns = """
    id, file, width, height, orientation, mediaType, mediaSubtypes, sourceType, creationDate, modificationDate, \
    duration, favorite, hidden, burst, representsBurst, burstSelection, adjustment, contentVersion
    """

  static let insertion = """
    INSERT INTO asset(\(columns), burstMember) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  init(_ row: Row, library: UInt64) {
    self.init(
      id: AssetID(rawValue: row[0]), library: library, file: ItemID(rawValue: row[1]),
      pixelSize: PixelSize(width: row[2], height: row[3]))
    orientation = row[4]
    mediaType = AssetMediaType(rawValue: row[5]) ?? .unknown
    mediaSubtypes = AssetMediaSubtype(rawValue: row[6])
    sourceType = AssetSourceType(rawValue: row[7])
    creationMs = row[8]
    modificationMs = row[9]
    durationMs = row[10]
    isFavorite = row[11]
    isHidden = row[12]
    burst = row[13]
    representsBurst = row[14]
    burstSelectionTypes = AssetBurstSelectionType(rawValue: row[15])
    adjustment = AssetAdjustment(rawValue: row[16]) ?? .none
    contentVersion = row[17]
  }

  /// True for a photo of a burst that fetches leave out unless they are asked for all.
  var isBurstMember: Bool { burst != nil && !representsBurst && !burstSelectionTypes.contains(.userPick) }

  /// What `insertion` takes; the row's number is the catalog's choice when `isNew`.
  func values(isNew: Bool) -> StatementArguments {
    [
      isNew ? nil : id.rawValue, file.rawValue, pixelSize.width, pixelSize.height, orientation, mediaType.rawValue,
      mediaSubtypes.rawValue, sourceType.rawValue, creationMs, modificationMs, durationMs, isFavorite, isHidden, burst,
      representsBurst, burstSelectionTypes.rawValue, adjustment.rawValue, contentVersion, isBurstMember,
    ]
  }
}

extension Asset: FetchedObject {}

extension Asset: LoadableObject {
  static var table: ObjectTable { .asset }

  var row: Int64 { id.rawValue }

  static func load(_ rows: [Int64], library: UInt64, in db: Database) throws -> [Asset] {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM asset WHERE id = ?")
    return try rows.compactMap { row in
      try Row.fetchOne(statement, arguments: [row]).map { Asset($0, library: library) }
    }
  }
}
