import StrategyKit

/// The slots of a grid's places at the target size in force.
struct CellSlots {
  let slots: SlotStore
  let base: Int32
  let order: PlaceMap

  subscript(place: Int32) -> Slot { slots[Int(base + order.photo(at: place))] }
}
