import CacheLab
import GRDB
import LabBase
import LabLibrary
import PhotosModel
import StrategyKit

/// Fills a catalog from a library: an asset for each file, and albums in folders.
enum CatalogMaker {
  /// A number of the library, from its fingerprint.
  static func number(of library: PhotoLibrary) -> UInt64 {
    UInt64(library.index.fingerprint.prefix(16), radix: 16) ?? 0
  }

  /// Makes tables, rows and indexes; does nothing when another process has.
  static func fill(_ db: Database, from library: PhotoLibrary) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA user_version") != CatalogSchema.version else { return }
    guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
      throw CatalogError.foreign(path: library.name, reason: "it has tables of another version")
    }
    try CatalogSchema.make(in: db)
    try fillAssets(db, from: library)
    try AlbumDealer(assetCount: library.index.count, seed: number(of: library)).fill(db)
    try db.execute(
      sql: "INSERT INTO meta(key, value) VALUES ('fingerprint', ?)", arguments: [library.index.fingerprint])
    try CatalogSchema.makeIndexes(in: db)
    try db.execute(sql: "PRAGMA user_version = \(CatalogSchema.version)")
  }

  private static func fillAssets(_ db: Database, from library: PhotoLibrary) throws {
    let statement = try db.makeStatement(sql: Asset.insertion)
    var orientations = try AssetOrientations(library)
    var lastBurst: Int32?
    for index in library.index.assets.indices {
      let traits = library.traits(of: index)
      var asset = asset(index, of: library, traits, orientation: try orientations.orientation(of: index))
      asset.representsBurst = traits.burst != nil && traits.burst != lastBurst
      if asset.representsBurst { asset.burstSelectionTypes = .autoPick }
      lastBurst = traits.burst
      try statement.execute(arguments: asset.values)
    }
  }

  /// Asset number `index`; its row is one more, since rows begin at 1.
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

  /// Four of five photos have one: forty in a row were taken within some kilometres.
  private static func location(_ index: Int, of library: PhotoLibrary) -> AssetLocation? {
    let place = SplitMix64.hash(number(of: library) ^ 0x706C_6163, UInt64(index / 40))
    let here = SplitMix64.hash(number(of: library) ^ 0x6865_7265, UInt64(index))
    guard here % 5 != 0 else { return nil }
    func share(_ draw: UInt64) -> Double { Double(draw % 10_000) / 10_000 }
    return AssetLocation(
      latitude: -55 + 125 * share(place) + 0.05 * share(here >> 8),
      longitude: -180 + 359 * share(place >> 32) + 0.05 * share(here >> 32))
  }

  /// By shape: four to one is a panorama, taller than two to one a screenshot. Of the videos each tenth is a time-lapse
  /// and each tenth in slow motion, of the other photos each tenth a portrait.
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
}

/// How the files of a library must be turned. Made libraries stand upright; a folder's files are asked, once.
struct AssetOrientations: ~Copyable {
  private var reader: AssetReader?

  init(_ library: PhotoLibrary) throws(LibraryError) {
    reader = library.isFolder ? try library.makeReader() : nil
  }

  /// EXIF's 1 to 8; 1 for a file that says nothing or is no JPEG.
  mutating func orientation(of index: Int) throws(LibraryError) -> Int32 {
    guard let bytes = try unsafe reader?.read(index) else { return 1 }
    guard let markers = try? unsafe JPEGMarkers(bytes) else { return 1 }
    return Int32(markers.orientation)
  }
}

/// The albums that a made catalog begins with: trips of consecutive photos and mixed albums, in folders that nest.
struct AlbumDealer {
  let assetCount: Int
  let seed: UInt64

  /// An album of consecutive photos holds at most so many.
  private static let tripMax = 400
  /// A mixed album draws so many, some more than once, which counts once.
  private static let mixedMax = 120

  func fill(_ db: Database) throws {
    let travels = try add(db, "Travels", parent: nil, position: 0, isList: true)
    let years = try add(db, "By year", parent: travels, position: 0, isList: true)
    let family = try add(db, "Family", parent: nil, position: 1, isList: true)
    for index in 0..<12 {
      let parent = index < 6 ? travels : years
      let album = try add(db, "Trip \(index + 1)", parent: parent, position: index + 1, isList: false)
      try addMembers(db, album, trip(index))
    }
    for index in 0..<8 {
      let album = try add(
        db, "Album \(index + 1)", parent: index < 4 ? family : nil, position: index + 2, isList: false)
      try addMembers(db, album, mixed(index))
    }
  }

  private func add(_ db: Database, _ title: String, parent: Int64?, position: Int, isList: Bool) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO collection(isList, title, parent, position) VALUES (?, ?, ?, ?)",
      arguments: [isList, title, parent, position])
    return db.lastInsertedRowID
  }

  private func addMembers(_ db: Database, _ album: Int64, _ rows: [Int64]) throws {
    let statement = try db.cachedStatement(sql: "INSERT INTO member(collection, position, asset) VALUES (?, ?, ?)")
    for (position, row) in rows.enumerated() { try statement.execute(arguments: [album, position, row]) }
  }

  private func trip(_ index: Int) -> [Int64] {
    let draw = SplitMix64.hash(seed ^ 0x7472_6970, UInt64(index))
    let first = Int(draw % UInt64(assetCount))
    let length = 20 + Int(draw >> 32) % (AlbumDealer.tripMax - 19)
    return (first..<min(assetCount, first + length)).map { Int64($0) + 1 }
  }

  private func mixed(_ index: Int) -> [Int64] {
    var random = SplitMix64(seed: SplitMix64.hash(seed ^ 0x6D69_7865, UInt64(index)))
    var seen: Set<Int64> = []
    return (0..<AlbumDealer.mixedMax).compactMap { _ in
      let row = Int64(random.next(below: assetCount)) + 1
      return seen.insert(row).inserted ? row : nil
    }
  }
}
