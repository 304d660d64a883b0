import CacheLab
import GRDB
import LabLibrary
import PhotosModel
import StrategyKit

/// Carries out the wishes of a change inside its transaction.
struct ChangeWriter {
  let db: Database
  let nowMs: Int64
  /// True when the app may change only the user's selection and what it adds itself.
  let isLimited: Bool
  var change: Change
  /// The rows that places refer to, by album or folder, if the app fetched it before the change.
  var fetched: [Int64: [Int64]] = [:]

  mutating func apply(_ wishes: [ChangeWish]) throws {
    let rows = wishes.flatMap { $0.assets }
    let before = try smartAlbums(of: rows)
    for wish in wishes { try wish.make(&self) }
    let after = try smartAlbums(of: rows)
    let none = [Bool](repeating: false, count: AssetCollectionSubtype.smart.count)
    for row in rows {
      let pairs = zip(before[row] ?? none, after[row] ?? none)
      for (album, (was, isNow)) in zip(AssetCollectionSubtype.smart, pairs) where was != isNow {
        change.collections.changed.insert(AssetCollection.row(of: album))
      }
    }
  }

  /// Returns each asset's membership of each smart album.
  private func smartAlbums(of rows: [Int64]) throws -> [Int64: [Bool]] {
    let columns = AssetCollectionSubtype.smart.map { album in
      "(a.trashed = 0 AND a.burstMember = 0 AND a.sourceType = 1 AND \(album.condition)"
        + (album == .smartAlbumAllHidden ? ")" : " AND a.hidden = 0)")
    }
    let sql = """
      SELECT a.id, \(columns.joined(separator: ", ")) FROM asset a WHERE a.id IN (SELECT value FROM json_each(?))
      """
    var albums: [Int64: [Bool]] = [:]
    for found in try Row.fetchAll(db, sql: sql, arguments: ["\(rows)"]) {
      albums[found[0]] = (1...columns.count).map { found[$0] }
    }
    return albums
  }

  // MARK: Assets

  /// Creates an asset with the size of its file and the orientation of the asset first made from it.
  func create(_ row: Int64, _ file: ItemID) throws {
    let first = try Row.fetchOne(
      db, sql: "SELECT orientation FROM asset WHERE id = ? AND file = ?",
      arguments: [Int64(file.rawValue) + 1, file.rawValue])
    let stored = change.library.catalog.files.index[file.index].size
    let orientation: Int32 = first?[0] ?? 1
    var asset = Asset(
      id: AssetID(rawValue: row), file: file, pixelSize: orientation >= 5 ? stored.turned : stored)
    asset.orientation = orientation
    (asset.creationMs, asset.modificationMs) = (nowMs, nowMs)
    try db.execute(sql: Asset.insertion, arguments: asset.values)
    if isLimited { try db.execute(sql: "INSERT INTO chosen(asset) VALUES (?)", arguments: [row]) }
  }

  mutating func deleteAsset(_ row: Int64) throws {
    try checkChosen(row)
    try update("UPDATE asset SET trashed = 1 WHERE id = ? AND trashed = 0", [row], what: "asset", row)
    let albums = try Int64.fetchAll(db, sql: "SELECT collection FROM member WHERE asset = ?", arguments: [row])
    change.collections.changed.formUnion(albums)
    try db.execute(sql: "DELETE FROM member WHERE asset = ?", arguments: [row])
    change.assets.removed.insert(row)
  }

  func checkChosen(_ row: Int64) throws {
    guard isLimited else { return }
    guard try hasRow("chosen WHERE asset = ?", row) else {
      throw PhotosError(.accessUserDenied, "the asset is outside what the user has chosen for the app")
    }
  }

  mutating func edit(_ row: Int64, _ columns: [(name: String, value: DatabaseValue)]) throws {
    try update(
      "UPDATE asset SET \(columns.map { "\($0.name) = ?" }.joined(separator: ", ")), modificationDate = ? "
        + "WHERE id = ? AND trashed = 0",
      columns.map { $0.value } + [nowMs, row], what: "asset", row)
    change.assets.changed.insert(row)
  }

