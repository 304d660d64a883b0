import CacheLab
import GRDB
import LabLibrary
import PhotosModel
import StrategyKit

/// Carries out the wishes of a change, inside its transaction.
struct ChangeWriter {
  let db: Database
  let files: PhotoLibrary
  /// Thousandths of a second since 1970.
  let nowMs: Int64
  /// Under limited access an app changes only what the user has chosen, and what it adds.
  let isLimited: Bool
  /// What places count in, by album or folder, where the app has fetched it before the change.
  private var fetched: [Int64: [Int64]] = [:]
  /// Rows of assets that differ.
  private(set) var changed: Set<Int64> = []
  /// Rows of albums and folders that have another name or hold something else.
  private(set) var changedCollections: Set<Int64> = []
  /// Those whose pixels differ.
  private(set) var contentChanged: Set<Int64> = []
  private(set) var removed: Set<Int64> = []
  private(set) var removedCollections: Set<Int64> = []

  init(db: Database, files: PhotoLibrary, nowMs: Int64, isLimited: Bool) {
    self.db = db
    self.files = files
    self.nowMs = nowMs
    self.isLimited = isLimited
  }

  /// All that observers are told of.
  func change(of library: AssetLibrary) -> Change {
    var change = Change(library: library)
    change.assets = TouchedRows(changed: changed.sorted(), removed: removed.sorted())
    let present = changedCollections.subtracting(removedCollections)
    change.collections = TouchedRows(changed: present.sorted(), removed: removedCollections.sorted())
    change.contentRows = contentChanged.sorted()
    return change
  }

  mutating func apply(_ operations: [ChangeOperation]) throws {
    let rows: [Int64] = operations.flatMap { (operation) -> [Int64] in
      switch operation {
      case .create(let row, _): [row]
      case .edit(let rows, _), .deleteAssets(let rows): rows
      default: []
      }
    }
    let before = try smartAlbums(of: rows)
    for operation in operations { try apply(operation) }
    let after = try smartAlbums(of: rows)
    let none = [Bool](repeating: false, count: AssetCollectionSubtype.smart.count)
    for row in rows {
      let pairs = zip(before[row] ?? none, after[row] ?? none)
      for (album, (was, isNow)) in zip(AssetCollectionSubtype.smart, pairs) where was != isNow {
        changedCollections.insert(AssetCollection.row(of: album))
      }
    }
  }

  /// For each asset, whether each smart album holds it.
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

  private mutating func apply(_ operation: ChangeOperation) throws {
    switch operation {
    case .create(let row, let file): try create(row, file)
    case .edit(let rows, let edit):
      for row in rows {
        try checkChosen(row)
        try apply(edit, to: row)
      }
    case .deleteAssets(let rows): for row in rows { try deleteAsset(row) }
    case .createCollection(let row, let title, let isList):
      let place = try Int.fetchOne(
        db, sql: "SELECT coalesce(max(position), -1) + 1 FROM collection WHERE parent IS NULL")
      try db.execute(
        sql: "INSERT INTO collection(id, isList, title, parent, position) VALUES (?, ?, ?, NULL, ?)",
        arguments: [row, isList, title, place])
      changedCollections.insert(row)
    case .rename(let row, let title):
      try update("UPDATE collection SET title = ? WHERE id = ? AND trashed = 0", [title, row], what: "album", row)
      changedCollections.insert(row)
    case .deleteCollections(let rows): for row in rows { try deleteCollection(row) }
    case .count(let rows, let collection): fetched[collection] = rows
    case .insertMembers(let rows, let album, let places): try insert(rows, into: album, at: places)
    case .removeMembers(let rows, let album):
      let gone = Set(rows)
      try rewrite(album) { members in
        guard gone.isSubset(of: members) else { throw ChangeWriter.notFound("asset of that name in the album") }
        members.removeAll { gone.contains($0) }
      }
    case .removeMembersAt(let places, let album):
      try rewrite(album) { members in
        try ChangeWriter.check(places, in: members.count)
        for place in places.reversed() { members.remove(at: place) }
      }
    case .replaceMembers(let places, let rows, let album):
      try rewrite(album) { members in
        try ChangeWriter.check(places, in: members.count)
        guard places.count == rows.count else { throw ChangeWriter.refused("as many assets as places") }
        for (place, row) in zip(places, rows) { members[place] = row }
        guard Set(members).count == members.count else { throw ChangeWriter.refused("an album holds an asset once") }
      }
    case .moveMembers(let places, let target, let album):
      try rewrite(album) { try ChangeWriter.move(places, to: target, in: &$0) }
    case .moveCollections(let rows, let folder, let places): try move(rows, into: folder, at: places)
    case .removeChildrenAt(let places, let folder):
      var children = try fetched[folder] ?? children(of: folder)
      try ChangeWriter.check(places, in: children.count)
      try move(places.map { children[$0] }, into: nil, at: nil)
      for place in places.reversed() { children.remove(at: place) }
      if fetched[folder] != nil { fetched[folder] = children }
    case .moveChildren(let places, let target, let folder):
      try reorder(folder) { try ChangeWriter.move(places, to: target, in: &$0) }
    }
  }

