import ArgumentParser
import PhotosCatalog

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
