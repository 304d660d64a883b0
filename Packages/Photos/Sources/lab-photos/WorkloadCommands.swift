import ArgumentParser
import PhotosCatalog
import PhotosModel

/// The loop that every gallery app begins with: all albums, an image of every asset.
struct EnumerateCommand: WorkloadCommand {
  static let configuration = CommandConfiguration(
    commandName: "enumerate",
    abstract: "Asks for an image of every asset of every album, and shows time and memory.",
    discussion: """
      Asynchronous requests are all made at once, as a loop without a limit does; those that wait for one image share
      its decode. An image goes when its handler returns. Memory is what came on top before the first request. Sizes are
      original and 288x288, unless --size says others.

      EXAMPLES
        lab-photos enumerate
        lab-photos enumerate --size original --size 288x288 --calls asynchronous --repeat 5
      """)

  @OptionGroup var workload: WorkloadOptions

  static var sizes: [WorkloadSize] { [.original, WorkloadSize(288, 288)] }
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

/// A wall of small images: every asset at one size.
struct ThumbnailsCommand: WorkloadCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnails",
    abstract: "Asks for a small image of every asset, and shows time and memory.",
    discussion: """
      Requests are opportunistic: where the embedded thumbnail reaches the target it is the image, and the file is not
      decoded. Else it comes first, degraded, and both are counted. An image goes when its handler returns. Sizes are
      60x45 and 120x120, unless --size says others.

      EXAMPLES
        lab-photos thumbnails
        lab-photos thumbnails --size 60x45 --repeat 5
      """)

  @OptionGroup var workload: WorkloadOptions

  static var sizes: [WorkloadSize] { [WorkloadSize(60, 45), WorkloadSize(120, 120)] }
  static var deliveryMode: ImageRequestOptionsDeliveryMode { .opportunistic }

  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void {
    { body in for asset in photos.fetchAssets() { body(asset) } }
  }
}
