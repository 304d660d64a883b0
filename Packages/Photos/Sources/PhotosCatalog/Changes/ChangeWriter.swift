import GRDB
import PhotosModel

/// Carries out the wishes of a change, inside its transaction.
struct ChangeWriter {
  let db: Database
  /// Thousandths of a second since 1970.
  let nowMs: Int64
  /// Under limited access an app sees what it adds.
  let choosesNew: Bool
  /// Rows of assets that differ.
  private(set) var changed: Set<Int64> = []
  /// Rows of albums and folders that have another name.
  private(set) var changedCollections: Set<Int64> = []
  /// Those whose pixels differ.
  private(set) var contentChanged: Set<Int64> = []
  private(set) var removed: Set<Int64> = []
  private(set) var removedCollections: Set<Int64> = []

  init(db: Database, nowMs: Int64, choosesNew: Bool) {
    self.db = db
    self.nowMs = nowMs
    self.choosesNew = choosesNew
  }

  /// All that observers are told of.
  func change(of library: AssetLibrary) -> LibraryChange {
    LibraryChange(
      library: library, assets: TouchedRows(changed: changed.sorted(), removed: removed.sorted()),
      collections: TouchedRows(changed: changedCollections.sorted(), removed: removedCollections.sorted()),
      contentRows: contentChanged.sorted())
  }

  mutating func apply(_ operation: ChangeOperation) throws {
    switch operation {
    case .create(let asset):
      try db.execute(sql: Asset.insertion, arguments: asset.values(isNew: false))
      if choosesNew { try db.execute(sql: "INSERT INTO chosen(asset) VALUES (?)", arguments: [asset.row]) }
    case .edit(let rows, let edit): for row in rows { try apply(edit, to: row) }
    case .deleteAssets(let rows):
      for row in rows {
        try update("UPDATE asset SET trashed = 1 WHERE id = ? AND trashed = 0", [row], what: "asset", row)
        try db.execute(sql: "DELETE FROM member WHERE asset = ?", arguments: [row])
        removed.insert(row)
      }
    case .createCollection(let row, let title, let isList):
      let place = try Int.fetchOne(
        db, sql: "SELECT coalesce(max(position), -1) + 1 FROM collection WHERE parent IS NULL")
      try db.execute(
        sql: "INSERT INTO collection(id, isList, title, parent, position) VALUES (?, ?, ?, NULL, ?)",
        arguments: [row, isList, title, place])
    case .rename(let row, let title):
      try update("UPDATE collection SET title = ? WHERE id = ? AND trashed = 0", [title, row], what: "album", row)
      changedCollections.insert(row)
    case .deleteCollections(let rows): for row in rows { try deleteCollection(row) }
    case .insertMembers(let rows, let album, let index): try insert(rows, into: album, at: index)
    case .removeMembers(let rows, let album):
      let gone = Set(rows)
      try rewrite(album) { members in
        guard gone.isSubset(of: members) else { throw CatalogError.notFound("asset of that name in the album") }
        members.removeAll { gone.contains($0) }
      }
    case .moveMembers(let indexes, let target, let album): try move(indexes, to: target, in: album)
    case .moveCollections(let rows, let folder, let index): try move(rows, into: folder, at: index)
    }
  }

  private mutating func apply(_ edit: AssetEdit, to row: Int64) throws {
    let (column, value): (String, any DatabaseValueConvertible) =
      switch edit {
      case .favorite(let value): ("favorite", value)
      case .hidden(let value): ("hidden", value)
      case .creationMs(let value): ("creationDate", value)
      case .adjustment(let value): ("adjustment", value.rawValue)
      }
    if case .adjustment(let adjustment) = edit { try turn(row, to: adjustment) }
    try update(
      "UPDATE asset SET \(column) = ?, modificationDate = ? WHERE id = ? AND trashed = 0", [value, nowMs, row],
      what: "asset", row)
    changed.insert(row)
  }

  /// New pixels: the version counts up, and a quarter turn changes width and height.
  private mutating func turn(_ row: Int64, to adjustment: AssetAdjustment) throws {
    let old = try Int32.fetchOne(db, sql: "SELECT adjustment FROM asset WHERE id = ?", arguments: [row])
    let quarter = AssetAdjustment.quarterTurn.rawValue
    if (old == quarter) != (adjustment.rawValue == quarter) {
      try db.execute(sql: "UPDATE asset SET width = height, height = width WHERE id = ?", arguments: [row])
    }
    try db.execute(sql: "UPDATE asset SET contentVersion = contentVersion + 1 WHERE id = ?", arguments: [row])
    contentChanged.insert(row)
  }

