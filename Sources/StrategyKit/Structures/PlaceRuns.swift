/// The photo and the slot of each place of a grid, and the place of each photo. Neighbours are kept as one run, so a change
/// costs as much as it changes, however many photos the grid holds.
///
/// A look-up near the last one takes two comparisons, any other the logarithm of the number of runs.
public struct PlaceRuns: Sendable {
  @usableFromInline
  struct Run: Sendable {
    @usableFromInline var place: Int32
    @usableFromInline var photo: Int32
    @usableFromInline var slot: Int32
  }

  /// The runs in the order of places, and one behind the grid.
  @usableFromInline
  private(set) var runs: ContiguousArray<Run> = [Run(place: 0, photo: -1, slot: -1)]
  private var byPhoto: ContiguousArray<Int32> = []
  @usableFromInline var latest = 0
  /// The index in `byPhoto` of the last photo that was looked up.
  private var latestPhoto = 0

  /// - Parameter parts: Neighbouring photos with neighbouring slots, in the order of places, and the slot of the first.
  /// - Precondition: No photo occurs twice.
  package init(_ parts: some Sequence<(photos: ItemRange, slot: Int32)>) {
    for part in parts where !part.photos.isEmpty { append(part.photos, part.slot) }
    byPhoto = ContiguousArray((0..<Int32(runs.count - 1)).sorted { runs[Int($0)].photo < runs[Int($1)].photo })
  }

  private mutating func append(_ photos: ItemRange, _ slot: Int32) {
    var end = runs.removeLast()
    let goesOn = runs.last.map { last in
      let length = end.place - last.place
      return last.photo + length == photos.lower && last.slot + length == slot
    }
    if goesOn != true { runs.append(Run(place: end.place, photo: photos.lower, slot: slot)) }
    end.place += Int32(photos.count)
    runs.append(end)
  }

  package var count: Int32 { runs[runs.count - 1].place }

  /// Returns the slot of a place.
  ///
  /// - Precondition: `place` is in the grid.
  @inlinable @inline(__always)
  public mutating func slot(at place: Int32) -> Int32 {
    let run = runs[index(of: place)]
    return run.slot + place - run.place
  }

  /// Returns the slot of a place, without remembering the look-up.
  package func slotFound(at place: Int32) -> Int32 {
    let run = runs[found(place)]
    return run.slot + place - run.place
  }

  /// Returns the photo and the slot of a place, and the end of its run.
  ///
  /// - Precondition: `place` is in the grid.
  package mutating func run(at place: Int32) -> (photo: Int32, slot: Int32, end: Int32) {
    let index = index(of: place)
    let (run, shift) = (runs[index], place - runs[index].place)
    return (run.photo + shift, run.slot + shift, runs[index + 1].place)
  }

  /// Returns the place of a photo; a negative number if the grid does not show it.
  package mutating func place(of photo: Int32) -> Int32 {
    if let place = place(of: photo, inRun: latestPhoto) { return place }
    let index = byPhoto.indices.partitioningIndex { runs[Int(byPhoto[$0])].photo > photo } - 1
    guard let place = place(of: photo, inRun: index) else { return -1 }
    latestPhoto = index
    return place
  }

  /// - Parameter index: An index of `byPhoto`, or any other number.
  private func place(of photo: Int32, inRun index: Int) -> Int32? {
    guard byPhoto.indices.contains(index) else { return nil }
    let number = Int(byPhoto[index])
    let (run, end) = (runs[number], runs[number + 1].place)
    let place = run.place + photo - run.photo
    return run.place <= place && place < end ? place : nil
  }

  @inlinable @inline(__always)
  mutating func index(of place: Int32) -> Int {
    if runs[latest].place <= place && place < runs[latest + 1].place { return latest }
    latest = found(place)
    return latest
  }

  @usableFromInline @inline(never)
  func found(_ place: Int32) -> Int {
    precondition(0 <= place && place < count, "a place of the grid")
    return runs.indices.partitioningIndex { runs[$0].place > place } - 1
  }
}
