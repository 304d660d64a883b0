import GridEngine
import StrategyKit

/// What stands at a place: an image of the machine, or a thumbnail that came with a request.
extension GridDriver {
  /// What stands at a place; nil where nothing does, and beyond the grid.
  func held(at place: Int32) -> (image: Image, tier: Tier)? {
    guard place >= 0, place < machine.layout.count else { return nil }
    if let slot = machine.slotHeld(at: place) {
      return books.images[slot].map { ($0, machine.table.tier(ofSlot: slot)) }
    }
    if let (image, _) = handedOver.isEmpty ? nil : handedOver[machine.slotWanted(at: place)] { return (image, .full) }
    return standIns.isEmpty ? nil : standIns[photo(at: place)].map { ($0, .coarse) }
  }

  private func photo(at place: Int32) -> Int32 {
    machine.table.item(ofSlot: machine.slotWanted(at: place)).rawValue
  }

  /// A request has given a thumbnail.
  func showStandIn(_ image: Image, for request: ImageRequest<Image>) {
    let photo = photo(of: request)
    guard open.contains(where: { $0 === request }), let place = machine.place(ofPhoto: photo),
      machine.slotHeld(at: place) == nil
    else { return }
    standIns[photo] = image
    books.touched.append(photo)
    isWorkerIdle = true
  }

  /// Thumbnails are in no budget: one goes when its cell has left the screen.
  ///
  /// - Parameter keepingOpen: One stays while its photo's request is open, too.
  func dropStandIns(keepingOpen: Bool) {
    // Nothing is on screen before the frame, which calls again.
    if standIns.isEmpty || awaitsFrame { return }
    func stays(_ photo: Int32) -> Bool {
      guard let place = machine.place(ofPhoto: photo) else { return false }
      return machine.shown.contains(ItemID(rawValue: place))
        || keepingOpen && open.contains { self.photo(of: $0) == photo }
    }
    // Most frames drop none, and allocate nothing.
    if standIns.keys.allSatisfy(stays) { return }
    standIns = standIns.filter { stays($0.key) }
  }
}
