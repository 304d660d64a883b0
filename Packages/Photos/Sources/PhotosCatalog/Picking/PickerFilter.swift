public import PhotosModel

/// What a picker shows (`PHPickerFilter`).
public struct PickerFilter: Hashable, Sendable {
  private indirect enum Kind: Hashable, Sendable {
    case mediaType(AssetMediaType)
    case subtype(AssetMediaSubtype)
    case playback(AssetPlaybackStyle)
    case bursts
    case any([PickerFilter])
    case all([PickerFilter])
    case not(PickerFilter)
  }

  private let kind: Kind
  private let words: String

  private init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }

  /// Photos, and the stills of live photos.
  public static let images = PickerFilter(.mediaType(.image), "images")
  public static let videos = PickerFilter(.mediaType(.video), "videos")
  public static let livePhotos = PickerFilter(.subtype(.photoLive), "live photos")
  public static let screenshots = PickerFilter(.subtype(.photoScreenshot), "screenshots")
  public static let panoramas = PickerFilter(.subtype(.photoPanorama), "panoramas")
  public static let depthEffectPhotos = PickerFilter(.subtype(.photoDepthEffect), "portraits")
  public static let bursts = PickerFilter(.bursts, "bursts")
  public static let spatialMedia = PickerFilter(.subtype(.spatialMedia), "spatial media")
  public static let screenRecordings = PickerFilter(.subtype(.videoScreenRecording), "screen recordings")
  public static let cinematicVideos = PickerFilter(.subtype(.videoCinematic), "cinematic videos")
  public static let slomoVideos = PickerFilter(.subtype(.videoHighFrameRate), "videos in slow motion")
  public static let timelapseVideos = PickerFilter(.subtype(.videoTimelapse), "time-lapse videos")

  public static func playbackStyle(_ playbackStyle: AssetPlaybackStyle) -> PickerFilter {
    PickerFilter(.playback(playbackStyle), "assets shown as \(playbackStyle)")
  }

  public static func any(of subfilters: [PickerFilter]) -> PickerFilter {
    PickerFilter(.any(subfilters), "any of (\(subfilters.map { $0.words }.joined(separator: ", ")))")
  }

  public static func all(of subfilters: [PickerFilter]) -> PickerFilter {
    PickerFilter(.all(subfilters), "all of (\(subfilters.map { $0.words }.joined(separator: ", ")))")
  }

  /// Twice is the filter itself.
  public static func not(_ filter: PickerFilter) -> PickerFilter {
    if case .not(let inner) = filter.kind { return inner }
    return PickerFilter(.not(filter), "not \(filter.words)")
  }

  public func shows(_ asset: Asset) -> Bool {
    switch kind {
    case .mediaType(let type): asset.mediaType == type
    case .subtype(let subtype): asset.mediaSubtypes.contains(subtype)
    case .playback(let style): asset.playbackStyle == style
    case .bursts: asset.representsBurst
    case .any(let filters): filters.contains { $0.shows(asset) }
    case .all(let filters): filters.allSatisfy { $0.shows(asset) }
    case .not(let filter): !filter.shows(asset)
    }
  }
}

extension PickerFilter: CustomStringConvertible {
  public var description: String { words }
}
