/// Why a picker does not take an asset. Photos' own does not show what it would not take; here it can be asked for all
/// the same.
public enum PickerRefusal: Error, Hashable, Sendable {
  /// The filter shows others.
  case notShown(by: PickerFilter)
  case isHidden
  case isChosenAlready
  case limitIsReached(Int)
}

extension PickerRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notShown(let filter): "the picker shows \(filter) only"
    case .isHidden: "a picker shows nothing hidden"
    case .isChosenAlready: "it is chosen already"
    case .limitIsReached(let limit): "\(limit) are chosen, the most that the app wants: take one back first"
    }
  }
}
