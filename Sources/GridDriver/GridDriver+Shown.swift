import GridEngine
import StrategyKit

/// The images that stand at places: those of the machine, and others that stand in for them.
extension GridDriver {
  /// Returns the image that stands at a place; nil if there is none, and beyond the grid.
  package func held(at place: Int32) -> (image: Image, tier: Tier)? {
    guard place >= 0, place < machine.layout.count else { return nil }
    let slot = machine.slotHeld(at: place)
    if let slot, !machine.table.isCoarse(slot) { return books.images[slot].map { ($0, .full) } }
    if let (image, _) = handedOver.isEmpty ? nil : handedOver[machine.slotWanted(at: place)] { return (image, .full) }
    // What is shown stays, though the machine has a thumbnail by now.
    if let shown = standIns.isEmpty ? nil : standIns[photo(at: place)] { return shown }
    return slot.flatMap { books.images[$0] }.map { ($0, .coarse) }
  }

  /// Returns true if the source has another photo at a place than the one whose image stands there or is on its way: a
  /// change that was not told.
  package func isOther(at place: Int) -> Bool {
    guard (0..<Int(machine.layout.count)).contains(place) else { return false }
    let slot = machine.slotHeld(at: Int32(place)) ?? machine.slotWanted(at: Int32(place))
    guard let known = books.identities[slot], let identity = source.identity(at: place) else { return false }
    return known != identity
  }

  /// Cells go on showing what they show until their images are there, or until they leave.
  func keepShown() {
    for place in machine.shown.lower..<machine.shown.upper {
      if let shown = held(at: place) { standIns[photo(at: place)] = shown }
    }
  }

  /// Photos that moved or were edited have other numbers from now on: their cells, too, go on showing what they show.
  ///
  /// - Parameter first: The number of the first photo that is renewed.
  func keepShown(of changes: GridChanges, renumberedFrom first: Int32) {
    let origins = standIns.isEmpty ? [:] : changes.origins
    if origins.isEmpty { return }
    for (index, place) in changes.renewed.joined().enumerated() {
      guard let before = origins[place], let shown = standIns[photo(at: Int32(before))] else { continue }
      standIns[first + Int32(index)] = shown
    }
  }

  private func photo(at place: Int32) -> Int32 {
    machine.table.item(ofSlot: machine.slotWanted(at: place)).rawValue
  }

  /// A request of an image has given a thumbnail. It takes no image's place, nor that of another request's.
  func showStandIn(_ image: Image, for request: ImageRequest<Image>) {
    let photo = photo(of: request)
    guard open.contains(where: { $0 === request }), let place = machine.place(ofPhoto: photo),
      machine.slotHeld(at: place) == nil, standIns[photo]?.tier != .full
    else { return }
    standIns[photo] = (image, .coarse)
    books.touched.append(photo)
    isWorkerIdle = true
  }

  /// They are in no budget: one goes when its cell has left the screen, or has its image.
  ///
  /// - Parameter keepingOpen: A thumbnail stays while a request for its photo's image is open, too.
  func dropStandIns(keepingOpen: Bool) {
    // Nothing is on screen before the frame, which calls again.
    if standIns.isEmpty || awaitsFrame { return }
    func stays(_ photo: Int32, _ tier: Tier) -> Bool {
      guard let place = machine.place(ofPhoto: photo) else { return false }
      if machine.shown.contains(ItemID(rawValue: place)) {
        return machine.slotHeld(at: place).map { machine.table.isCoarse($0) } ?? true
      }
      return keepingOpen && tier == .coarse && open.contains { $0.tier == .full && self.photo(of: $0) == photo }
    }
    // Most frames drop none, and allocate nothing.
    if standIns.allSatisfy({ stays($0.key, $0.value.tier) }) { return }
    standIns = standIns.filter { stays($0.key, $0.value.tier) }
  }
}
