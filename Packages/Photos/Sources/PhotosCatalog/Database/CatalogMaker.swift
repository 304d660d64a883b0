import CacheLab
import GRDB
import LabLibrary
import PhotosModel
import StrategyKit

/// Fills a catalog from a library: an asset for each file, and albums in folders.
enum CatalogMaker {
  static func number(of library: PhotoLibrary) -> UInt64 {
    UInt64(library.index.fingerprint.prefix(16), radix: 16) ?? 0
  }

  /// Makes tables, rows and indexes, unless another process has done so.
  static func fill(_ db: Database, from library: PhotoLibrary) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA user_version") != CatalogSchema.version else { return }
    guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
      throw CatalogError.foreign(path: library.name, reason: "it has tables of another version")
    }
    try db.execute(sql: CatalogSchema.tables)
    try fillAssets(db, from: library)
    try fillAlbums(db, from: library.index.count, seed: number(of: library))
    try db.execute(
      sql: "INSERT INTO meta(key, value) VALUES ('fingerprint', ?)", arguments: [library.index.fingerprint])
    try db.execute(sql: CatalogSchema.indexes)
    try db.execute(sql: "PRAGMA user_version = \(CatalogSchema.version)")
  }

  private static func fillAssets(_ db: Database, from library: PhotoLibrary) throws {
    let statement = try db.makeStatement(sql: Asset.insertion)
    // Made libraries have upright files; the files of a folder are read once.
    var reader: AssetReader? = library.isFolder ? try library.makeReader() : nil
    var lastBurst: Int32?
    for index in library.index.assets.indices {
      let traits = library.traits(of: index)
      var asset = asset(index, of: library, traits, orientation: try unsafe orientation(of: reader?.read(index)))
      asset.representsBurst = traits.burst != nil && traits.burst != lastBurst
      if asset.representsBurst { asset.burstSelectionTypes = .autoPick }
      lastBurst = traits.burst
      try statement.execute(arguments: asset.values)
    }
  }

  /// Returns the EXIF orientation of a file, 1 if it has none or is not a JPEG.
  private static func orientation(of file: UnsafeRawBufferPointer?) -> Int32 {
    guard let file = unsafe file, let markers = try? unsafe JPEGMarkers(file) else { return 1 }
    return Int32(markers.orientation)
  }

  /// Creates the asset at an index; its row is one more, since rows begin at 1.
  static func asset(
    _ index: Int, of library: PhotoLibrary, _ traits: AssetTraits, orientation: Int32
  ) -> Asset {
    let stored = library.index[index].size
    var asset = Asset(
      id: AssetID(rawValue: Int64(index) + 1), library: number(of: library), file: ItemID(index),
      pixelSize: orientation >= 5 ? stored.turned : stored)
    let draw = SplitMix64.hash(number(of: library) ^ 0x736F_7572, UInt64(index))
    asset.orientation = orientation
    asset.mediaType = traits.kind == .video ? .video : .image
    asset.mediaSubtypes = subtypes(traits.kind, asset.pixelSize, draw)
    // 1 % came from someone else's shared album.
    asset.sourceType = draw % 100 == 0 ? .typeCloudShared : .typeUserLibrary
    asset.creationMs = traits.creationMs
    asset.modificationMs = traits.creationMs
    // From 3 to 60 seconds.
    if traits.kind == .video { asset.durationMs = 3_000 + Int64(draw >> 8 % 57_001) }
    asset.isFavorite = traits.isFavorite
    asset.isHidden = traits.isHidden
    asset.burst = traits.burst
    asset.location = location(index, of: library)
    return asset
  }

  /// Four of five photos have a location; forty in a row are within some kilometres.
  private static func location(_ index: Int, of library: PhotoLibrary) -> AssetLocation? {
    let place = SplitMix64.hash(number(of: library) ^ 0x706C_6163, UInt64(index / 40))
    let here = SplitMix64.hash(number(of: library) ^ 0x6865_7265, UInt64(index))
    guard here % 5 != 0 else { return nil }
    func share(_ draw: UInt64) -> Double { Double(draw % 10_000) / 10_000 }
    return AssetLocation(
      latitude: -55 + 125 * share(place) + 0.05 * share(here >> 8),
      longitude: -180 + 359 * share(place >> 32) + 0.05 * share(here >> 32))
  }

  /// By shape, four to one is a panorama and taller than two to one a screenshot. One video in ten is a time-lapse and
  /// one in slow motion; one of the other photos in ten is a portrait.
  private static func subtypes(_ kind: MediaKind, _ size: PixelSize, _ draw: UInt64) -> AssetMediaSubtype {
    switch kind {
    case .livePhoto: .photoLive
    case .video: draw >> 40 % 10 == 0 ? .videoTimelapse : draw >> 40 % 10 == 1 ? .videoHighFrameRate : []
    case .photo:
      size.width >= size.height * 3
        ? .photoPanorama
        : size.height >= size.width * 2
          ? .photoScreenshot
          : draw >> 40 % 10 == 0 ? .photoDepthEffect : []
    }
  }

  // MARK: Albums

  /// Makes trips of consecutive photos, and mixed albums, in nested folders.
  private static func fillAlbums(_ db: Database, from assetCount: Int, seed: UInt64) throws {
    let travels = try db.addCollection("Travels", isList: true, parent: nil, position: 0)
    let years = try db.addCollection("By year", isList: true, parent: travels, position: 0)
    let family = try db.addCollection("Family", isList: true, parent: nil, position: 1)
    for index in 0..<12 {
      let parent = index < 6 ? travels : years
      let album = try db.addCollection("Trip \(index + 1)", isList: false, parent: parent, position: index + 1)
      let draw = SplitMix64.hash(seed ^ 0x7472_6970, UInt64(index))
      // From 20 to 400 photos.
      let (first, length) = (Int(draw % UInt64(assetCount)), 20 + Int(draw >> 32) % 381)
      try db.addMembers((first..<min(assetCount, first + length)).map { Int64($0) + 1 }, to: album)
    }
    for index in 0..<8 {
      let parent = index < 4 ? family : nil
      let album = try db.addCollection("Album \(index + 1)", isList: false, parent: parent, position: index + 2)
      var random = SplitMix64(seed: SplitMix64.hash(seed ^ 0x6D69_7865, UInt64(index)))
      var seen: Set<Int64> = []
      let draws = (0..<120).map { _ in Int64(random.next(below: assetCount)) + 1 }
      try db.addMembers(draws.filter { seen.insert($0).inserted }, to: album)
    }
  }
}

