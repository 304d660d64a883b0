import StrategyKit

/// The slots of a grid's places at the target sizes in force, and of their thumbnails.
struct CellSlots {
  let slots: SlotStore
  /// The slot of photo 0's thumbnail; nil where none stand in.
  let thumbnailBase: Int?
  let order: PlaceMap

  /// A cell waits for its image and shows nothing.
  func isBlank(_ place: Int32) -> Bool { slots[order.slot(at: place)].has(.awaited) && !isSoft(place) }

  /// A cell waits for its image and shows the thumbnail.
  func isSoft(_ place: Int32) -> Bool {
    guard let thumbnailBase else { return false }
    return slots[thumbnailBase + Int(order.photo(at: place))].state == .displayed
  }
}
