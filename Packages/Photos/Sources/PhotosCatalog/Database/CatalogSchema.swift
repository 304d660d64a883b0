import GRDB

/// The tables. Every value is a number but the titles.
enum CatalogSchema {
  /// Another number makes other files: `PRAGMA user_version`.
  static let version = 2

  /// `trashed` keeps the rows of deleted assets, as Recently Deleted does: who holds an older fetch result can still
  /// read them. `burstMember` is true for photos of a burst that neither stand for it nor were chosen by the user.
  static let statements = [
    """
    CREATE TABLE asset(
      id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
      orientation INTEGER NOT NULL, mediaType INTEGER NOT NULL, mediaSubtypes INTEGER NOT NULL,
      sourceType INTEGER NOT NULL, creationDate INTEGER NOT NULL, modificationDate INTEGER NOT NULL,
      duration INTEGER NOT NULL, favorite INTEGER NOT NULL, hidden INTEGER NOT NULL, burst INTEGER,
      representsBurst INTEGER NOT NULL, burstSelection INTEGER NOT NULL, adjustment INTEGER NOT NULL,
      contentVersion INTEGER NOT NULL, burstMember INTEGER NOT NULL, latitude REAL, longitude REAL,
      trashed INTEGER NOT NULL DEFAULT 0)
    """,
    """
    CREATE TABLE collection(
      id INTEGER PRIMARY KEY AUTOINCREMENT, isList INTEGER NOT NULL, title TEXT NOT NULL,
      parent INTEGER REFERENCES collection(id), position INTEGER NOT NULL, trashed INTEGER NOT NULL DEFAULT 0)
    """,
    """
    CREATE TABLE member(
      collection INTEGER NOT NULL REFERENCES collection(id), position INTEGER NOT NULL,
      asset INTEGER NOT NULL REFERENCES asset(id), PRIMARY KEY(collection, position)) WITHOUT ROWID
    """,
    // What a user with limited access has chosen.
    "CREATE TABLE chosen(asset INTEGER PRIMARY KEY REFERENCES asset(id))",
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  ]

  /// Made after the rows, which is faster. The first two hold all that a listing asks for, so that one of a million
  /// assets reads tens of bytes an asset and not its whole row.
  static let indexes = [
    "CREATE INDEX assetListed ON asset(trashed, hidden, burstMember, sourceType)",
    "CREATE INDEX assetByDate ON asset(creationDate, id, trashed, hidden, burstMember, sourceType)",
    "CREATE INDEX assetInBurst ON asset(burst) WHERE burst IS NOT NULL",
    "CREATE INDEX memberByAsset ON member(asset, collection)",
    "CREATE INDEX collectionByParent ON collection(parent, position)",
  ]

  static func make(in db: Database) throws {
    for statement in statements { try db.execute(sql: statement) }
  }

  static func makeIndexes(in db: Database) throws {
    for statement in indexes { try db.execute(sql: statement) }
    // The planner then knows that a listing's equalities choose nearly all rows.
    try db.execute(sql: "ANALYZE")
  }
}
