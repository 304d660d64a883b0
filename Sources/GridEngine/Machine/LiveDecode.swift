import StrategyKit

/// Decodes outside the replay, for one that goes by a clock of its own. Times are nanoseconds of the trace.
package protocol LiveDecodes: AnyObject {
  /// Begins a decode of `slot` with a declared cost. The driver of the replay ends it.
  func begin(slot: Int32, cost: Int64, at time: Int64)

  /// Tells that the decode has ended; a bitmap that is not kept may go.
  func end(slot: Int32, kept: Bool)

  func drop(slot: Int32)

  func request(photo: Int32)

  /// Begins the download of a slot's photo, which is in the cloud. The driver of the replay ends it.
  func download(slot: Int32)
}

extension LiveDecodes {
  package func request(photo: Int32) {}
  package func download(slot: Int32) {}
}

/// The result of a decode outside the replay.
package enum LiveDecode: Sendable {
  /// - Parameter bytes: What it takes, foreseen or not.
  case bitmap(bytes: Int64)
  case failure
}

/// The result of a download outside the replay.
package enum LiveDownload: Sendable {
  /// The file is here, and waits for a worker.
  case file
  /// Its image of so many bytes.
  case bitmap(bytes: Int64)
  case failure
}

extension Replayer {
  /// Foresees the bytes of images that have not come anew.
  mutating func foreseeAnew() {
    for photo in touched.items {
      for sizeClass in table.targetSizes.indices {
        let slot = sizeClass * table.capacity + Int(photo)
        let state = slots[slot].state
        guard state != .unknown, state != .decoding, !state.isResident else { continue }
        slots[slot].correct(bytes: table.bitmapBytes(item: Int(photo), sizeClass: sizeClass))
      }
    }
  }

  // Called only if there is an observer. A decoder is told slots; an observer is told whose bitmap each is.

  @inline(never)
  mutating func tellRequest(of photo: Int32, _ slot: Int32, _ outcome: RequestOutcome) {
    decodes?.request(photo: photo)
    observer?.take(.request(photo, table.targetSize(ofSlot: slot), outcome), at: now)
  }

  @inline(never)
  mutating func tellBegin(of slot: Int32, _ cause: JobCause, _ cost: Int64, _ bytes: Int64) {
    decodes?.begin(slot: slot, cost: cost, at: now)
    observer?.take(.begin(table.key(ofSlot: slot), cause: cause, cost: cost, bytes: bytes), at: now)
  }

  @inline(never)
  mutating func tellEnd(of slot: Int32, kept: Bool) {
    decodes?.end(slot: slot, kept: kept)
    observer?.take(.end(table.key(ofSlot: slot), kept: kept), at: now)
  }

  @inline(never)
  mutating func tellDrop(of slot: Int32, _ bytes: Int64, _ why: DropReason) {
    decodes?.drop(slot: slot)
    observer?.take(.drop(table.key(ofSlot: slot), bytes: bytes, why: why), at: now)
  }
}
