import ArgumentParser
import CacheLab
import PhotosCatalog
import PhotosModel
import Strategies

/// A wall of small images: every asset at one size.
struct ThumbnailsCommand: WorkloadCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Asks for a small image of every asset, and shows time and memory.",
    discussion: """
      Requests are opportunistic: where the embedded thumbnail reaches the target it is the image, and the file is not
      decoded. Else it comes first, degraded, and both are counted. An image goes when its handler returns.

      EXAMPLES
        lab-photos thumbnails
        lab-photos thumbnails --size 60x45 --repeat 5
      """)

  @OptionGroup var workload: WorkloadOptions

  @Option(name: .customLong("size"), help: "The target in pixels; may stand several times.")
  var sizes: [WorkloadSize] = [
    WorkloadSize(target: .init(width: 60, height: 45)), WorkloadSize(target: .init(width: 120, height: 120)),
  ]

  static var deliveryMode: ImageRequestOptionsDeliveryMode { .opportunistic }

  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void {
    { body in for asset in photos.fetchAssets() { body(asset) } }
  }
}
