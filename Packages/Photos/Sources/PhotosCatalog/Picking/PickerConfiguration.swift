public import PhotosModel

/// What a picker lets the user choose (`PHPickerConfiguration`).
public struct PickerConfiguration: Sendable {
  /// In which order the chosen come (`PHPickerConfiguration.Selection`).
  public enum Selection: Hashable, Sendable {
    /// That of the library, which Photos leaves open: an assumption.
    case `default`
    /// That of choosing.
    case ordered
  }

  /// Which representation an item provider prefers (`PHPickerConfiguration.AssetRepresentationMode`).
  public enum AssetRepresentationMode: Int, Hashable, Sendable {
    case automatic = 0
    /// The file as it is.
    case current = 1
    /// The most compatible one: here each file is a JPEG, which is that already.
    case compatible = 2
  }

  /// How many may be chosen; 0 is no limit.
  public var selectionLimit = 1
  /// Nil shows everything that is not hidden.
  public var filter: PickerFilter?
  public var selection: Selection = .default
  public var preferredAssetRepresentationMode: AssetRepresentationMode = .automatic
  /// Names of assets that are chosen to begin with; of those that the picker shows, in this order, up to the limit.
  public var preselectedAssetIdentifiers: [String] = []
  /// What the picker shows; nil is the shared library, whose identifiers the results then do not have.
  let library: AssetLibrary?

  /// The shared library. Results have no identifiers.
  public init() { library = nil }

  /// A library of the app's. Results have identifiers.
  public init(photoLibrary: AssetLibrary) { library = photoLibrary }
}

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

  /// Twice is the filter itself.
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
