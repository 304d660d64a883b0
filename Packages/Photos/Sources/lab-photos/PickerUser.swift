import ArgumentParser
import LabBase
import PhotosCatalog
import PhotosModel
import StrategyKit

/// A user who is not there: taps on random photos of a library in a picker.
struct PickerUser: Hashable {
  /// How many may be picked; 0 is no limit.
  var limit = 20
  var media = PickedMedia.any
  /// In the order of picking.
  var isOrdered = false
  var taps = 200
  var seed: UInt64 = 1

  /// A reason for not taking photos, and how often it was given.
  struct Refusals: Hashable {
    var reason: PickerRefusal
    var count: Int
    var first: Asset
  }

  /// What another process is told to pick the same.
  var words: [String] {
    let words = ["--limit", "\(limit)", "--media", media.rawValue, "--taps", "\(taps)", "--seed", "\(seed)"]
    return isOrdered ? words + ["--ordered"] : words
  }

  /// - Returns: What was picked, and refusals by reason, in the order in which each came first.
  func pick(_ photos: AssetLibrary) -> (selection: PickerSelection, refusals: [Refusals]) {
    var configuration = PickerConfiguration(photoLibrary: photos)
    (configuration.filter, configuration.selectionLimit) = (media.filter, limit)
    configuration.selection = isOrdered ? .ordered : .default
    var selection = PickerSelection(configuration)
    var refusals: [Refusals] = []
    let library = photos.fetchAssets()
    var random = SplitMix64(seed: seed)
    for _ in 0..<(library.count > 0 ? taps : 0) {
      let asset = library.object(at: random.next(below: library.count))
      guard let reason = selection.choose(asset) else { continue }
      if let known = refusals.firstIndex(where: { $0.reason == reason }) {
        refusals[known].count += 1
      } else {
        refusals.append(Refusals(reason: reason, count: 1, first: asset))
      }
    }
    return (selection, refusals)
  }
}

/// What a picker shows, as `--media` has it.
enum PickedMedia: String, CaseIterable, ExpressibleByArgument {
  case image, video, livephoto, any

  var filter: PickerFilter? {
    switch self {
    case .image: .images
    case .video: .videos
    case .livephoto: .livePhotos
    case .any: nil
    }
  }
}
