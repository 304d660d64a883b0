import GRDB
import LabBase
import StrategyKit

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
