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

  @Test func filtersCombine() {
    let shown: [(PickerFilter, [Int64])] = [
      (.images, [1, 2, 3, 4, 6]), (.videos, [5]), (.livePhotos, [4]), (.any(of: [.videos, .livePhotos]), [4, 5]),
      (.all(of: [.images, .not(.livePhotos)]), [1, 2, 3, 6]), (.any(of: []), []), (.bursts, [2]), (.slomoVideos, [5]),
      (.playbackStyle(.video), [5]), (.playbackStyle(.livePhoto), [4]), (.depthEffectPhotos, []),
      (.any(of: [.screenRecordings, .cinematicVideos, .timelapseVideos, .spatialMedia, .panoramas]), []),
    ]
    for (filter, expected) in shown {
      #expect(PickerTests.assets.filter { filter.shows($0) }.map { $0.id.rawValue } == expected, "\(expected)")
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

  @MainActor private static func pick(_ picker: PickerViewController, _ delegate: Delegate) -> [String?] {
    picker.add()
    return delegate.results.last?.map { $0.assetIdentifier } ?? []
  }

  @Test @MainActor func whatIsNotShownIsNotTaken() throws {
    let photos = try PhotosFixture.reading()
    let (picker, delegate) = PickerTests.picker(photos) { ($0.selectionLimit, $0.filter) = (2, .images) }
    let assets = PhotosFixture.everything(photos)
    let hidden = try #require(assets.first { $0.isHidden && $0.mediaType == .image })
    let video = try #require(assets.first { !$0.isHidden && $0.mediaType == .video })
    let live = try #require(picker.assets.first { $0.mediaSubtypes.contains(.photoLive) })
    let other = try #require(picker.assets.first { $0 != live && $0.id > live.id })
    #expect(picker.choose(live), "a live photo has a still")
    #expect(!picker.choose(video) && !picker.choose(hidden) && !picker.choose(live))
    let third = try #require(picker.assets.first { $0 != live && $0 != other })
    #expect(picker.choose(other) && !picker.choose(third), "two are the limit")
    #expect(PickerTests.pick(picker, delegate) == [live.localIdentifier, other.localIdentifier])
  }

  @Test @MainActor func whatIsTakenBackMakesRoom() throws {
    let (picker, delegate) = PickerTests.picker(try PhotosFixture.reading())
    let assets = picker.assets
    #expect(picker.choose(assets[1]))
    picker.takeBack(assets[2])
    #expect(!picker.choose(assets[2]), "one is the limit by default")
    picker.takeBack(assets[1])
    #expect(picker.choose(assets[2]))
    #expect(PickerTests.pick(picker, delegate) == [assets[2].localIdentifier])
  }

  @Test @MainActor func theOrderIsThatOfTheLibraryOrThatOfChoosing() throws {
    let photos = try PhotosFixture.reading()
    let (assets, hidden) = (
      Array(Asset.fetchAssets(of: photos)), PhotosFixture.everything(photos).first { $0.isHidden }
    )
    let names = assets.map { $0.localIdentifier }
    for order in [PickerConfiguration.Selection.default, .ordered] {
      let (picker, delegate) = PickerTests.picker(photos) {
        ($0.selectionLimit, $0.selection) = (0, order)
        $0.preselectedAssetIdentifiers = [names[5], names[2], hidden?.localIdentifier ?? "", "nonsense"]
      }
      #expect(picker.choose(assets[1]), "no limit")
      let expected = order == .ordered ? [5, 2, 1] : [1, 2, 5]
      #expect(PickerTests.pick(picker, delegate) == expected.map { names[$0] })
    }
  }

  @Test @MainActor func cancellingGivesNothingOrWhatWasChosenToBeginWith() throws {
    let photos = try PhotosFixture.reading()
    let (picker, delegate) = PickerTests.picker(photos)
    #expect(picker.choose(picker.assets[0]))
    picker.cancel()
    picker.add()
    #expect(delegate.results.count == 1 && delegate.results[0].isEmpty, "it is used once")
    #expect(!picker.choose(picker.assets[1]))
    let chosen = picker.assets[3]
    let (again, other) = PickerTests.picker(photos) {
      $0.preselectedAssetIdentifiers = [chosen.localIdentifier]
      $0.selectionLimit = 3
    }
    #expect(again.choose(again.assets[0]))
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
    let asset = try #require(picker.assets.first { PhotosFixture.library.index[$0.file.index].isDecodable })
    #expect(picker.choose(asset))
    picker.add()
    let result = try #require(delegate.results.first?.first)
    #expect(result.assetIdentifier == asset.localIdentifier && Asset.fetchAssets(of: photos).count == 0)
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
}
