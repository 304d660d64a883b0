import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

@testable import PhotosCatalog

/// Misuse by an app, which must not crash, hang or take all memory.
@Suite struct HostileTests {
  private static let highQuality: ImageRequestOptionsDeliveryMode = .highQualityFormat

  @Test(arguments: [Double(Int32.max), 100_000, 1e300, .infinity, .nan, 0, -7, 0.3])
  func anyTargetSizeIsAnsweredSoon(_ side: Double) {
    for resize in ImageRequestOptionsResizeMode.allCases {
      for mode in ImageContentMode.allCases {
        let fixture = ManagerFixture()
        let log = fixture.log
        fixture.manager.requestImage(
          for: fixture.assets[0], targetSize: CGSize(width: side, height: side), contentMode: mode,
          options: ManagerFixture.options {
            $0.resizeMode = resize
            $0.deliveryMode = HostileTests.highQuality
          }
        ) { log.add($0, $1) }
        fixture.scheduler.runAll()
        let isTooLarge = resize == .exact && side > 20_000
        #expect(log.entries.count == 1 && (log.entries[0].size == nil) == isTooLarge, "\(side) \(resize) \(mode)")
        #expect(log.entries[0].info.error?.code == (isTooLarge ? .requestNotSupportedForAsset : nil))
      }
    }
  }

  @Test func anAssetWithoutAFileGivesAnErrorAndNoCrash() {
    let fixture = ManagerFixture()
    for file in [100_000, -1] {
      let asset = Asset(id: AssetID(rawValue: 500), file: ItemID(file), pixelSize: PixelSize(width: 0, height: -5))
      for isSynchronous in [false, true] {
        let log = ResultLog()
        let options = ManagerFixture.options {
          $0.isSynchronous = isSynchronous
          $0.resizeMode = .exact
        }
        for target in [ImageManagerMaximumSize, CGSize(width: 50, height: 50)] {
          fixture.manager.requestImage(for: asset, targetSize: target, contentMode: .aspectFill, options: options) {
            log.add($0, $1)
          }
        }
        fixture.manager.requestImageDataAndOrientation(for: asset, options: options) { log.add(nil, $3) }
        fixture.manager.startCachingImages(
          for: [asset], targetSize: CGSize(width: 50, height: 50), contentMode: .aspectFill, options: options)
        fixture.scheduler.runAll()
        #expect(log.entries.count == 3 && log.entries.allSatisfy { $0.info.error?.code == .invalidResource })
      }
    }
    #expect(fixture.manager.engine.isIdle && fixture.manager.engine.violations() == [])
  }

  /// Quadratic time would be many minutes here.
  @Test(arguments: [0, 100]) func manyWaitingAreStoppedAndCancelledInLinearTime(_ cloud: Int) {
    let fixture = ManagerFixture(20_000, cloud: CloudModel(sharePercent: cloud))
    let (manager, assets) = (fixture.manager, fixture.assets)
    let options = ManagerFixture.options {
      $0.isNetworkAccessAllowed = true
      $0.deliveryMode = HostileTests.highQuality
    }
    let size = CGSize(width: 200, height: 200)
    manager.startCachingImages(for: assets, targetSize: size, contentMode: .aspectFill, options: options)
    manager.stopCachingImages(for: assets.reversed(), targetSize: size, contentMode: .aspectFill, options: options)
    let ids = (assets + assets.map { _ in assets[7] }).map {
      manager.requestImage(for: $0, targetSize: size, contentMode: .aspectFill, options: options) { _, _ in }
    }
    manager.engine.libraryChanged(contentOf: assets.map { $0.id })
    for id in ids.reversed() { manager.cancelImageRequest(id) }
    manager.engine.libraryChanged(contentOf: [], removed: assets.map { $0.id })
    fixture.scheduler.runAll()
    #expect(manager.engine.isIdle && manager.engine.heldBytes == .zero && manager.engine.violations() == [])
  }

  @Test func aManagerThatGoesPreparesNothingMore() {
    var fixture: ManagerFixture? = ManagerFixture(2_000)
    fixture?.start(Array(0..<2_000))
    let (scheduler, source) = (fixture?.scheduler, fixture?.source)
    fixture = nil
    var count = 0
    while scheduler?.runWork() == true || scheduler?.runHandler() == true { count += 1 }
    #expect(count == 2, "those that ran already")
    #expect(source?.ledger.liveBytes == 0)
  }

  @Test func whatIsPreparedHasALimitAndTheRestWaits() {
    let fixture = ManagerFixture(4_000, of: PixelSize(width: 4_000, height: 3_000))
    fixture.prepare(Array(0..<4_000), .maximum)
    let engine = fixture.manager.engine
    let (held, each, most) = (engine.heldBytes.rawValue, Int64(48_000_000), ManagerSettings().preparedMax.rawValue)
    #expect(held <= most && held > most - each && engine.isIdle)
    fixture.stop(Array(0..<5), .maximum)
    fixture.scheduler.runAll()
    #expect(engine.heldBytes.rawValue == held, "others take their place")
    #expect(engine.violations() == [])
    fixture.manager.stopCachingImagesForAllAssets()
    #expect(engine.heldBytes == .zero)
  }

  /// A crowd of threads on one manager: each request ends once.
  @Test func threadsOnOneManagerGetOneFinalResultEach() async {
    let fixture = ManagerFixture(50)
    let (assets, queue) = (fixture.assets, DispatchQueue(label: "handlers"))
    let manager = CachingImageManager(fixture.source, scheduler: ThreadScheduler(deliveringOn: queue))
    let finals = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var finals = 0
          for index in 0..<100 {
            let asset = assets[(index * 7 + thread) % 50]
            let size = CGSize(width: 100 * (index % 3 + 1), height: 300)
            manager.startCachingImages(for: [asset], targetSize: size, contentMode: .aspectFill, options: nil)
            finals += await withCheckedContinuation { answer in
              manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil) { _, info in
                if ImageResultInfo(info).isFinal { answer.resume(returning: 1) }
              }
            }
            manager.stopCachingImages(for: [asset], targetSize: size, contentMode: .aspectFill, options: nil)
          }
          return finals
        }
      }
      return await group.reduce(0, +)
    }
    #expect(finals == 800 && manager.engine.violations() == [])
  }

  @Test func listsOfEveryKindAreTakenByChangeRequests() throws {
    let photos = try PhotosFixture.photos()
    let assets = Asset.fetchAssets(of: photos).objects(at: 0..<6)
    let result = Asset.fetchAssets(withLocalIdentifiers: assets.map { $0.localIdentifier }, of: photos)
    try photos.performChangesAndWait {
      let album = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Lists")
      album.addAssets(result)
      album.addAssets([assets[0]] as NSArray)
      album.addAssets(assets as NSFastEnumeration)
      album.removeAssets(Set([assets[1]]))
      album.replaceAssets(at: [0], withAssets: [assets[1]])
    }
    let album = try #require(PhotosFixture.albums(photos).lastObject)
    #expect(Array(Asset.fetchAssets(in: album)) == [assets[1]] + assets[2...])
  }
}
