import ArgumentParser
import CacheLab
import PhotosCatalog
import PhotosModel
import Strategies
import Testing

@testable import LabLibrary
@testable import lab_photos

@Suite struct WorkloadTests {
  @Test(arguments: [
    ("original", PixelSize.maximum), ("288x288", PixelSize(width: 288, height: 288)),
    ("60x45", PixelSize(width: 60, height: 45)),
  ])
  func aSizeIsReadAsItIsWritten(_ text: String, _ target: PixelSize) {
    #expect(WorkloadSize(argument: text)?.target == target && WorkloadSize(argument: text)?.text == text)
  }

  @Test(arguments: ["", "288", "288x", "x288", "0x5", "5x-1", "5x5x5", "70000x1", "Original", "2 8x3"])
  func whatIsNoSizeIsRefused(_ text: String) { #expect(WorkloadSize(argument: text) == nil) }

  @Test func theTableSaysMedianAndRange() {
    #expect(WorkloadResult.median([3], decimals: 1) == "3.0")
    #expect(WorkloadResult.median([5, 1, 3], decimals: 0) == "3 (1-5)")
    #expect(WorkloadResult.median([2, 2], decimals: 2) == "2.00")
  }

  /// Each in this process: what is counted, not what it takes.
  @Test(arguments: WorkloadCalls.allCases) func aLoopCountsEveryImage(_ calls: WorkloadCalls) throws {
    let photos = try PhotosFixture.reading()
    let assets = photos.fetchAssets().objects(at: 0..<40)
    let decodable = assets.filter { PhotosFixture.library.index[$0.file.index].decodes }.count
    for (size, mode, byThumbnail) in [
      (WorkloadSize.original, ImageRequestOptionsDeliveryMode.highQualityFormat, false),
      (WorkloadSize(target: PixelSize(width: 30, height: 30)), .opportunistic, true),
    ] {
      let run = WorkloadRun(
        library: PhotosFixture.library, size: size, calls: calls, deliveryMode: mode, holdsImages: true)
      let result = try run.measure { body in for asset in assets { body(asset) } }
      #expect(result.images + result.failures == 40 && result.images >= Int64(decodable))
      #expect(byThumbnail ? result.decodes == 0 : result.decodes >= Int64(decodable), "\(size.text)")
      #expect(byThumbnail ? result.thumbnails == 40 : result.thumbnails == 0)
      #expect(result.liveBytes > 0 && result.nanoseconds > 0)
    }
  }

  @Test func whatIsPickedKeepsTheLimitAndRefusalsAreCounted() throws {
    let photos = try PhotosFixture.reading()
    for media in PickedMedia.allCases {
      let user = try PickerUser.parse(["--limit", "3", "--media", media.rawValue, "--taps", "400"])
      let (selection, refusals) = user.pick(photos)
      #expect(selection.results.count == 3, "\(media)")
      #expect(refusals.reduce(0) { $0 + $1.count } == 397)
      #expect(refusals.contains { $0.reason == .limitIsReached(3) })
      #expect(refusals.contains { "\($0.reason)".hasPrefix("the picker shows") } == (media != .any))
      #expect(selection.results.allSatisfy { media.filter?.shows($0) ?? true })
      #expect(user.pick(photos).selection.results == selection.results, "another process picks the same")
    }
  }

  @Test func anotherProcessIsToldTheSame() throws {
    let words = ["--limit", "7", "--media", "video", "--taps", "9", "--seed", "3", "--ordered"]
    #expect(try PickerUser.parse(words).words == words)
    #expect(try PickerUser.parse([]).words == ["--limit", "20", "--media", "any", "--taps", "200", "--seed", "1"])
  }
}
