public import PhotosModel

/// The configuration of a picker (`PHPickerConfiguration`).
public struct PickerConfiguration: Sendable {
  /// The order of the results (`PHPickerConfiguration.Selection`).
  public enum Selection: Hashable, Sendable {
    /// The library's order; Photos leaves it open, so this is an assumption.
    case `default`
    /// The order of choosing.
    case ordered
  }

  /// The preferred representation of an item provider (`PHPickerConfiguration.AssetRepresentationMode`).
  public enum AssetRepresentationMode: Int, Hashable, Sendable {
    case automatic = 0
    /// The file as it is.
    case current = 1
    /// The most compatible representation; each file here is a JPEG and already compatible.
    case compatible = 2
  }

  /// The most assets to choose; 0 is no limit.
  public var selectionLimit = 1
  /// The filter of assets, or nil to show all that are not hidden.
  public var filter: PickerFilter?
  public var selection: Selection = .default
  public var preferredAssetRepresentationMode: AssetRepresentationMode = .automatic
  /// Identifiers of assets that are chosen at first: those that the picker shows, in this order, up to the limit.
  public var preselectedAssetIdentifiers: [String] = []
  /// The library, or nil for the shared library and results without identifiers.
  let library: AssetLibrary?

  /// Creates a configuration of the shared library, whose results have no identifiers.
  public init() { library = nil }

  /// Creates a configuration of an app's library, whose results have identifiers.
  public init(photoLibrary: AssetLibrary) { library = photoLibrary }
}

/// The filter of a picker (`PHPickerFilter`).
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

  private init(_ kind: Kind) { self.kind = kind }

  /// Photos, and the stills of live photos.
  public static let images = PickerFilter(.mediaType(.image))
  public static let videos = PickerFilter(.mediaType(.video))
  public static let livePhotos = PickerFilter(.subtype(.photoLive))
  public static let screenshots = PickerFilter(.subtype(.photoScreenshot))
  public static let panoramas = PickerFilter(.subtype(.photoPanorama))
  public static let depthEffectPhotos = PickerFilter(.subtype(.photoDepthEffect))
  public static let bursts = PickerFilter(.bursts)
  public static let spatialMedia = PickerFilter(.subtype(.spatialMedia))
  public static let screenRecordings = PickerFilter(.subtype(.videoScreenRecording))
  public static let cinematicVideos = PickerFilter(.subtype(.videoCinematic))
  public static let slomoVideos = PickerFilter(.subtype(.videoHighFrameRate))
  public static let timelapseVideos = PickerFilter(.subtype(.videoTimelapse))

  public static func playbackStyle(_ playbackStyle: AssetPlaybackStyle) -> PickerFilter {
    PickerFilter(.playback(playbackStyle))
  }

  public static func any(of subfilters: [PickerFilter]) -> PickerFilter {
    PickerFilter(.any(subfilters))
  }

  public static func all(of subfilters: [PickerFilter]) -> PickerFilter {
    PickerFilter(.all(subfilters))
  }

  /// Negates a filter; a double negation gives the filter itself.
  public static func not(_ filter: PickerFilter) -> PickerFilter {
    if case .not(let inner) = filter.kind { return inner }
    return PickerFilter(.not(filter))
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
