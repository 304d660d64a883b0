import CacheLab
import Foundation
import LabLibrary
import PhotosCatalog
import PhotosModel
import Strategies
import Synchronization
import Testing

@Suite struct LibraryImageTests {
  private static var options: ImageRequestOptions {
    ManagerFixture.options {
      $0.deliveryMode = .highQualityFormat
      $0.isSynchronous = true
    }
  }

  private static func image(_ asset: Asset, _ options: ImageRequestOptions = options) -> PhotosImage? {
    let log = ResultLog()
    let manager = ImageManager(LibraryImageSource(PhotosFixture.library), scheduler: SteppedScheduler())
    manager.requestImage(for: asset, targetSize: ImageManagerMaximumSize, contentMode: .aspectFit, options: options) {
      log.add($0, $1)
    }
    return log.images.first
  }

  @Test func anEditShowsInTheCurrentVersionAndInNoOther() throws {
    let photos = try PhotosFixture.photos()
    let asset = Asset.fetchAssets(of: photos).object(at: 3)
    let original = LibraryImageTests.image(asset)?.pixels
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .mono }
    let edited = Asset.fetchAssets(of: photos).object(at: 3)
    func isGrey(_ image: PhotosImage) -> Bool {
      for index in stride(from: 0, to: image.pixels.count, by: 4) {
        guard image.pixels[index] == image.pixels[index + 1], image.pixels[index] == image.pixels[index + 2] else {
          return false
        }
      }
      return true
    }
    let current = try #require(LibraryImageTests.image(edited))
    let options = LibraryImageTests.options
    options.version = .unadjusted
    let unadjusted = try #require(LibraryImageTests.image(edited, options))
    #expect(isGrey(current) && !isGrey(unadjusted))
    #expect(unadjusted.pixels == original)
  }

  @Test func dataIsTheFileAndAnEditMakesAnotherFile() throws {
    let photos = try PhotosFixture.photos()
    let asset = Asset.fetchAssets(of: photos).object(at: 4)
    func data(_ asset: Asset) -> [UInt8] {
      let scheduler = SteppedScheduler()
      let manager = ImageManager(LibraryImageSource(PhotosFixture.library), scheduler: scheduler)
      let found = Mutex<Data>(Data())
      manager.requestImageDataAndOrientation(for: asset, options: nil) { bytes, type, orientation, info in
        #expect(type == "public.jpeg" && orientation == .up && ImageResultInfo(info).isFinal)
        found.withLock { $0 = bytes ?? Data() }
      }
      scheduler.runAll()
      return Array(found.withLock { $0 })
    }
    let original = data(asset)
    #expect(original.count == Int(PhotosFixture.library.index[asset.file.index].encodedBytes))
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .quarterTurn }
    let edited = data(Asset.fetchAssets(of: photos).object(at: 4))
    let size = try unsafe edited.withUnsafeBytes { try unsafe JPEGMarkers($0).size }
    #expect(size == PixelSize(width: asset.pixelSize.height, height: asset.pixelSize.width))
  }

  @Test func aVideoGivesItsPosterFrameAndALivePhotoItsStill() throws {
    let photos = try PhotosFixture.photos()
    for album in [AssetCollectionSubtype.smartAlbumVideos, .smartAlbumLivePhotos] {
      let asset = Asset.fetchAssets(in: try PhotosFixture.smart(photos, album))[0]
      #expect(LibraryImageTests.image(asset)?.pixelSize == asset.pixelSize)
    }
  }
}
