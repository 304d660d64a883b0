import StrategyKit

/// Which photo each place of a grid shows, and where each photo is: two tables in memory of their own, or none where
/// place and photo are the same number, so that a look-up takes one comparison where nothing ever changes.
///
/// Whoever makes one frees it.
@safe struct PlaceMap {
  private let photos: UnsafeMutablePointer<Int32>?
  private let places: UnsafeMutablePointer<Int32>?
  private let count: Int32

  /// - Parameters:
  ///   - content: nil for the library's first photos in their order.
  ///   - photoCount: One more than the highest number of a photo.
  init(_ content: GridContent?, photoCount: Int) {
    guard let content else {
      unsafe photos = nil
      unsafe places = nil
      count = 0
      return
    }
    count = content.count
    let photos = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, Int(content.count)))
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, photoCount))
    unsafe places.initialize(repeating: -1, count: max(1, photoCount))
    for (place, photo) in content.numbers.enumerated() {
      precondition(Int(photo) < photoCount, "every photo is in the table")
      unsafe photos[place] = photo
      unsafe places[Int(photo)] = Int32(place)
    }
    unsafe self.photos = unsafe photos
    unsafe self.places = unsafe places
  }

  func deallocate() {
    unsafe photos?.deallocate()
    unsafe places?.deallocate()
  }

  /// The photo of each place; nil where these are the same.
  var pointer: UnsafePointer<Int32>? { unsafe photos.map { unsafe UnsafePointer($0) } }

  var isPlain: Bool { unsafe photos == nil }

  /// - Precondition: a place of the grid.
  @inline(__always)
  func photo(at place: Int32) -> Int32 {
    guard let photos = unsafe photos else { return place }
    assert(place >= 0 && place < count, "a place of the grid")
    return unsafe photos[Int(place)]
  }

  /// Where a photo of the library is; negative when it is not in the grid. Where place and photo are the same it may lie
  /// beyond the grid's end.
  @inline(__always)
  func place(of photo: Int32) -> Int32 {
    guard let places = unsafe places else { return photo }
    return unsafe places[Int(photo)]
  }

  /// Every photo, by place; none where place and photo are the same.
  var numbers: ContiguousArray<Int32> {
    guard !isPlain else { return [] }
    return ContiguousArray((0..<count).lazy.map { photo(at: $0) })
  }

  /// Places as runs of neighbouring photos.
  func photos(at places: ItemRange) -> [ItemRange] {
    if isPlain { return [places] }
    var runs: [ItemRange] = []
    for place in places.lower..<places.upper {
      let photo = photo(at: place)
      if runs.last?.upper == photo {
        runs[runs.count - 1].upper += 1
      } else {
        runs.append(ItemRange(lower: photo, upper: photo + 1))
      }
    }
    return runs
  }
}
