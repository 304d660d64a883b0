/// What a user has chosen in a picker so far (what `PHPickerViewController` hands over in the end).
public struct PickerSelection: Sendable {
  public let configuration: PickerConfiguration
  /// In the order of choosing.
  public private(set) var chosen: [Asset] = []
  private var ids: Set<AssetID> = []

  /// - Parameter library: Where the assets that are chosen to begin with are looked up.
  public init(_ configuration: PickerConfiguration, library: [Asset] = []) {
    self.configuration = configuration
    for name in configuration.preselectedAssetIdentifiers {
      if let asset = library.first(where: { $0.localIdentifier == name }) { _ = choose(asset) }
    }
  }

  /// Chooses an asset.
  ///
  /// - Returns: Why it was not taken; nil when it was.
  public mutating func choose(_ asset: Asset) -> PickerRefusal? {
    if asset.isHidden { return .isHidden }
    if let filter = configuration.filter, !filter.shows(asset) { return .notShown(by: filter) }
    if ids.contains(asset.id) { return .isChosenAlready }
    let limit = configuration.selectionLimit
    guard limit == 0 || chosen.count < limit else { return .limitIsReached(limit) }
    chosen.append(asset)
    ids.insert(asset.id)
    return nil
  }

  /// Takes one back; one that was not chosen stays so.
  public mutating func takeBack(_ asset: Asset) {
    guard ids.remove(asset.id) != nil else { return }
    chosen.removeAll { $0.id == asset.id }
  }

  /// What the app gets, in the order that it asked for.
  public var results: [Asset] {
    configuration.selection == .ordered ? chosen : chosen.sorted { $0.id < $1.id }
  }
}
