/// The sizes of the photos of an app's grid, and the bytes of the images that came. All copies of a table share it. A replay,
/// which knows all photos beforehand, has none.
///
/// A photo whose size is not known is foreseen as large as its cell and, once images came, by the mean share of a cell
/// that the last ones took. An image that came is foreseen as it was, and never less than its photo's size says.
package final class PhotoBook: @unchecked Sendable {
  package private(set) var photos: ContiguousArray<AssetInfo> = []
  /// The number of photos up to which one that is appended costs as much as one.
  package let capacity: Int
  /// Asks the app for the photo at a place; nil where it does not know its size.
  package var ask: (Int32) -> AssetInfo? = { _ in nil }
  /// Places around the screen. Of others an app is not asked, for it may have to fetch what it is asked for.
  package var near = ItemRange.empty
  /// Another number each time that much else is foreseen of all.
  package private(set) var version = 0
  /// By photo: true if its size is known, or the app has been asked for it.
  private var isSettled: ContiguousArray<Bool> = []
  /// Photos whose size is not known: the others' images are foreseen by their own sizes.
  private var unknownCount = 0
  private var came: [Int32: Int64] = [:]
  private var shares: [(ofCell: Share, ofPhoto: Share)] = []
  private var latest = (ofCell: Share(), ofPhoto: Share())

  private static let reach: Int32 = 256

  /// - Parameters:
  ///   - capacity: Photos that it comes to have.
  ///   - before: A book of other numbers of the same photos, whose images were of about the same shapes.
  package init(_ photos: ContiguousArray<AssetInfo>, capacity: Int = 0, after before: PhotoBook? = nil) {
    self.capacity = capacity
    self.photos.reserveCapacity(capacity)
    isSettled.reserveCapacity(capacity)
    append(photos)
    if let before { latest = before.latest }
  }

  package func append(_ new: ContiguousArray<AssetInfo>) {
    photos.append(contentsOf: new)
    isSettled.append(contentsOf: new.map { $0.size != AssetInfo.unknownSize })
    unknownCount += new.count { $0.size == AssetInfo.unknownSize }
  }

  package func see(_ visible: ItemRange) {
    near = ItemRange(lower: visible.lower - PhotoBook.reach, upper: visible.upper + PhotoBook.reach)
  }

  /// Asks the app for a photo of unknown size, once, and returns what became known, or nil.
  func lookUp(_ photo: Int, at place: Int32) -> AssetInfo? {
    if isSettled[photo] { return nil }
    isSettled[photo] = true
    guard let found = ask(place) else { return nil }
    photos[photo] = found
    if found.size == AssetInfo.unknownSize { return nil }
    unknownCount -= 1
    return found
  }

  /// Returns the foreseen bytes of an image.
  ///
  /// - Parameter form: The bytes by its photo's size, or by its cell if that is not known.
  func bytes(ofSlot slot: Int32, photo: Int, sizeClass: Int, form: Int64) -> Int64 {
    if let known = came[slot] { return known }
    let shares = sizeClass < shares.count ? shares[sizeClass] : latest
    return (photos[photo].size == AssetInfo.unknownSize ? shares.ofCell : shares.ofPhoto).foreseen(form)
  }

  /// Learns from an image that came, or from a photo's size if `slot` is nil, and returns whether other images of the
  /// class are foreseen differently now.
  ///
  /// - Parameter cell: The bytes by the photo's cell.
  func learn(_ bytes: Int64, slot: Int32?, photo: Int, sizeClass: Int, form: Int64, cell: Int64) -> Bool {
    if let slot { came[slot] = bytes }
    while shares.count <= sizeClass { shares.append(latest) }
    var isOther = shares[sizeClass].ofCell.add(bytes, of: cell) && unknownCount > 0
    if slot != nil && photos[photo].size != AssetInfo.unknownSize {
      isOther = shares[sizeClass].ofPhoto.add(bytes, of: form) || isOther
    }
    latest = shares[sizeClass]
    if isOther { version += 1 }
    return isOther
  }

  /// The mean of what the last images took, as a share of something else.
  private struct Share {
    private static let bits: Int64 = 16
    private static let one: Int64 = 1 << bits
    /// A mean that differs by less than one in so many from what is foreseen changes nothing.
    private static let band: Int64 = 32
    /// A new image makes up one in so many of the mean.
    private static let memory: Int64 = 8

    private var mean: Int64 = 0
    private var inForce = Share.one

    func foreseen(_ bytes: Int64) -> Int64 {
      if inForce == Share.one { return bytes }
      return min((bytes * inForce + Share.one - 1) >> Share.bits, Int64(UInt32.max))
    }

    /// Adds an image, and returns whether another share is foreseen now.
    mutating func add(_ bytes: Int64, of whole: Int64) -> Bool {
      let share = (bytes << Share.bits + max(1, whole) - 1) / max(1, whole)
      mean = mean == 0 ? share : mean + (share - mean) / Share.memory
      let next = max(mean, Share.one)
      if abs(next - inForce) <= inForce / Share.band { return false }
      inForce = next
      return true
    }
  }
}
