import ArgumentParser
import CacheLab
import Dispatch
import Foundation
import LabLibrary
import LabMeasure
import LabSystem
import PhotosModel
import Strategies
import Synchronization

/// Asks a manager for images and measures what that takes.
struct WorkloadRun {
  let library: PhotoLibrary
  let size: WorkloadSize
  let calls: WorkloadCalls
  let deliveryMode: ImageRequestOptionsDeliveryMode
  /// Whether images stay until the end, as those that an app shows; else each goes when its handler returns.
  let holdsImages: Bool

  /// What the handlers count and hold.
  private final class Tally: Sendable {
    let counts = Mutex<(images: Int64, failures: Int64)>((0, 0))
    let held = Mutex<[PhotosImage]>([])
    let group = DispatchGroup()
  }

  /// - Parameter loop: Calls its argument with each asset that an image is wanted of.
  func measure(_ loop: ((Asset) -> Void) throws -> Void) throws -> WorkloadResult {
    let source = CountingSource(LibraryImageSource(library))
    let manager = ImageManager(source, scheduler: ThreadScheduler(deliveringOn: DispatchQueue(label: "handlers")))
    guard ProcessMemory.resetHighWaterMark(), case .bytes(let before) = ProcessMemory.resident() else {
      throw ValidationError("resident memory cannot be read: can /proc/self/clear_refs be written?")
    }
    let begun = Clocks.monotonic()
    let tally = Tally()
    let options = ImageRequestOptions()
    options.deliveryMode = deliveryMode
    options.isSynchronous = calls == .synchronous
    try loop { asset in request(asset, manager, options, tally) }
    tally.group.wait()
    var result = WorkloadResult()
    result.nanoseconds = Clocks.monotonic() - begun
    guard case .bytes(let peak) = ProcessMemory.highWaterMark() else {
      throw ValidationError("resident memory cannot be read")
    }
    result.residentBytes = peak - before
    (result.images, result.failures) = tally.counts.withLock { $0 }
    (result.decodes, result.thumbnails) = (source.decodes, source.thumbnails)
    result.liveBytes = source.ledger.peakBytes
    return result
  }

  private func request(_ asset: Asset, _ manager: ImageManager, _ options: ImageRequestOptions, _ tally: Tally) {
    tally.group.enter()
    let holdsImages = holdsImages
    manager.requestImage(for: asset, targetSize: CGSize(size.target), contentMode: .aspectFill, options: options) {
      image, info in
      guard ImageResultInfo(info).isFinal else { return }
      tally.counts.withLock { counts in
        if image == nil { counts.failures += 1 } else { counts.images += 1 }
      }
      if holdsImages, let image { tally.held.withLock { $0.append(image) } }
      tally.group.leave()
    }
  }
}
