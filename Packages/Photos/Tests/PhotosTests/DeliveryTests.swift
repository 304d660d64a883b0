import CacheLab
import PhotosModel
import Strategies
import Testing

@Suite struct DeliveryTests {
  @Test func anOpportunisticRequestHasADegradedImageBeforeItReturnsAndThenTheFinalOne() {
    let fixture = ManagerFixture()
    fixture.request()
    #expect(fixture.log.lines == ["1 160x120 degraded"])
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120 degraded", "1 384x288"])
    #expect(fixture.log.entries.map { $0.info.isFinal } == [false, true])
  }

  @Test func theDegradedImageMayComeLater() {
    var settings = ManagerSettings()
    settings.deliversAtHandAtOnce = false
    let fixture = ManagerFixture(settings: settings)
    fixture.request()
    #expect(fixture.log.lines == [])
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120 degraded", "1 384x288"])
  }

  @Test func aDegradedImageThatComesAfterTheFinalOneIsNotDelivered() {
    var settings = ManagerSettings()
    settings.deliversAtHandAtOnce = false
    let fixture = ManagerFixture(settings: settings)
    fixture.request()
    fixture.scheduler.runWork(1)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 384x288"])
  }

  @Test func highQualityIsOneResult() {
    let fixture = ManagerFixture()
    fixture.request(0, ManagerFixture.target, ManagerFixture.options { $0.deliveryMode = .highQualityFormat })
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 384x288"])
  }

  @Test func fastFormatIsOneResultThatMayBeDegraded() {
    let options = ManagerFixture.options { $0.deliveryMode = .fastFormat }
    let fixture = ManagerFixture()
    fixture.request(0, ManagerFixture.target, options)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120 degraded"])
    #expect(fixture.log.entries[0].info.isFinal)
    let without = ManagerFixture(thumbnails: false)
    without.request(0, ManagerFixture.target, options)
    without.scheduler.runAll()
    #expect(without.log.lines == ["1 384x288"], "without a thumbnail it is decoded")
  }

  @Test func aSynchronousRequestHasItsResultWhenItReturnsAndCannotBeCancelled() {
    let fixture = ManagerFixture()
    let id = fixture.request(0, ManagerFixture.target, ManagerFixture.options { $0.isSynchronous = true })
    #expect(fixture.log.lines == ["1 384x288"])
    fixture.manager.cancelImageRequest(id)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 384x288"])
  }

  @Test func aThumbnailThatIsLargeEnoughIsTheFinalImage() {
    let fixture = ManagerFixture()
    fixture.request(0, PixelSize(width: 100, height: 100))
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120"])
  }

  @Test func aSecondDegradedImageComesBetween() {
    let fixture = ManagerFixture()
    let options = ManagerFixture.options { $0.allowSecondaryDegradedImage = true }
    fixture.request(0, PixelSize(width: 1_000, height: 700), options)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120 degraded", "1 384x288 degraded", "1 1024x768"])
  }

  @Test func aSecondDegradedImageComesOnlyWhereItIsAllowedAndOfUse() {
    let large = PixelSize(width: 1_000, height: 700)
    let small = PixelSize(width: 340, height: 250)
    for (isAllowed, mode, target) in [
      (false, ImageRequestDeliveryMode.opportunistic, large), (true, .opportunistic, small),
      (true, .highQualityFormat, large), (true, .fastFormat, large),
    ] {
      let fixture = ManagerFixture()
      fixture.request(
        0, target,
        ManagerFixture.options {
          $0.allowSecondaryDegradedImage = isAllowed
          $0.deliveryMode = mode
        })
      fixture.scheduler.runAll()
      #expect(fixture.log.entries.count == (mode == .opportunistic ? 2 : 1))
      #expect(!fixture.log.lines.contains("1 384x288 degraded"))
    }
  }

  @Test func aDataRequestIsCancelledAsAnyOther() {
    let fixture = ManagerFixture()
    let log = fixture.log
    let id = fixture.manager.requestImageDataAndOrientation(for: fixture.assets[0], options: nil) { log.add(nil, $3) }
    fixture.manager.cancelImageRequest(id)
    fixture.scheduler.runAll()
    #expect(log.lines == [] && fixture.manager.engine.isIdle)
  }

