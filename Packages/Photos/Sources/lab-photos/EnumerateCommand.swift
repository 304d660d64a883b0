import ArgumentParser
import PhotosCatalog
import PhotosModel
import Strategies

/// The loop that every gallery app begins with: all albums, an image of every asset.
struct EnumerateCommand: WorkloadCommand {
  static let configuration = CommandConfiguration(
    commandName: "enumerate",
    abstract: "Asks for an image of every asset of every album, and shows time and memory.",
    discussion: """
      Asynchronous requests are all made at once, as a loop without a limit does; those that wait for one image share
      its decode. An image goes when its handler returns. Memory is what came on top before the first request.

      EXAMPLES
        lab-photos enumerate
        lab-photos enumerate --size original --size 288x288 --calls asynchronous --repeat 5
      """)

  @OptionGroup var workload: WorkloadOptions

  @Option(name: .customLong("size"), help: "original, or the target in pixels; may stand several times.")
  var sizes: [WorkloadSize] = [.original, WorkloadSize(target: .init(width: 288, height: 288))]

  static var deliveryMode: ImageRequestOptionsDeliveryMode { .highQualityFormat }

  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void {
    { body in
      for type in [AssetCollectionType.album, .smartAlbum] {
        for album in photos.fetchAssetCollections(with: type) {
          for asset in photos.fetchAssets(in: album) { body(asset) }
        }
      }
    }
  }
}