/// The tables. All values but the titles are numbers.
enum CatalogSchema {
  /// The version of the file (`PRAGMA user_version`), changed with its contents.
  static let version = 2

  /// `trashed` keeps the rows of deleted assets, as Recently Deleted does, for older fetch results. `burstMember` is
  /// true for photos of a burst that neither represent it nor were chosen by the user.
  static let tables = """
    CREATE TABLE asset(
      id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      orientation INTEGER NOT NULL, mediaType INTEGER NOT NULL, mediaSubtypes INTEGER NOT NULL,
      sourceType INTEGER NOT NULL, creationDate INTEGER NOT NULL, modificationDate INTEGER NOT NULL,
      duration INTEGER NOT NULL, favorite INTEGER NOT NULL, hidden INTEGER NOT NULL, burst INTEGER,
      representsBurst INTEGER NOT NULL, burstSelection INTEGER NOT NULL, adjustment INTEGER NOT NULL,
      contentVersion INTEGER NOT NULL, burstMember INTEGER NOT NULL, latitude REAL, longitude REAL,
      trashed INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE collection(
      id INTEGER PRIMARY KEY AUTOINCREMENT, isList INTEGER NOT NULL, title TEXT NOT NULL,
      parent INTEGER REFERENCES collection(id), position INTEGER NOT NULL, trashed INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE member(
      collection INTEGER NOT NULL REFERENCES collection(id), position INTEGER NOT NULL,
      asset INTEGER NOT NULL REFERENCES asset(id), PRIMARY KEY(collection, position)) WITHOUT ROWID;
    -- What a user with limited access has chosen.
    CREATE TABLE chosen(asset INTEGER PRIMARY KEY REFERENCES asset(id));
    CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
    """

  /// Made after the rows, which is faster. The first two contain everything that a listing needs, so that a listing of
  /// a million assets reads tens of bytes an asset, not whole rows. After an analysis the planner knows that a
  /// listing's equalities select nearly all rows.
  static let indexes = """
    CREATE INDEX assetListed ON asset(trashed, hidden, burstMember, sourceType);
    CREATE INDEX assetByDate ON asset(creationDate, id, trashed, hidden, burstMember, sourceType);
    CREATE INDEX assetInBurst ON asset(burst) WHERE burst IS NOT NULL;
    CREATE INDEX memberByAsset ON member(asset, collection);
    CREATE INDEX collectionByParent ON collection(parent, position);
    ANALYZE
    """
}

extension Database {
  /// Adds an album or a folder, and returns its row.
  ///
  /// - Parameter row: The row, or nil for a new one.
  @discardableResult
  func addCollection(
    _ title: String, row: Int64? = nil, isList: Bool, parent: Int64?, position: Int
  ) throws -> Int64 {
    try execute(
      sql: "INSERT INTO collection(id, isList, title, parent, position) VALUES (?, ?, ?, ?, ?)",
      arguments: [row, isList, title, parent, position])
    return lastInsertedRowID
  }

  func addMembers(_ rows: [Int64], to album: Int64) throws {
    let statement = try cachedStatement(sql: "INSERT INTO member(collection, position, asset) VALUES (?, ?, ?)")
    for (position, row) in rows.enumerated() { try statement.execute(arguments: [album, position, row]) }
  }
}
