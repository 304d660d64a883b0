public import PhotosModel

/// What a fetch leaves out, and in which order it gives the rest (`PHFetchOptions`).
public struct FetchOptions: Hashable, Sendable {
  public var predicate: AssetPredicate?
  /// The first counts most; ties go by row, in the direction of the first. Without any, an album has its own order and
  /// everything else that of arrival in the library (which Photos leaves open: an assumption).
  public var sortDescriptors: [AssetSort] = []
  /// At most so many; 0 is no limit.
  public var fetchLimit = 0
  public var includeHiddenAssets = false
  /// All photos of a burst, not only the one that stands for it and those that the user chose.
  public var includeAllBurstAssets = false
  /// Empty lets the kind of fetch decide: the user's own library.
  public var includeAssetSourceTypes: AssetSourceType = []

  public init() {}

  public init(predicate: AssetPredicate?, sortedBy sortDescriptors: [AssetSort] = [], fetchLimit: Int = 0) {
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.fetchLimit = fetchLimit
  }
}
