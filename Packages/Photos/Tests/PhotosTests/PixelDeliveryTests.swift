import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

/// The pixels of delivered images, not only their sizes.
@Suite struct PixelDeliveryTests {
  /// The letter F as a camera of each orientation would store it, upright `AB/CD/EF`.
  private static let stored: [Int32: [String]] = [
    1: ["AB", "CD", "EF"], 2: ["BA", "DC", "FE"], 3: ["FE", "DC", "BA"], 4: ["EF", "CD", "AB"], 5: ["ACE", "BDF"],
    6: ["BDF", "ACE"], 7: ["FDB", "ECA"], 8: ["ECA", "FDB"],
  ]

  private static func asset(_ rows: [String], orientation: Int32 = 1) -> Asset {
    var asset = Asset(id: AssetID(rawValue: 1), file: ItemID(0), pixelSize: LetterSource.image(rows).pixelSize)
    asset.orientation = orientation
    return asset
  }

  private static func delivered(
    _ asset: Asset, _ rows: [String], _ target: PixelSize = .maximum, _ mode: ImageContentMode = .aspectFit,
    settings: ManagerSettings = ManagerSettings(), _ change: (ImageRequestOptions) -> Void
  ) -> [[String]] {
    let (scheduler, log) = (SteppedScheduler(), ResultLog())
    let manager = ImageManager(LetterSource(rows: rows), scheduler: scheduler, settings: settings)
    manager.requestImage(
      for: asset, targetSize: CGSize(target), contentMode: mode, options: ManagerFixture.options(change)
    ) { log.add($0, $1) }
    scheduler.runAll()
    return log.images.map { LetterSource.rows($0) }
  }

  @Test(arguments: 1...8 as ClosedRange<Int32>) func everyOrientationStandsUprightDegradedOnesToo(
    _ orientation: Int32
  ) throws {
    let rows = try #require(PixelDeliveryTests.stored[orientation])
    let asset = PixelDeliveryTests.asset(rows, orientation: orientation)
    let final = PixelDeliveryTests.delivered(asset, rows) { $0.deliveryMode = .highQualityFormat }
    #expect(final == [["AB", "CD", "EF"]])
    var settings = ManagerSettings()
    settings.thumbnailServesSmallTargets = false
    let both = PixelDeliveryTests.delivered(asset, rows, settings: settings) { _ in }
    #expect(both == [["ab", "cd", "ef"], ["AB", "CD", "EF"]])
  }

  @Test(arguments: 1...8 as ClosedRange<Int32>) func dataIsAsStoredWithItsOrientation(_ orientation: Int32) throws {
    let rows = try #require(PixelDeliveryTests.stored[orientation])
    var asset = PixelDeliveryTests.asset(rows, orientation: orientation)
    for (adjustment, version) in [
      (AssetAdjustment.none, ImageRequestOptionsVersion.current), (.quarterTurn, .unadjusted),
    ] {
      asset.adjustment = adjustment
      let heard = PixelDeliveryTests.data(asset, LetterSource(rows: rows)) { $0.version = version }
      #expect(heard.map { $0.text } == [rows.joined()] && heard[0].orientation == orientation)
      #expect(heard[0].type == "public.jpeg" && heard[0].info.isFinal && heard[0].info.error == nil)
    }
    asset.adjustment = .quarterTurn
    let edited = PixelDeliveryTests.data(asset, LetterSource(rows: rows)) { _ in }
    #expect(edited.map { $0.text } == ["ECA/FDB"] && edited[0].orientation == 1, "upright, then turned, in a new file")
  }

  @Test func aFileThatCannotBeReadGivesNoDataAndSaysSo() {
    let rows = ["AB"]
    let heard = PixelDeliveryTests.data(PixelDeliveryTests.asset(rows), LetterSource(rows: rows, fails: true)) { _ in }
    #expect(heard.count == 1 && heard[0].text == nil && heard[0].type == nil && heard[0].info.error != nil)
  }

  private struct Heard: Sendable {
    var text: String?
    var type: String?
    var orientation: Int32
    var info: ImageResultInfo
  }

  private static func data(_ asset: Asset, _ source: LetterSource, _ change: (ImageRequestOptions) -> Void) -> [Heard] {
    let scheduler = SteppedScheduler()
    let heard = Mutex<[Heard]>([])
    let manager = ImageManager(source, scheduler: scheduler)
    manager.requestImageDataAndOrientation(for: asset, options: ManagerFixture.options(change)) {
      bytes, type, orientation, info in
      let text = bytes.map { String(decoding: $0, as: UTF8.self) }
      heard.withLock {
        $0.append(Heard(text: text, type: type, orientation: Int32(orientation.rawValue), info: ImageResultInfo(info)))
      }
    }
    scheduler.runAll()
    return heard.withLock { $0 }
  }

  @Test func aCropIsThatPartOfTheUprightImage() throws {
    let crops: [(CGRect, [String])] = [
      (CGRect(x: 0, y: 0, width: 0.5, height: 1), ["A", "C", "E"]),
      (CGRect(x: 0.5, y: 0, width: 0.5, height: 1.0 / 3), ["B"]),
      (CGRect(x: 0, y: 2.0 / 3, width: 1, height: 1.0 / 3), ["EF"]),
    ]
    for orientation in PixelDeliveryTests.stored.keys.sorted() {
      let rows = try #require(PixelDeliveryTests.stored[orientation])
      for (crop, expected) in crops {
        let asset = PixelDeliveryTests.asset(rows, orientation: orientation)
        let size = PixelSize(width: Int32(expected[0].count), height: Int32(expected.count))
        let images = PixelDeliveryTests.delivered(asset, rows, size) {
          $0.resizeMode = .exact
          $0.normalizedCropRect = crop
          $0.deliveryMode = .highQualityFormat
        }
        #expect(images == [expected], "orientation \(orientation)")
      }
    }
  }

  @Test func exactFillTakesTheMiddleAndExactFitTakesAll() {
    let rows = ["AABBCC", "AABBCC"]
    func images(_ target: PixelSize, _ mode: ImageContentMode, _ resize: ImageRequestOptionsResizeMode) -> [[String]] {
      PixelDeliveryTests.delivered(PixelDeliveryTests.asset(rows), rows, target, mode) {
        $0.resizeMode = resize
        $0.deliveryMode = .highQualityFormat
      }
    }
    let square = PixelSize(width: 2, height: 2)
    #expect(images(square, .aspectFill, .exact) == [["BB", "BB"]])
    #expect(images(square, .aspectFill, .fast) == [rows], "nothing is cut")
    #expect(images(PixelSize(width: 12, height: 12), .aspectFit, .exact).map { $0.count } == [4])
    #expect(images(PixelSize(width: 12, height: 12), .aspectFit, .exact)[0][1] == "AAAABBBBCCCC", "it is enlarged")
    #expect(images(square, .aspectFit, .none) == [rows], "as large as the file")
  }

  @Test func anEditIsInTheDegradedImageToo() {
    var asset = PixelDeliveryTests.asset(["AB", "CD"])
    asset.adjustment = .quarterTurn
    for (version, expected) in [(ImageRequestOptionsVersion.current, ["ca", "db"]), (.original, ["ab", "cd"])] {
      let images = PixelDeliveryTests.delivered(asset, ["AB", "CD"]) {
        $0.version = version
        $0.deliveryMode = .fastFormat
      }
      #expect(images == [expected])
    }
  }
}