  // MARK: Albums

  /// What is in the album already stays where it is.
  private func insert(_ rows: [Int64], into album: Int64, at index: Int?) throws {
    for row in rows {
      let known = try Bool.fetchOne(
        db, sql: "SELECT EXISTS(SELECT 1 FROM asset WHERE id = ? AND trashed = 0)", arguments: [row])
      guard known == true else { throw CatalogError.notFound("asset of row \(row)") }
    }
    try rewrite(album) { members in
      let place = index ?? members.count
      guard place >= 0, place <= members.count else {
        throw CatalogError.refused("place \(place) in an album of \(members.count): choose one from 0 to its count")
      }
      var seen = Set(members)
      members.insert(contentsOf: rows.filter { seen.insert($0).inserted }, at: place)
    }
  }

  private func move(_ indexes: [Int], to target: Int, in album: Int64) throws {
    try rewrite(album) { members in
      guard indexes.allSatisfy({ members.indices.contains($0) }), Set(indexes).count == indexes.count,
        (0...(members.count - indexes.count)).contains(target)
      else { throw CatalogError.refused("a move outside an album of \(members.count): choose places inside") }
      let moved = indexes.map { members[$0] }
      for index in indexes.reversed() { members.remove(at: index) }
      members.insert(contentsOf: moved, at: target)
    }
  }

  private func rewrite(_ album: Int64, _ body: (inout [Int64]) throws -> Void) throws {
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT EXISTS(SELECT 1 FROM collection WHERE id = ? AND isList = 0 AND trashed = 0)",
      arguments: [album])
    guard isThere == true else { throw CatalogError.notFound("album of row \(album)") }
    var members = try Int64.fetchAll(
      db, sql: "SELECT asset FROM member WHERE collection = ? ORDER BY position", arguments: [album])
    try body(&members)
    try db.execute(sql: "DELETE FROM member WHERE collection = ?", arguments: [album])
    let statement = try db.cachedStatement(sql: "INSERT INTO member(collection, position, asset) VALUES (?, ?, ?)")
    for (position, row) in members.enumerated() { try statement.execute(arguments: [album, position, row]) }
  }

  // MARK: Folders

  private mutating func deleteCollection(_ row: Int64) throws {
    try update("UPDATE collection SET trashed = 1 WHERE id = ? AND trashed = 0", [row], what: "album", row)
    removedCollections.insert(row)
    let children = try Int64.fetchAll(
      db, sql: "SELECT id FROM collection WHERE parent = ? AND trashed = 0", arguments: [row])
    for child in children { try deleteCollection(child) }
  }

  private func move(_ rows: [Int64], into folder: Int64?, at index: Int?) throws {
    var ancestor = folder
    while let row = ancestor {
      guard !rows.contains(row) else { throw CatalogError.refused("a folder cannot be put into itself") }
      ancestor = try Int64.fetchOne(db, sql: "SELECT parent FROM collection WHERE id = ?", arguments: [row])
    }
    var children = try Int64.fetchAll(
      db, sql: "SELECT id FROM collection WHERE parent IS ? AND trashed = 0 ORDER BY position, id",
      arguments: [folder])
    children.removeAll { rows.contains($0) }
    let place = index ?? children.count
    guard place >= 0, place <= children.count else {
      throw CatalogError.refused("place \(place) in a folder of \(children.count): choose one from 0 to its count")
    }
    children.insert(contentsOf: rows, at: place)
    for (position, row) in children.enumerated() {
      try update(
        "UPDATE collection SET parent = ?, position = ? WHERE id = ? AND trashed = 0", [folder, position, row],
        what: "album or folder", row)
    }
  }

  /// Runs an update that must find its row.
  private func update(
    _ sql: String, _ values: [(any DatabaseValueConvertible)?], what: String, _ row: Int64
  ) throws {
    try db.execute(sql: sql, arguments: StatementArguments(values))
    guard db.changesCount > 0 else { throw CatalogError.notFound("\(what) of row \(row)") }
  }
}
