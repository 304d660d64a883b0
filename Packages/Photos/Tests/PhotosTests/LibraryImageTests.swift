import CacheLab
import Foundation
import LabLibrary
import PhotosCatalog
import PhotosModel
import Strategies
import Synchronization
import Testing

@Suite struct LibraryImageTests {
  @Test func anEditShowsInTheCurrentVersionAndInNoOther() throws {
    let photos = try PhotosFixture.photos()
    let asset = Asset.fetchAssets(of: photos).object(at: 3)
    let original = PhotosFixture.image(of: asset).image?.pixels
    try photos.performChangesAndWait { AssetChangeRequest(for: asset).adjustment = .mono }
    let edited = Asset.fetchAssets(of: photos).object(at: 3)
    func isGrey(_ image: PhotosImage) -> Bool {
      stride(from: 0, to: image.pixels.count, by: 4).allSatisfy { Set(image.pixels[$0..<$0 + 3]).count == 1 }
    }
    let current = try #require(PhotosFixture.image(of: edited).image)
    let unadjusted = try #require(PhotosFixture.image(of: edited, version: .unadjusted).image)
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
      #expect(PhotosFixture.image(of: asset).image?.pixelSize == asset.pixelSize)
    }
  }
}
