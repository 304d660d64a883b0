/// What a picker lets the user choose (`PHPickerConfiguration`).
public struct PickerConfiguration: Hashable, Sendable {
  /// In which order the chosen come (`PHPickerConfiguration.Selection`).
  public enum Selection: Hashable, Sendable {
    /// That of the library, which Photos leaves open: an assumption.
    case `default`
    /// That of choosing.
    case ordered
  }

  /// How many may be chosen; 0 is no limit.
  public var selectionLimit = 1
  /// Nil shows everything that is not hidden.
  public var filter: PickerFilter?
  public var selection: Selection = .default
  /// Names of assets that are chosen to begin with; of those that the picker shows, in this order, up to the limit.
  public var preselectedAssetIdentifiers: [String] = []

  public init(filter: PickerFilter? = nil, selectionLimit: Int = 1) {
    precondition(selectionLimit >= 0, "a selection limit of 0 (none) or more")
    self.filter = filter
    self.selectionLimit = selectionLimit
  }
}
