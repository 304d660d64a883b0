import GridEngine

/// The effects of a call of the engine, on which the driver acts afterwards, and the images.
final class GridBooks<Image>: LiveDecodes {
  /// By slot.
  var images: [Int32: Image] = [:]
  /// By slot, what the source says of the photo whose image or request there is.
  var identities: [Int32: Int] = [:]
  /// Jobs that workers took, in their order.
  var begun: [Int32] = []
  /// Jobs whose photos' files are to be downloaded, in their order.
  var downloads: [Int32] = []
  /// Photos whose cells may have another image to show.
  var touched: [Int32] = []

  func begin(slot: Int32, cost: Int64, at time: Int64) { begun.append(slot) }

  func end(slot: Int32, kept: Bool) {
    if !kept { drop(slot: slot) }
  }

  func drop(slot: Int32) {
    images[slot] = nil
    identities[slot] = nil
  }

  func request(photo: Int32) { touched.append(photo) }

  func download(slot: Int32) { downloads.append(slot) }
}
