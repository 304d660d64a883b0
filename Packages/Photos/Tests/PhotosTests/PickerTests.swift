import PhotosModel
import Strategies
import Testing

@Suite struct PickerTests {
  /// Photos 1 to 3, a live photo 4, a video 5, a hidden photo 6.
  private static let assets: [Asset] = (1...6 as ClosedRange<Int64>).map { number in
    var asset = Asset(
      id: AssetID(rawValue: number), file: ItemID(Int(number)), pixelSize: PixelSize(width: 400, height: 300))
    asset.mediaType = number == 5 ? .video : .image
    asset.mediaSubtypes = number == 4 ? .photoLive : []
    asset.isHidden = number == 6
    return asset
  }

  private static func asset(_ number: Int) -> Asset { assets[number - 1] }

  private static func results(_ selection: PickerSelection) -> [Int64] { selection.results.map { $0.id.rawValue } }

  @Test func aRefusalSaysWhy() {
    var selection = PickerSelection(PickerConfiguration(filter: .images, selectionLimit: 2))
    #expect(selection.choose(PickerTests.asset(4)) == nil, "a live photo has a still")
    #expect(selection.choose(PickerTests.asset(5)) == .notShown(by: .images))
    #expect(selection.choose(PickerTests.asset(6)) == .isHidden)
    #expect(selection.choose(PickerTests.asset(4)) == .isChosenAlready)
    #expect(selection.choose(PickerTests.asset(1)) == nil)
    #expect(selection.choose(PickerTests.asset(2)) == .limitIsReached(2))
    #expect(PickerTests.results(selection) == [1, 4])
    #expect("\(PickerRefusal.limitIsReached(2))".contains("take one back"))
  }

  @Test func whatIsTakenBackMakesRoom() {
    var selection = PickerSelection(PickerConfiguration())
    #expect(selection.choose(PickerTests.asset(1)) == nil)
    selection.takeBack(PickerTests.asset(2))
    #expect(selection.choose(PickerTests.asset(2)) == .limitIsReached(1), "one is the limit by default")
    selection.takeBack(PickerTests.asset(1))
    #expect(selection.choose(PickerTests.asset(2)) == nil)
    #expect(PickerTests.results(selection) == [2])
  }

  @Test func theOrderIsThatOfTheLibraryOrThatOfChoosing() {
    for order in [PickerConfiguration.Selection.default, .ordered] {
      var configuration = PickerConfiguration(selectionLimit: 0)
      configuration.selection = order
      configuration.preselectedAssetIdentifiers =
        [5, 2, 6].map { PickerTests.asset($0).localIdentifier } + ["nonsense"]
      var selection = PickerSelection(configuration, library: PickerTests.assets)
      #expect(selection.choose(PickerTests.asset(1)) == nil, "no limit")
      #expect(PickerTests.results(selection) == (order == .ordered ? [5, 2, 1] : [1, 2, 5]))
    }
  }

  @Test func filtersCombine() {
    let shown: [(PickerFilter, [Int64])] = [
      (.images, [1, 2, 3, 4, 6]), (.videos, [5]), (.livePhotos, [4]), (.any(of: [.videos, .livePhotos]), [4, 5]),
      (.all(of: [.images, .not(.livePhotos)]), [1, 2, 3, 6]), (.any(of: []), []),
    ]
    for (filter, expected) in shown {
      #expect(PickerTests.assets.filter { filter.shows($0) }.map { $0.id.rawValue } == expected, "\(filter)")
    }
  }
}