  /// Saves new pixels: the version counts up, and a quarter turn swaps width and height.
  mutating func turn(_ row: Int64, to adjustment: AssetAdjustment) throws {
    let old = try Int32.fetchOne(db, sql: "SELECT adjustment FROM asset WHERE id = ?", arguments: [row])
    let quarter = AssetAdjustment.quarterTurn.rawValue
    if (old == quarter) != (adjustment.rawValue == quarter) {
      try db.execute(sql: "UPDATE asset SET width = height, height = width WHERE id = ?", arguments: [row])
    }
    try db.execute(sql: "UPDATE asset SET contentVersion = contentVersion + 1 WHERE id = ?", arguments: [row])
    change.contentRows.insert(row)
  }

  // MARK: Albums and folders

  mutating func createCollection(_ row: Int64, _ title: String, isList: Bool) throws {
    let place = try Int.fetchOne(
      db, sql: "SELECT coalesce(max(position), -1) + 1 FROM collection WHERE parent IS NULL")
    try db.addCollection(title, row: row, isList: isList, parent: nil, position: place ?? 0)
    change.collections.changed.insert(row)
  }

  mutating func rename(_ row: Int64, _ title: String) throws {
    try update("UPDATE collection SET title = ? WHERE id = ? AND trashed = 0", [title, row], what: "album", row)
    change.collections.changed.insert(row)
  }

  mutating func insert(_ rows: [Int64], into album: Int64, at places: [Int]?) throws {
    for row in rows {
      guard try hasRow("asset WHERE id = ? AND trashed = 0", row) else {
        throw PhotosError.notFound("asset of row \(row)")
      }
    }
    try rewrite(album) { members in
      var seen = Set(members)
      let new = zip(rows, places ?? []).filter { seen.insert($0.0).inserted }
      guard let places else { return members += rows.filter { seen.insert($0).inserted } }
      guard places.count == rows.count else { throw PhotosError.refused("as many places as assets") }
      try members.insertRows(new)
    }
  }

  mutating func rewrite(_ album: Int64, _ body: (inout [Int64]) throws -> Void) throws {
    guard try hasRow("collection WHERE id = ? AND isList = 0 AND trashed = 0", album) else {
      throw PhotosError.notFound("album of row \(album)")
    }
    var members = try Int64.fetchAll(
      db, sql: "SELECT asset FROM member WHERE collection = ? ORDER BY position", arguments: [album])
    let old = members
    try arrange(&members, of: album, body)
    guard members != old else { return }
    change.collections.changed.insert(album)
    try db.execute(sql: "DELETE FROM member WHERE collection = ?", arguments: [album])
    try db.addMembers(members, to: album)
  }

  /// Changes a list at places of the fetched list. Rows added since stay behind their predecessors.
  private mutating func arrange(
    _ list: inout [Int64], of collection: Int64, _ body: (inout [Int64]) throws -> Void
  ) throws {
    guard let before = fetched[collection] else { return try body(&list) }
    var after = before
    try body(&after)
    fetched[collection] = after
    let (known, present) = (Set(before), Set(list))
    let stay = after.filter { present.contains($0) || !known.contains($0) }
    let staying = Set(stay)
    var (first, followers, above): ([Int64], [Int64: [Int64]], Int64?) = ([], [:], nil)
    for row in list {
      if staying.contains(row) {
        above = row
      } else if !known.contains(row) {
        if let above { followers[above, default: []].append(row) } else { first.append(row) }
      }
    }
    list = first + stay.flatMap { [$0] + (followers[$0] ?? []) }
  }

  // MARK: Folders

  mutating func deleteCollection(_ row: Int64) throws {
    try noteParent(of: row)
    var waiting = [row]
    while let next = waiting.popLast() {
      try update("UPDATE collection SET trashed = 1 WHERE id = ? AND trashed = 0", [next], what: "album", next)
      change.collections.removed.insert(next)
      waiting += try Int64.fetchAll(
        db, sql: "SELECT id FROM collection WHERE parent = ? AND trashed = 0", arguments: [next])
    }
  }

