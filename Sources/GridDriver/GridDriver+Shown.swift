import GridEngine
import StrategyKit

/// The images that cells show: those of the machine, and others that stand in for them.
extension GridDriver {
  /// Returns the image at a place, or nil if there is none or the place is beyond the grid.
  package func held(at place: Int32) -> (image: Image, tier: Tier)? {
    guard place >= 0, place < machine.layout.count else { return nil }
    let slot = machine.slotHeld(at: place)
    if let slot, !machine.table.isThumbnail(slot) { return books.images[slot].map { ($0, .full) } }
    if let (image, _) = handedOver.isEmpty ? nil : handedOver[machine.slotWanted(at: place)] { return (image, .full) }
    // A shown image stays even if the machine has a thumbnail by now.
    if let shown = placeholders.isEmpty ? nil : placeholders[photo(at: place)] { return shown }
    return slot.flatMap { books.images[$0] }.map { ($0, .thumbnail) }
  }

  /// Returns whether the source now has another photo at a place than the one whose image is there or on its way: a
  /// change that the driver was not told of.
  package func isOther(at place: Int) -> Bool {
    guard (0..<Int(machine.layout.count)).contains(place) else { return false }
    let slot = machine.slotHeld(at: Int32(place)) ?? machine.slotWanted(at: Int32(place))
    guard let known = books.identities[slot], let identity = source.identity(at: place) else { return false }
    return known != identity
  }

  /// Keeps what cells show until their images arrive or they leave.
  func keepShown() {
    for place in machine.shown.lower..<machine.shown.upper {
      if let shown = held(at: place) { placeholders[photo(at: place)] = shown }
    }
  }

  /// Keeps what the cells of moved or edited photos show, under the photos' new numbers.
  ///
  /// - Parameter first: The number of the first renewed photo.
  func keepShown(of changes: GridChanges, renumberedFrom first: Int32) {
    let origins = placeholders.isEmpty ? [:] : changes.origins
    if origins.isEmpty { return }
    for (index, place) in changes.renewed.joined().enumerated() {
      guard let before = origins[place], let shown = placeholders[photo(at: Int32(before))] else { continue }
      placeholders[first + Int32(index)] = shown
    }
  }

  private func photo(at place: Int32) -> Int32 {
    machine.table.item(ofSlot: machine.slotWanted(at: place)).rawValue
  }

  /// Shows a thumbnail that came with a request for an image, unless its cell shows an image.
  func showPlaceholder(_ image: Image, for request: ImageRequest<Image>) {
    let photo = photo(of: request)
    guard open.contains(where: { $0 === request }), let place = machine.place(ofPhoto: photo),
      machine.slotHeld(at: place) == nil, placeholders[photo]?.tier != .full
    else { return }
    placeholders[photo] = (image, .thumbnail)
    books.touched.append(photo)
    isWorkerIdle = true
  }

  /// Removes placeholders, which count in no budget, once their cell has left the screen or has its image.
  ///
  /// - Parameter keepingOpen: True to keep thumbnails while a request for the photo's image is open.
  func dropPlaceholders(keepingOpen: Bool) {
    // Nothing is on screen before the frame, which calls this again.
    if placeholders.isEmpty || isAwaitingFrame { return }
    func stays(_ photo: Int32, _ tier: Tier) -> Bool {
      guard let place = machine.place(ofPhoto: photo) else { return false }
      if machine.shown.contains(ItemID(rawValue: place)) {
        return machine.slotHeld(at: place).map { machine.table.isThumbnail($0) } ?? true
      }
      return keepingOpen && tier == .thumbnail && open.contains { $0.tier == .full && self.photo(of: $0) == photo }
    }
    // Most frames drop none, and allocate nothing.
    if placeholders.allSatisfy({ stays($0.key, $0.value.tier) }) { return }
    placeholders = placeholders.filter { stays($0.key, $0.value.tier) }
  }
}
