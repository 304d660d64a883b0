enum JobKind: String, CaseIterable, Sendable {
  /// A place among the downloads, for the photo's file is in the cloud.
  case download
  /// A worker, to decode an embedded thumbnail: before all full images.
  case thumbnail
  /// A worker, to decode a full image.
  case image
}

/// The jobs that wait: in a queue for each kind and cause, linked through the slots.
struct JobQueues: Sendable {
  /// The jobs of one kind: those for demand go before the others, first come first served within each.
  struct Kind: Sendable {
    var demand = SlotQueue()
    var preheat = SlotQueue()

    /// The job whose turn it is; `SlotQueue.none` if none waits.
    @inline(__always)
    var first: Int32 { demand.isEmpty ? preheat.first : demand.first }

    @inline(__always)
    mutating func append(_ slot: Int, in slots: SlotStore) {
      var slots = slots
      let isDemand = slots[slot].has(.forDemand)
      if isDemand { demand.append(Int32(slot), in: &slots) } else { preheat.append(Int32(slot), in: &slots) }
    }

    @inline(__always)
    mutating func remove(_ slot: Int, in slots: SlotStore) {
      var slots = slots
      let isDemand = slots[slot].has(.forDemand)
      if isDemand { demand.remove(Int32(slot), in: &slots) } else { preheat.remove(Int32(slot), in: &slots) }
    }
  }

  var downloads = Kind()
  var thumbnails = Kind()
  var images = Kind()

  // Reads only: an accessor that yields would be a call of its own, with memory from the heap.
  @inline(__always)
  subscript(kind: JobKind) -> Kind {
    switch kind {
    case .download: downloads
    case .thumbnail: thumbnails
    case .image: images
    }
  }
}

/// The jobs of a kind that run in virtual time, each in a place until it ends: decodes on workers, or downloads. Behind
/// the places there may be others, for decodes of thumbnails that run beside.
struct RunningJobs: Sendable {
  private struct Place: Sendable {
    var slot = SlotQueue.none
    var end: Int64 = .max
    var job: Int64 = .max
  }

  private var places: ContiguousArray<Place>
  /// The number of places without those for jobs that run beside.
  let count: Int
  private(set) var idleCount: Int
  private var idleBesideCount: Int
  /// The earliest end of a running job in nanoseconds; the largest integer if none runs.
  private(set) var nextEnd: Int64 = .max
  /// The number of jobs begun so far, and of the next one.
  private(set) var begun: Int64 = 0

  init(places count: Int, beside: Int = 0) {
    places = ContiguousArray(repeating: Place(), count: count + beside)
    self.count = count
    (idleCount, idleBesideCount) = (count, beside)
  }

  var busyCount: Int { places.count - idleCount - idleBesideCount }

  /// The number of idle places for thumbnails: their own, or those of all jobs if they have none.
  @inline(__always)
  var idleForThumbnails: Int { places.count > count ? idleBesideCount : idleCount }

  var slots: [Int32] { places.lazy.map { $0.slot }.filter { $0 != SlotQueue.none } }

  func contains(_ slot: Int32) -> Bool { places.contains { $0.slot == slot } }

  /// Gives a job to an idle place, a thumbnail's to one of its own if there are any.
  ///
  /// - Precondition: Such a place is idle.
  mutating func begin(_ slot: Int32, isThumbnail: Bool = false, until end: Int64) {
    precondition((isThumbnail ? idleForThumbnails : idleCount) > 0, "an idle worker takes the job")
    var index = isThumbnail && places.count > count ? count : 0
    while places[index].slot != SlotQueue.none { index += 1 }
    places[index] = Place(slot: slot, end: end, job: begun)
    begun += 1
    countIdle(index, -1)
    nextEnd = min(nextEnd, end)
  }

  /// Takes the job that ends at `nextEnd`, of several the one that began first.
  ///
  /// - Precondition: A job runs.
  mutating func takeNext() -> Int32 {
    var found = 0
    var first = places[0]
    var endOfOthers = Int64.max
    for index in 1..<max(places.count, 1) {
      let place = places[index]
      if (place.end, place.job) < (first.end, first.job) {
        endOfOthers = min(endOfOthers, first.end)
        (found, first) = (index, place)
      } else {
        endOfOthers = min(endOfOthers, place.end)
      }
    }
    places[found] = Place()
    countIdle(found, 1)
    nextEnd = endOfOthers
    return first.slot
  }

  @inline(__always)
  private mutating func countIdle(_ index: Int, _ change: Int) {
    if index < count { idleCount += change } else { idleBesideCount += change }
  }

  /// - Precondition: The slot's job runs.
  mutating func take(_ slot: Int32) {
    let index = places.firstIndex { $0.slot == slot }
    precondition(index != nil, "only a decode that runs can end")
    places[index!] = Place()
    countIdle(index!, 1)
    nextEnd = places.reduce(.max) { min($0, $1.end) }
  }

  /// - Returns: The slots whose jobs run.
  /// - Throws: `InvariantViolation` if the count of idle places or the next end is wrong, or a slot runs twice.
  func checkInvariants() throws(InvariantViolation) -> Set<Int32> {
    let running = places.filter { $0.slot != SlotQueue.none }
    try Invariant.holds(
      idleCount == places[..<count].count { $0.slot == SlotQueue.none } && busyCount == running.count,
      "\(idleCount) of \(count) places are idle, and \(idleBesideCount) beside; \(running.count) jobs run")
    let first = places.reduce(.max) { min($0, $1.end) }
    try Invariant.holds(nextEnd == first, "the next job ends at \(first), not at \(nextEnd)")
    for job in running {
      try Invariant.holds(0 <= job.job && job.job < begun, "job \(job.job) runs, \(begun) began")
    }
    let slots = Set(running.map { $0.slot })
    try Invariant.holds(slots.count == running.count, "a slot's job runs twice")
    return slots
  }
}
