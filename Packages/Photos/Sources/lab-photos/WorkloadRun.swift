import ArgumentParser
import CacheLab
import Foundation
import LabBase
import LabLibrary
import LabMeasure
import LabSystem
import PhotosModel
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
    let source = LibraryImageSource(library)
    let manager = ImageManager(source, scheduler: ThreadScheduler(deliveringOn: DispatchQueue(label: "handlers")))
    let (tally, options) = (Tally(), ImageRequestOptions())
    options.deliveryMode = deliveryMode
    options.isSynchronous = calls == .synchronous
    var result = WorkloadResult()
    result.residentBytes = try ProcessMemory.growth {
      let begun = Clocks.monotonic()
      try loop { asset in request(asset, manager, options, tally) }
      tally.group.wait()
      result.nanoseconds = Clocks.monotonic() - begun
    }
    (result.images, result.failures) = tally.counts.withLock { $0 }
    (result.decodes, result.thumbnails) = (source.decodeCount, source.thumbnailCount)
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

extension ProcessMemory {
  /// How far resident memory rises while `body` runs, bytes.
  static func growth(_ body: () throws -> Void) throws -> Int64 {
    guard resetHighWaterMark(), case .bytes(let before) = resident() else {
      throw ValidationError("resident memory cannot be read: can /proc/self/clear_refs be written?")
    }
    try body()
    guard case .bytes(let peak) = highWaterMark() else { throw ValidationError("resident memory cannot be read") }
    return peak - before
  }
}

/// What one run of a workload took.
struct WorkloadResult: Codable {
  var images: Int64 = 0
  /// Requests that ended without an image.
  var failures: Int64 = 0
  /// Files decoded, at any scale: waiting requests for one image share a decode.
  var decodes: Int64 = 0
  /// Embedded thumbnails decoded.
  var thumbnails: Int64 = 0
  var nanoseconds: Int64 = 0
  /// High-water mark of the bytes of live images.
  var liveBytes: Int64 = 0
  /// How far resident memory rose above that before the first request, bytes.
  var residentBytes: Int64 = 0
}

extension WorkloadResult {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs this very program with other words and reads the result that it prints: in a process of its own, so that what
  /// one run leaves in memory does not spoil the next.
  init(ofProcess words: [String]) throws {
    let (child, output) = (Process(), Pipe())
    child.executableURL = Bundle.main.executableURL
    child.arguments = words + ["--report"]
    child.standardOutput = output
    do {
      try child.run()
    } catch {
      throw Failure(description: "no process could be started (\(error)): workloads are measured on Linux")
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    guard child.terminationStatus == 0, let result = try? JSONDecoder().decode(WorkloadResult.self, from: text) else {
      throw Failure(
        description: "the process of '\(words.joined(separator: " "))' ended without a result: run it alone")
    }
    self = result
  }

  /// What is handed to the process that waits for it.
  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  /// The median, and the range where there is one: `4.87 (4.60-5.02)`.
  static func median(_ values: [Double], decimals: Int) -> String {
    let sorted = values.sorted()
    func text(_ place: Int) -> String { NumberText.fixed(sorted[place], decimals: decimals) }
    // The lower of two in the middle: a value that was measured.
    let (least, median, most) = (text(0), text((sorted.count - 1) / 2), text(sorted.count - 1))
    return least == most ? median : "\(median) (\(least)-\(most))"
  }
}

extension [WorkloadResult] {
  /// What the table shows of several runs of the same: the medians, and ranges where there are any.
  ///
  /// - Precondition: at least one result.
  var cells: [String] {
    func cell(_ value: (WorkloadResult) -> Int64, per unit: Double = 1, decimals: Int = 0) -> String {
      WorkloadResult.median(map { Double(value($0)) / unit }, decimals: decimals)
    }
    return [
      cell(\.images), cell(\.failures), cell(\.decodes), cell(\.thumbnails),
      cell(\.nanoseconds, per: 1e9, decimals: 2), cell(\.liveBytes, per: 1e6, decimals: 1),
      cell(\.residentBytes, per: 1e6, decimals: 1),
    ]
  }
}