  // MARK: Assets

  /// As large as the file, and turned as the asset that the catalog began with is.
  private mutating func create(_ row: Int64, _ file: ItemID) throws {
    let first = try Row.fetchOne(
      db, sql: "SELECT orientation FROM asset WHERE id = ? AND file = ?",
      arguments: [Int64(file.rawValue) + 1, file.rawValue])
    var asset = Asset(id: AssetID(rawValue: row), file: file, pixelSize: files.index[file.index].size)
    asset.orientation = first?[0] ?? 1
    if asset.orientation >= 5 {
      asset.pixelSize = PixelSize(width: asset.pixelSize.height, height: asset.pixelSize.width)
    }
    (asset.creationMs, asset.modificationMs) = (nowMs, nowMs)
    try db.execute(sql: Asset.insertion, arguments: asset.values(isNew: false))
    if isLimited { try db.execute(sql: "INSERT INTO chosen(asset) VALUES (?)", arguments: [row]) }
  }

  private mutating func deleteAsset(_ row: Int64) throws {
    try checkChosen(row)
    try update("UPDATE asset SET trashed = 1 WHERE id = ? AND trashed = 0", [row], what: "asset", row)
    let albums = try Int64.fetchAll(db, sql: "SELECT collection FROM member WHERE asset = ?", arguments: [row])
    changedCollections.formUnion(albums)
    try db.execute(sql: "DELETE FROM member WHERE asset = ?", arguments: [row])
    removed.insert(row)
  }

  private func checkChosen(_ row: Int64) throws {
    guard isLimited else { return }
    let isChosen = try Bool.fetchOne(
      db, sql: "SELECT EXISTS(SELECT 1 FROM chosen WHERE asset = ?)", arguments: [row])
    guard isChosen == true else {
      throw PhotosError(.accessUserDenied, "the asset is outside what the user has chosen for the app")
    }
  }

