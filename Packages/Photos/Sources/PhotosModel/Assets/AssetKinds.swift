/// The type of an asset (`PHAssetMediaType`, with its numbers).
///
/// A video shows its poster frame and a live photo its still; neither is played here.
public enum AssetMediaType: Int, CaseIterable, Sendable {
  case unknown = 0
  case image = 1
  case video = 2
  case audio = 3
}

/// The subtypes of an asset (`PHAssetMediaSubtype`, with its bits).
public struct AssetMediaSubtype: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let photoPanorama = AssetMediaSubtype(rawValue: 1 << 0)
  public static let photoHDR = AssetMediaSubtype(rawValue: 1 << 1)
  public static let photoScreenshot = AssetMediaSubtype(rawValue: 1 << 2)
  public static let photoLive = AssetMediaSubtype(rawValue: 1 << 3)
  public static let photoDepthEffect = AssetMediaSubtype(rawValue: 1 << 4)
  public static let spatialMedia = AssetMediaSubtype(rawValue: 1 << 10)
  public static let videoScreenRecording = AssetMediaSubtype(rawValue: 1 << 15)
  public static let videoStreamed = AssetMediaSubtype(rawValue: 1 << 16)
  public static let videoHighFrameRate = AssetMediaSubtype(rawValue: 1 << 17)
  public static let videoTimelapse = AssetMediaSubtype(rawValue: 1 << 18)
  public static let videoCinematic = AssetMediaSubtype(rawValue: 1 << 21)
}

/// The playback style of an asset (`PHAssetPlaybackStyle`, with its numbers).
public enum AssetPlaybackStyle: Int, CaseIterable, Sendable {
  case unsupported = 0
  case image = 1
  case imageAnimated = 2
  case livePhoto = 3
  case video = 4
  case videoLooping = 5
}

/// The source of an asset (`PHAssetSourceType`, with its bits).
public struct AssetSourceType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let typeUserLibrary = AssetSourceType(rawValue: 1 << 0)
  public static let typeCloudShared = AssetSourceType(rawValue: 1 << 1)
  public static let typeiTunesSynced = AssetSourceType(rawValue: 1 << 2)
}

/// The selections that include a photo of a burst (`PHAssetBurstSelectionType`, with its bits).
public struct AssetBurstSelectionType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let autoPick = AssetBurstSelectionType(rawValue: 1 << 0)
  public static let userPick = AssetBurstSelectionType(rawValue: 1 << 1)
}

/// An operation on an asset (`PHAssetEditOperation`, with its numbers).
public enum AssetEditOperation: Int, CaseIterable, Sendable {
  case delete = 1
  case content = 2
  case properties = 3
}

/// An edit in the current version of an asset that its unadjusted version lacks.
///
/// It stands for the work of an editing app, enough for a visible difference between versions.
public enum AssetAdjustment: Int32, CaseIterable, Sendable {
  case none = 0
  /// Grey instead of colours.
  case mono = 1
  /// A quarter turn clockwise, which swaps width and height.
  case quarterTurn = 2
}
