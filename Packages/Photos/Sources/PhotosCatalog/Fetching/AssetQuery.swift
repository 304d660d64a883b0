import PhotosModel

/// A fetch of assets, as the database is asked. Kept by its result, so that it can be run again after a change.
struct AssetQuery: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case everything
    case album(Int64)
    case smart(SmartAlbum)
    case rows([Int64])
    case burst(Int32)
  }

  var base: Base
  var options: FetchOptions
  /// True to see only what the user has chosen.
  var isLimited = false

  var sql: SQLText {
    var condition = SQLText("a.trashed = 0")
    if !showsHidden { condition.and(SQLText("a.hidden = 0")) }
    if !showsBursts { condition.and(SQLText("a.burstMember = 0")) }
    condition.and(sources)
    if let base = baseCondition { condition.and(base) }
    if let predicate = options.predicate { condition.and(predicate.sql) }
    if isLimited { condition.and(SQLText("a.id IN (SELECT asset FROM chosen)")) }
    var from = "asset a"
    if case .album(let album) = base {
      from = "member m CROSS JOIN asset a ON a.id = m.asset"
      condition.and(SQLText("m.collection = ?", [album]))
    }
    var text = "SELECT a.id FROM \(from) WHERE \(condition.text) ORDER BY \(order)"
    if let limit { text += " LIMIT \(limit)" }
    return SQLText(text, condition.values)
  }

  /// The hidden album shows what is hidden, and so does an identifier.
  private var showsHidden: Bool {
    if case .smart(.allHidden) = base { return true }
    if case .rows = base { return true }
    return options.includeHiddenAssets
  }

  private var showsBursts: Bool {
    switch base {
    case .rows, .album: true
    default: options.includeAllBurstAssets
    }
  }

  private var sources: SQLText {
    let types = options.includeAssetSourceTypes.each
    if !types.isEmpty {
      return SQLText.joined(types.map { SQLText("a.sourceType = ?", [$0.rawValue]) }, " OR ", none: "")
    }
    switch base {
    case .rows, .album: return SQLText("TRUE")
    default: return SQLText("a.sourceType = \(AssetSourceType.typeUserLibrary.rawValue)")
    }
  }

  private var baseCondition: SQLText? {
    switch base {
    case .everything, .album: nil
    case .smart(let album): album.predicate?.sql
    // A text of numbers only, made here.
    case .rows(let rows): SQLText("a.id IN (SELECT value FROM json_each('\(rows)'))")
    case .burst(let burst): SQLText("a.burst = ?", [Int64(burst)])
    }
  }

  private var order: String {
    var parts = options.sortDescriptors.map { "\($0.key.column) \($0.isAscending ? "ASC" : "DESC")" }
    let isAscending = options.sortDescriptors.first?.isAscending ?? (base != .smart(.recentlyAdded))
    if parts.isEmpty, case .album = base { return "m.position" }
    parts.append("a.id \(isAscending ? "ASC" : "DESC")")
    return parts.joined(separator: ", ")
  }

  private var limit: Int? {
    let own = options.fetchLimit > 0 ? options.fetchLimit : nil
    guard base == .smart(.recentlyAdded) else { return own }
    return min(own ?? SmartAlbum.recentCount, SmartAlbum.recentCount)
  }
}