  private mutating func apply(_ edit: AssetEdit, to row: Int64) throws {
    let columns: [(String, (any DatabaseValueConvertible)?)] =
      switch edit {
      case .favorite(let value): [("favorite", value)]
      case .hidden(let value): [("hidden", value)]
      case .creationMs(let value): [("creationDate", value)]
      case .location(let value):
        [("latitude", value?.coordinate.latitude), ("longitude", value?.coordinate.longitude)]
      case .adjustment(let value): [("adjustment", value.rawValue)]
      }
    if case .adjustment(let adjustment) = edit { try turn(row, to: adjustment) }
    try update(
      "UPDATE asset SET \(columns.map { "\($0.0) = ?" }.joined(separator: ", ")), modificationDate = ? "
        + "WHERE id = ? AND trashed = 0",
      columns.map { $0.1 } + [nowMs, row], what: "asset", row)
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
  private mutating func insert(_ rows: [Int64], into album: Int64, at places: [Int]?) throws {
    for row in rows {
      let known = try Bool.fetchOne(
        db, sql: "SELECT EXISTS(SELECT 1 FROM asset WHERE id = ? AND trashed = 0)", arguments: [row])
      guard known == true else { throw ChangeWriter.notFound("asset of row \(row)") }
    }
    try rewrite(album) { members in
      var seen = Set(members)
      let new = zip(rows, places ?? []).filter { seen.insert($0.0).inserted }
      guard let places else { return members += rows.filter { seen.insert($0).inserted } }
      guard places.count == rows.count else { throw ChangeWriter.refused("as many places as assets") }
      try ChangeWriter.insert(new, into: &members)
    }
  }

  /// Each at its place in the list as it is then.
  private static func insert(_ new: [(Int64, Int)], into list: inout [Int64]) throws {
    for (row, place) in new {
      guard (0...list.count).contains(place) else {
        throw refused("place \(place) in a list of \(list.count): choose one from 0 to its count")
      }
      list.insert(row, at: place)
    }
  }

  private static func move(_ places: [Int], to target: Int, in list: inout [Int64]) throws {
    try check(places, in: list.count)
    guard (0...(list.count - places.count)).contains(target) else {
      throw refused("a move to \(target) in a list of \(list.count): choose a place inside")
    }
    let moved = places.map { list[$0] }
    for place in places.reversed() { list.remove(at: place) }
    list.insert(contentsOf: moved, at: target)
  }

  /// Places are ascending.
  private static func check(_ places: [Int], in count: Int) throws {
    guard places.allSatisfy({ (0..<count).contains($0) }) else {
      throw refused("places outside a list of \(count): choose some inside")
    }
  }

  private mutating func rewrite(_ album: Int64, _ body: (inout [Int64]) throws -> Void) throws {
    let isThere = try Bool.fetchOne(
      db, sql: "SELECT EXISTS(SELECT 1 FROM collection WHERE id = ? AND isList = 0 AND trashed = 0)",
      arguments: [album])
    guard isThere == true else { throw ChangeWriter.notFound("album of row \(album)") }
    var members = try Int64.fetchAll(
      db, sql: "SELECT asset FROM member WHERE collection = ? ORDER BY position", arguments: [album])
    let old = members
    try change(&members, of: album, body)
    guard members != old else { return }
    changedCollections.insert(album)
    try db.execute(sql: "DELETE FROM member WHERE collection = ?", arguments: [album])
    let statement = try db.cachedStatement(sql: "INSERT INTO member(collection, position, asset) VALUES (?, ?, ?)")
    for (position, row) in members.enumerated() { try statement.execute(arguments: [album, position, row]) }
  }

  /// Changes a list whose places count in what the app has fetched. Who has come since stays after whom it follows.
  private mutating func change(
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

  /// With all that it holds, however deep.
  private mutating func deleteCollection(_ row: Int64) throws {
    try noteParent(of: row)
    var waiting = [row]
    while let next = waiting.popLast() {
      try update("UPDATE collection SET trashed = 1 WHERE id = ? AND trashed = 0", [next], what: "album", next)
      removedCollections.insert(next)
      waiting += try Int64.fetchAll(
        db, sql: "SELECT id FROM collection WHERE parent = ? AND trashed = 0", arguments: [next])
    }
  }

  /// The folder that holds it holds something else now.
  private mutating func noteParent(of row: Int64) throws {
    let parent = try Int64.fetchOne(db, sql: "SELECT parent FROM collection WHERE id = ?", arguments: [row])
    if let parent { changedCollections.insert(parent) }
  }

  private mutating func move(_ rows: [Int64], into folder: Int64?, at places: [Int]?) throws {
    let above = try Int64.fetchAll(
      db,
      sql: """
        WITH RECURSIVE above(row) AS (SELECT ? UNION SELECT parent FROM collection JOIN above ON id = row)
        SELECT row FROM above WHERE row NOT NULL
        """, arguments: [folder])
    guard !above.contains(where: { rows.contains($0) }) else {
      throw ChangeWriter.refused("a folder cannot be put into itself")
    }
    for row in rows { try noteParent(of: row) }
    try reorder(folder) { children in
      children.removeAll { rows.contains($0) }
      guard let places else { return children += rows }
      guard places.count == rows.count else { throw ChangeWriter.refused("as many places as albums") }
      try ChangeWriter.insert(Array(zip(rows, places)), into: &children)
    }
  }

  private func children(of folder: Int64?) throws -> [Int64] {
    try Int64.fetchAll(
      db, sql: "SELECT id FROM collection WHERE parent IS ? AND trashed = 0 ORDER BY position, id",
      arguments: [folder])
  }

  private mutating func reorder(_ folder: Int64?, _ body: (inout [Int64]) throws -> Void) throws {
    if let folder { changedCollections.insert(folder) }
    var children = try children(of: folder)
    if let folder { try change(&children, of: folder, body) } else { try body(&children) }
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
    guard db.changesCount > 0 else { throw ChangeWriter.notFound("\(what) of row \(row)") }
  }

  private static func notFound(_ name: String) -> PhotosError {
    PhotosError(.identifierNotFound, "there is no \(name) in the library: fetch it again")
  }

  private static func refused(_ reason: String) -> PhotosError { PhotosError(.changeNotSupported, reason) }
}
