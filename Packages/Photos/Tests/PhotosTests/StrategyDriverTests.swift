import CacheLab
import FoundationEssentials
import PhotosModel
import Strategies
import Testing

@Suite struct StrategyDriverTests {
  /// 3 columns of 100 pt on a screen of 300 x 600 pt.
  private static let layout = GridLayout(
    count: 300, columns: 3, cellWidth: .points(99), cellHeight: .points(99), spacingX: .points(1), spacingY: .points(1),
    viewportWidth: .points(300), viewportHeight: .points(600), scaleThousandths: 2_000)

  @Test(arguments: ["fixed-window", "preheat2x", "windowed-lead"]) func itPreparesWhatIsAhead(_ text: String) throws {
    let info = AssetInfo(width: 400, height: 400, encodedBytes: 50_000, thumbnailBytes: 2_000, decodes: true)
    let source = BlankImageSource(files: ContiguousArray(repeating: info, count: 300))
    let scheduler = SteppedScheduler()
    let manager = CachingImageManager(source, scheduler: scheduler)
    let target = PixelSize(width: 198, height: 198)
    var driver = try StrategyDriver(text, manager, nil, layout: StrategyDriverTests.layout, targetSize: target) {
      Asset(id: AssetID(rawValue: Int64($0) + 1), file: ItemID($0), pixelSize: info.size)
    }
    var most: Int64 = 0
    for frame in 0..<60 {
      driver.scrolled(to: .points(frame * 40), at: .milliseconds(frame * 16))
      scheduler.runAll()
      most = max(most, manager.engine.heldBytes.rawValue)
      #expect(manager.engine.violations() == [])
    }
    #expect(most > 0)
    #expect(most <= 200 * 200 * 4 * 3 * 20, "a few screens, not the library")
    driver.laidOut(StrategyDriverTests.layout, targetSize: target, at: .milliseconds(1_000))
    #expect(manager.engine.heldBytes == .zero)
  }

  @Test func theGuideShowsTheseLinesWithTheNamesOfPhotos() throws {
    let folder = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
    let guide = try String(contentsOfFile: folder + "/PHOTOS.md", encoding: .utf8)
    var code = try String(
      contentsOfFile: folder + "/Packages/Photos/Tests/PhotosTests/StrategyDriver.swift", encoding: .utf8)
    let names = [
      ("import PhotosModel", "import Photos"), ("CachingImageManager", "PHCachingImageManager"),
      ("-> Asset", "-> PHAsset"), ("[Asset]", "[PHAsset]"), ("ImageRequestOptions", "PHImageRequestOptions"),
      ("PixelSize", "CGSize"), (" PHOTOS.md shows it with the names of Photos.", ""),
    ]
    for (ours, theirs) in names { code.replace(ours, with: theirs) }
    #expect(guide.contains("```swift\n\(code)```"), "put the lines of StrategyDriver.swift into PHOTOS.md")
  }
}
