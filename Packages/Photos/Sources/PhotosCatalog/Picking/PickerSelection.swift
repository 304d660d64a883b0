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

/// Why a picker does not take an asset. Photos' own does not show what it would not take; here it can be asked for all
/// the same.
public enum PickerRefusal: Error, Hashable, Sendable {
  /// The filter shows others.
  case notShown(by: PickerFilter)
  case isHidden
  case isChosenAlready
  case limitIsReached(Int)
  /// The picker was closed before.
  case isClosed
}

extension PickerRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notShown(let filter): "the picker shows \(filter) only"
    case .isHidden: "a picker shows nothing hidden"
    case .isChosenAlready: "it is chosen already"
    case .limitIsReached(let limit): "\(limit) are chosen, the most that the app wants: take one back first"
    case .isClosed: "a picker is used once: make another"
    }
  }
}

/// What a user has chosen in a picker so far.
public struct PickerSelection: Sendable {
  public let configuration: PickerConfiguration
  /// In the order of choosing.
  public private(set) var chosen: [Asset] = []
  private var ids: Set<AssetID> = []

  /// - Parameter library: Where the assets that are chosen to begin with are looked up.
  public init(_ configuration: PickerConfiguration, library: some Sequence<Asset> = []) {
    self.configuration = configuration
    guard !configuration.preselectedAssetIdentifiers.isEmpty else { return }
    let byName = Dictionary(library.map { ($0.localIdentifier, $0) }) { first, _ in first }
    for name in configuration.preselectedAssetIdentifiers {
      if let asset = byName[name] { _ = choose(asset) }
    }
  }

  /// Chooses an asset.
  ///
  /// - Returns: Why it was not taken; nil when it was.
  public mutating func choose(_ asset: Asset) -> PickerRefusal? {
    if asset.isHidden { return .isHidden }
    if let filter = configuration.filter, !filter.shows(asset) { return .notShown(by: filter) }
    if ids.contains(asset.id) { return .isChosenAlready }
    let limit = configuration.selectionLimit
    guard limit <= 0 || chosen.count < limit else { return .limitIsReached(limit) }
    chosen.append(asset)
    ids.insert(asset.id)
    return nil
  }

  /// Takes one back; one that was not chosen stays so.
  public mutating func takeBack(_ asset: Asset) {
    guard ids.remove(asset.id) != nil else { return }
    chosen.removeAll { $0.id == asset.id }
  }

  /// What the app gets, in the order that it asked for.
  public var results: [Asset] {
    configuration.selection == .ordered ? chosen : chosen.sorted { $0.id < $1.id }
  }
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
