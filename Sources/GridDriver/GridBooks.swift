import GridEngine

/// The effects of a call to the engine, which the driver then acts on, and the images.
final class GridBooks<Image>: LiveDecodes {
  /// The images by slot.
  var images: [Int32: Image] = [:]
  /// The identities of photos with an image or a request, by slot.
  var identities: [Int32: Int] = [:]
  /// The jobs that workers took, in order.
  var begun: [Int32] = []
  /// The jobs whose photos' files are to be downloaded, in order.
  var downloads: [Int32] = []
  /// The photos whose cells may have another image to show.
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
