public import Foundation
public import PhotosModel

/// What a fetch leaves out, and in which order it gives the rest (`PHFetchOptions`). A fetch takes the values at the
/// moment of the call.
public final class FetchOptions {
  /// A predicate with a format. Keys are those of Photos; a block gives an empty result that says why.
  public var predicate: NSPredicate?
  /// The first counts most; ties go by row, in the direction of the first. Without any, an album has its own order, a
  /// smart album has the newest first, and everything else the order of arrival in the library (an assumption).
  public var sortDescriptors: [NSSortDescriptor]?
  /// At most so many; 0 is no limit.
  public var fetchLimit = 0
  public var includeHiddenAssets = false
  /// All photos of a burst, not only the one that stands for it and those that the user chose.
  public var includeAllBurstAssets = false
  /// Empty lets the kind of fetch decide: the user's own library.
  public var includeAssetSourceTypes: AssetSourceType = []
  /// Whether changes of the result come with indexes; without them an observer reloads all.
  public var wantsIncrementalChangeDetails = true

  public init() {}
}

/// The values of fetch options, read against the keys of what is fetched.
struct FetchOrder: Hashable, Sendable {
  var predicate: FetchPredicate?
  /// Columns, and whether they ascend.
  var sort: [Sort] = []
  var limit = 0
  var showsHidden = false
  var showsBursts = false
  var sources: AssetSourceType = []
  var wantsDetails = true

  struct Sort: Hashable, Sendable {
    var column: String
    var isAscending: Bool
  }

  init(_ options: FetchOptions?, keys: [String: FetchKey], library: UInt64) throws(CatalogError) {
    guard let options else { return }
    if let predicate = options.predicate {
      let read = try FetchPredicate(predicate, keys: keys, library: library)
      let depth = read.depth
      guard depth <= 60 else {
        throw .badPredicate(text: "\(predicate)", reason: "\(depth) conditions inside each other: at most 60")
      }
      self.predicate = read
    }
    for descriptor in options.sortDescriptors ?? [] {
      guard let key = descriptor.name.flatMap({ keys[$0] }) else {
        let known = Set(keys.values.map { $0.name }).sorted().joined(separator: ", ")
        throw .badPredicate(text: descriptor.name ?? "\(descriptor)", reason: "sort by one of \(known)")
      }
      sort.append(Sort(column: key.column, isAscending: descriptor.ascending))
    }
    limit = max(0, options.fetchLimit)
    showsHidden = options.includeHiddenAssets
    showsBursts = options.includeAllBurstAssets
    sources = options.includeAssetSourceTypes
    wantsDetails = options.wantsIncrementalChangeDetails
  }

  /// `ORDER BY` and `LIMIT`; ties go by row.
  func ending(otherwise order: String, id: String, most: Int? = nil) -> String {
    let direction = sort.first.map { $0.isAscending ? "ASC" : "DESC" }
    let parts = sort.map { "\($0.column) \($0.isAscending ? "ASC" : "DESC")" }
    let own = direction.map { (parts + ["\(id) \($0)"]).joined(separator: ", ") } ?? order
    let limits = [limit > 0 ? limit : nil, most].compactMap { $0 }
    return " ORDER BY \(own)" + (limits.min().map { " LIMIT \($0)" } ?? "")
  }
}
