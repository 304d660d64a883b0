import CacheLab
import Foundation
import LabLibrary
import PhotosCatalog
import PhotosModel
import Strategies
import Testing

@Suite struct PickerTests {
  /// Photos 1 to 3, a live photo 4, a video 5 in slow motion, a hidden photo 6.
  private static let assets: [Asset] = (1...6 as ClosedRange<Int64>).map { number in
    var asset = Asset(
      id: AssetID(rawValue: number), file: ItemID(Int(number)), pixelSize: PixelSize(width: 400, height: 300))
    asset.mediaType = number == 5 ? .video : .image
    asset.mediaSubtypes = number == 4 ? .photoLive : number == 5 ? .videoHighFrameRate : []
    asset.isHidden = number == 6
    asset.representsBurst = number == 2
    return asset
  }

  private static func asset(_ number: Int) -> Asset { assets[number - 1] }

  private static func results(_ selection: PickerSelection) -> [Int64] { selection.results.map { $0.id.rawValue } }

  private static func configuration(_ limit: Int = 1, _ filter: PickerFilter? = nil) -> PickerConfiguration {
    var configuration = PickerConfiguration()
    (configuration.selectionLimit, configuration.filter) = (limit, filter)
    return configuration
  }

  @Test func aRefusalSaysWhy() {
    var selection = PickerSelection(PickerTests.configuration(2, .images))
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
      var configuration = PickerTests.configuration(0)
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
      (.all(of: [.images, .not(.livePhotos)]), [1, 2, 3, 6]), (.any(of: []), []), (.bursts, [2]), (.slomoVideos, [5]),
      (.playbackStyle(.video), [5]), (.playbackStyle(.livePhoto), [4]), (.depthEffectPhotos, []),
      (.any(of: [.screenRecordings, .cinematicVideos, .timelapseVideos, .spatialMedia, .panoramas]), []),
    ]
    for (filter, expected) in shown {
      #expect(PickerTests.assets.filter { filter.shows($0) }.map { $0.id.rawValue } == expected, "\(filter)")
    }
    var nested = PickerFilter.images
    for _ in 0..<200_001 { nested = .not(nested) }
    #expect(nested == .not(.images))
  }

  // MARK: The picker of an app

  @MainActor private final class Delegate: PickerViewControllerDelegate {
    var results: [[PickerResult]] = []
    func picker(_ picker: PickerViewController, didFinishPicking results: [PickerResult]) {
      self.results.append(results)
    }
  }

  @MainActor private static func picker(
    _ photos: AssetLibrary, _ change: (inout PickerConfiguration) -> Void = { _ in }
  ) -> (PickerViewController, Delegate) {
    var configuration = PickerConfiguration(photoLibrary: photos)
    change(&configuration)
    let (picker, delegate) = (PickerViewController(configuration: configuration), Delegate())
    picker.delegate = delegate
    return (picker, delegate)
  }

  @Test @MainActor func cancellingGivesNothingOrWhatWasChosenToBeginWith() throws {
    let photos = try PhotosFixture.reading()
    let (picker, delegate) = PickerTests.picker(photos)
    #expect(picker.choose(picker.assets[0]) == nil)
    picker.cancel()
    picker.add()
    #expect(delegate.results.count == 1 && delegate.results[0].isEmpty, "it is used once")
    #expect(picker.choose(picker.assets[1]) == .isClosed)
    let chosen = picker.assets[3]
    let (again, other) = PickerTests.picker(photos) {
      $0.preselectedAssetIdentifiers = [chosen.localIdentifier]
      $0.selectionLimit = 3
    }
    #expect(again.choose(again.assets[0]) == nil)
    again.cancel()
    #expect(other.results[0].map { $0.assetIdentifier } == [chosen.localIdentifier])
    #expect(other.results[0][0].itemProvider.registeredTypeIdentifiers == [], "the app has it already")
  }

  @Test @MainActor func aPickerNeedsNoAccessAndItsItemsGiveTheirImage() async throws {
    let photos = try PhotosFixture.photos(status: .denied)
    let (picker, delegate) = PickerTests.picker(photos) {
      $0.filter = .images
      $0.preferredAssetRepresentationMode = .current
    }
    let asset = try #require(picker.assets.first { PhotosFixture.library.index[$0.file.index].decodes })
    #expect(picker.choose(asset) == nil)
    picker.add()
    let result = try #require(delegate.results.first?.first)
    #expect(result.assetIdentifier == asset.localIdentifier && photos.fetchAssets().count == 0)
    let provider = result.itemProvider
    #expect(provider.canLoadObject(ofClass: PhotosImage.self))
    let size = await withCheckedContinuation { answer in
      provider.loadObject(ofClass: PhotosImage.self) { image, error in
        answer.resume(returning: (image as? PhotosImage)?.size)
      }
    }
    #expect(size == CGSize(width: asset.pixelWidth, height: asset.pixelHeight))
    let bytes = await withCheckedContinuation { answer in
      provider.loadDataRepresentation(forTypeIdentifier: "public.image") { data, _ in
        answer.resume(returning: data?.count)
      }
    }
    #expect(bytes == Int(PhotosFixture.library.index[asset.file.index].encodedBytes), "the file, with its orientation")
    let (copy, copied) = await withCheckedContinuation { answer in
      provider.loadFileRepresentation(forTypeIdentifier: "public.jpeg") { url, _ in
        answer.resume(returning: (url, url.flatMap { try? Data(contentsOf: $0).count }))
      }
    }
    #expect(copied == bytes && copy?.pathExtension == "jpeg")
    let none = await withCheckedContinuation { answer in
      provider.loadDataRepresentation(forTypeIdentifier: "public.movie") { data, error in
        answer.resume(returning: data == nil && error != nil)
      }
    }
    #expect(none)
  }

  @Test @MainActor func aPickerOfTheSharedLibraryTellsNoIdentifiers() {
    #expect(PickerConfiguration().preferredAssetRepresentationMode == .automatic)
    #expect(PickerConfiguration().selectionLimit == 1 && PickerConfiguration().filter == nil)
  }
}
