import ArgumentParser
import CacheLab
import Dispatch
import PhotosCatalog
import PhotosModel
import Strategies
import Synchronization

/// The loop that every gallery app begins with: all albums, an image of every asset.
struct EnumerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enumerate",
    abstract: "Asks for an image of every asset of every album, and shows time and memory.",
    discussion: """
      Asynchronous requests are all made at once, as a loop without a limit does; images wait for the handlers' queue.

      EXAMPLES
        lab-photos enumerate --size original
        lab-photos enumerate --size 288x288 --synchronous
      """)

  @Option(help: "original, or the target in pixels: 288x288.")
  var size = "288x288"

  @Flag(help: "One after another, each before the call returns.")
  var synchronous = false

  @Option(help: "How many assets the library has.")
  var assets = 4_000

  @Option(help: "The library's profile: tiny, small, default or full.")
  var profile = "default"

  func run() throws {
    let target = try target()
    guard let profile = LibraryProfile(rawValue: profile) else {
      throw ValidationError("there is no profile \(profile): choose tiny, small, default or full")
    }
    let library = try PhotoLibrary.open(
      LibraryConfiguration(assetCount: assets, profile: profile), in: PhotoLibrary.defaultCacheDirectory())
    let photos = try AssetLibrary(of: library)
    let source = LibraryImageSource(library)
    let manager = ImageManager(source)
    guard ProcessMemory.resetHighWaterMark(), case .bytes(let before) = ProcessMemory.resident() else {
      throw ValidationError("resident memory cannot be read: can /proc/self/clear_refs be written?")
    }
    let begun = Clocks.monotonic()
    let tally = try enumerate(photos, manager, target)
    let elapsed = Double(Clocks.monotonic() - begun) / 1e9
    guard case .bytes(let peak) = ProcessMemory.highWaterMark() else {
      throw ValidationError("resident memory cannot be read")
    }
    let (images, failures) = tally.counts.withLock { $0 }
    for figure in [
      PhotosFigure(name: "images", value: Double(images), unit: "", decimals: 0),
      PhotosFigure(name: "requests without an image", value: Double(failures), unit: "", decimals: 0),
      PhotosFigure(name: "time", value: elapsed, unit: "s", decimals: 2),
      PhotosFigure(name: "peak of live images", value: Double(source.ledger.peakBytes) / 1e6, unit: "MB", decimals: 1),
      PhotosFigure(
        name: "peak of resident memory above that before", value: Double(peak - before) / 1e6, unit: "MB", decimals: 1),
    ] { print(figure.line) }
  }

  /// What the handlers count.
  private final class Tally: Sendable {
    let counts = Mutex<(images: Int, failures: Int)>((0, 0))
    let group = DispatchGroup()
  }

  private func enumerate(
    _ photos: AssetLibrary, _ manager: ImageManager, _ target: PixelSize
  ) throws -> Tally {
    let tally = Tally()
    var options = ImageRequestOptions()
    options.deliveryMode = .highQualityFormat
    options.isSynchronous = synchronous
    let albums = try photos.fetchAlbums()
    for album in try albums.objects(at: 0..<albums.count) + photos.smartAlbums() {
      try photos.fetchAssets(in: album).enumerateObjects { asset, _, _ in
        tally.group.enter()
        manager.requestImage(for: asset, targetSize: target, contentMode: .aspectFill, options: options) { image, _ in
          tally.counts.withLock { counts in
            if image == nil { counts.failures += 1 } else { counts.images += 1 }
          }
          tally.group.leave()
        }
      }
    }
    tally.group.wait()
    return tally
  }

  private func target() throws -> PixelSize {
    if size == "original" { return .maximum }
    let sides = size.split(separator: "x").compactMap { Int32($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...65_500).contains($0) }) else {
      throw ValidationError("--size \(size): write original, or a width and a height such as 288x288")
    }
    return PixelSize(width: sides[0], height: sides[1])
  }
}
