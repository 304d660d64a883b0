/// A few bitmaps' memory, resident from the start, used in turn.
final class BitmapRing {
  @safe private struct Place {
    var address: UnsafeMutableRawPointer
    var job: Int?
  }

  private var pages = PageStore()
  private var places: [Place] = []
  private let bytes: Int
  private var index = 0

  /// - Throws: `MeasureError.noMemory` when the system refuses.
  init(count: Int, bytes: Int) throws(MeasureError) {
    self.bytes = bytes
    for _ in 0..<count { places.append(unsafe Place(address: try pages.allocate(bytes: bytes), job: nil)) }
  }

  /// No decode may be under way.
  deinit {
    for place in places { unsafe pages.release(place.address, bytes: bytes) }
  }

  /// The job whose bitmap stands in the place that comes next; it must be done before `next`.
  var jobOfNext: Int? { places[index].job }

  /// - Precondition: no more bytes than a place has.
  func next(bytes count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(count <= bytes, "a bitmap fits into its place")
    return unsafe UnsafeMutableRawBufferPointer(start: places[index].address, count: count)
  }

  /// Goes on to the next place.
  func remember(job: Int) {
    places[index].job = job
    index = (index + 1) % places.count
  }

  /// All jobs are done.
  func forget() {
    for index in places.indices { places[index].job = nil }
  }
}