  @Test func theMaximumSizeIsTheWholeImageWhateverTheResizeMode() {
    for mode in ImageRequestResizeMode.allCases {
      let fixture = ManagerFixture()
      fixture.request(
        0, .maximum,
        ManagerFixture.options {
          $0.deliveryMode = .highQualityFormat
          $0.resizeMode = mode
        })
      fixture.scheduler.runAll()
      #expect(fixture.log.lines == ["1 1024x768"])
    }
  }

  @Test func aCropNeedsExactResizing() {
    let fixture = ManagerFixture()
    let crop = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
    fixture.request(0, ManagerFixture.target, ManagerFixture.options { $0.normalizedCropRect = crop })
    fixture.request(
      0, ManagerFixture.target,
      ManagerFixture.options {
        $0.normalizedCropRect = crop
        $0.resizeMode = .exact
        $0.deliveryMode = .highQualityFormat
      })
    fixture.scheduler.runAll()
    #expect(fixture.log.entries[0].info.error != nil && fixture.log.entries[0].size == nil)
    #expect(fixture.log.lines[1] == "2 288x288")
  }

  @Test func aCancelledRequestIsSilentOrSaysSo() {
    for cancellation in [ManagerSettings.Cancellation.silent, .called] {
      var settings = ManagerSettings()
      settings.cancellation = cancellation
      let fixture = ManagerFixture(settings: settings)
      let id = fixture.request()
      fixture.manager.cancelImageRequest(id)
      fixture.manager.cancelImageRequest(id)
      fixture.scheduler.runAll()
      let last = cancellation == .called ? ["1 no image cancelled"] : []
      #expect(fixture.log.lines == ["1 160x120 degraded"] + last)
      #expect(fixture.manager.engine.isIdle)
    }
  }

  @Test func aRequestThatIsCancelledAfterItsDecodeIsSilentToo() {
    let fixture = ManagerFixture()
    let id = fixture.request()
    fixture.scheduler.runWork()
    #expect(fixture.scheduler.handlerCount == 1)
    fixture.manager.cancelImageRequest(id)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120 degraded"])
  }

  @Test func requestsForOneKeyShareADecode() {
    let fixture = ManagerFixture()
    for _ in 0..<3 { fixture.request() }
    #expect(fixture.scheduler.workCount == 1)
    fixture.scheduler.runAll()
    #expect(fixture.log.entries.count { $0.info.isFinal } == 3)
  }

  @Test func aFileThatDoesNotDecodeFailsAfterADegradedImage() {
    let fixture = ManagerFixture(decodes: false)
    fixture.request()
    fixture.scheduler.runAll()
    #expect(fixture.log.entries.map { $0.info.isFinal } == [false, true])
    #expect(fixture.log.entries[1].size == nil && fixture.log.entries[1].info.error != nil)
  }

  @Test func anImageThatAClientHoldsServesItsKeyAgain() {
    let fixture = ManagerFixture()
    fixture.request()
    fixture.scheduler.runAll()
    fixture.request()
    #expect(fixture.log.lines.last == "2 384x288")
    fixture.log.releaseImages()
    #expect(fixture.source.ledger.liveBytes == 0)
    fixture.request()
    #expect(fixture.log.lines.last == "3 160x120 degraded", "nobody holds it any more")
  }

  @Test func aBrokenThumbnailCostsTheDegradedImageOnly() {
    let info = AssetInfo(width: 1_024, height: 768, encodedBytes: 200_000, thumbnailBytes: 2_000, decodes: true)
    let source = BlankImageSource(files: [info], brokenThumbnails: [ItemID(0)])
    let asset = Asset(id: AssetID(rawValue: 1), file: ItemID(0), pixelSize: info.size)
    for mode in ImageRequestDeliveryMode.allCases {
      let (scheduler, log) = (SteppedScheduler(), ResultLog())
      let manager = ImageManager(source, scheduler: scheduler)
      for target in [PixelSize(width: 60, height: 60), ManagerFixture.target] {
        manager.requestImage(
          for: asset, targetSize: target, contentMode: .aspectFill,
          options: ManagerFixture.options { $0.deliveryMode = mode }
        ) { log.add($0, $1) }
      }
      scheduler.runAll()
      #expect(log.lines.sorted() == ["1 128x96", "2 384x288"], "\(mode)")
    }
  }
}