  private mutating func noteParent(of row: Int64) throws {
    let parent = try Int64.fetchOne(db, sql: "SELECT parent FROM collection WHERE id = ?", arguments: [row])
    if let parent { change.collections.changed.insert(parent) }
  }

  mutating func move(_ rows: [Int64], into folder: Int64?, at places: [Int]?) throws {
    let above = try Int64.fetchAll(
      db,
      sql: """
        WITH RECURSIVE above(row) AS (SELECT ? UNION SELECT parent FROM collection JOIN above ON id = row)
        SELECT row FROM above WHERE row NOT NULL
        """, arguments: [folder])
    guard !above.contains(where: { rows.contains($0) }) else {
      throw PhotosError.refused("a folder cannot be put into itself")
    }
    for row in rows { try noteParent(of: row) }
    try reorder(folder) { children in
      children.removeAll { rows.contains($0) }
      guard let places else { return children += rows }
      guard places.count == rows.count else { throw PhotosError.refused("as many places as albums") }
      try children.insertRows(Array(zip(rows, places)))
    }
  }

  mutating func removeChildren(at places: [Int], of folder: Int64) throws {
    var children = try fetched[folder] ?? children(of: folder)
    try children.check(places)
    try move(places.map { children[$0] }, into: nil, at: nil)
    try children.removeRows(at: places)
    if fetched[folder] != nil { fetched[folder] = children }
  }

  private func children(of folder: Int64?) throws -> [Int64] {
    try Int64.fetchAll(
      db, sql: "SELECT id FROM collection WHERE parent IS ? AND trashed = 0 ORDER BY position, id",
      arguments: [folder])
  }

  mutating func reorder(_ folder: Int64?, _ body: (inout [Int64]) throws -> Void) throws {
    if let folder { change.collections.changed.insert(folder) }
    var children = try children(of: folder)
    if let folder { try arrange(&children, of: folder, body) } else { try body(&children) }
    for (position, row) in children.enumerated() {
      try update(
        "UPDATE collection SET parent = ?, position = ? WHERE id = ? AND trashed = 0", [folder, position, row],
        what: "album or folder", row)
    }
  }

  private func hasRow(_ rows: String, _ row: Int64) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS(SELECT 1 FROM \(rows))", arguments: [row]) == true
  }

  /// Runs an update that must find its row.
  private func update(
    _ sql: String, _ values: [(any DatabaseValueConvertible)?], what: String, _ row: Int64
  ) throws {
    try db.execute(sql: sql, arguments: StatementArguments(values))
    guard db.changesCount > 0 else { throw PhotosError.notFound("\(what) of row \(row)") }
  }
}

extension [Int64] {
  /// Inserts rows one after another, each at its place in the current list.
  mutating func insertRows(_ new: [(Int64, Int)]) throws {
    for (row, place) in new {
      guard (0...count).contains(place) else {
        throw PhotosError.refused("place \(place) in a list of \(count); choose one from 0 to its count")
      }
      insert(row, at: place)
    }
  }

  /// - Parameter places: Ascending places.
  mutating func removeRows(at places: [Int]) throws {
    try check(places)
    for place in places.reversed() { remove(at: place) }
  }

  /// - Parameter target: The place of the first row, counted without the rows that move.
  mutating func moveRows(at places: [Int], to target: Int) throws {
    try check(places)
    guard (0...(count - places.count)).contains(target) else {
      throw PhotosError.refused("a move to \(target) in a list of \(count); choose a place inside")
    }
    let moved = places.map { self[$0] }
    try removeRows(at: places)
    insert(contentsOf: moved, at: target)
  }

  func check(_ places: [Int]) throws {
    guard places.allSatisfy({ indices.contains($0) }) else {
      throw PhotosError.refused("places outside a list of \(count); choose some inside")
    }
  }
}

extension PhotosError {
  static func notFound(_ name: String) -> PhotosError {
    PhotosError(.identifierNotFound, "there is no \(name) in the library; fetch it again")
  }

  static func refused(_ reason: String) -> PhotosError { PhotosError(.changeNotSupported, reason) }
}
