import StrategyKit

/// The thing that a job waits for.
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

    /// Appends the slot's job to the queue of its cause.
    @inline(__always)
    mutating func append(_ slot: Int, in slots: SlotStore) {
      var slots = slots
      if slots[slot].has(.forDemand) {
        demand.append(Int32(slot), in: &slots)
      } else {
        preheat.append(Int32(slot), in: &slots)
      }
    }

    @inline(__always)
    mutating func remove(_ slot: Int, in slots: SlotStore) {
      var slots = slots
      if slots[slot].has(.forDemand) {
        demand.remove(Int32(slot), in: &slots)
      } else {
        preheat.remove(Int32(slot), in: &slots)
      }
    }
  }

  private var downloads = Kind()
  private var thumbnails = Kind()
  private var images = Kind()

  @inline(__always)
  subscript(kind: JobKind) -> Kind {
    switch kind {
    case .download: downloads
    case .thumbnail: thumbnails
    case .image: images
    }
  }

  // An accessor that yields would be a call of its own, with memory from the heap.
  @inline(__always)
  mutating func append(_ slot: Int, to kind: JobKind, in slots: SlotStore) {
    switch kind {
    case .download: downloads.append(slot, in: slots)
    case .thumbnail: thumbnails.append(slot, in: slots)
    case .image: images.append(slot, in: slots)
    }
  }

  @inline(__always)
  mutating func remove(_ slot: Int, from kind: JobKind, in slots: SlotStore) {
    switch kind {
    case .download: downloads.remove(slot, in: slots)
    case .thumbnail: thumbnails.remove(slot, in: slots)
    case .image: images.remove(slot, in: slots)
    }
  }
}
