/// What an asset is (`PHAssetMediaType`, with its numbers).
///
/// A video is shown by its poster frame and a live photo by its still; neither is played here.
public enum AssetMediaType: Int, CaseIterable, Sendable {
  case unknown = 0
  case image = 1
  case video = 2
  case audio = 3
}

/// Further kinds of an asset (`PHAssetMediaSubtype`, with its bits).
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

/// How an asset is shown (`PHAssetPlaybackStyle`, with its numbers).
public enum AssetPlaybackStyle: Int, CaseIterable, Sendable {
  case unsupported = 0
  case image = 1
  case imageAnimated = 2
  case livePhoto = 3
  case video = 4
  case videoLooping = 5
}

/// Where an asset came from (`PHAssetSourceType`, with its bits).
public struct AssetSourceType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let typeUserLibrary = AssetSourceType(rawValue: 1 << 0)
  public static let typeCloudShared = AssetSourceType(rawValue: 1 << 1)
  public static let typeiTunesSynced = AssetSourceType(rawValue: 1 << 2)
}

/// Who chose a photo of a burst (`PHAssetBurstSelectionType`, with its bits).
public struct AssetBurstSelectionType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let autoPick = AssetBurstSelectionType(rawValue: 1 << 0)
  public static let userPick = AssetBurstSelectionType(rawValue: 1 << 1)
}

/// What an app may do with an asset (`PHAssetEditOperation`, with its numbers).
public enum AssetEditOperation: Int, CaseIterable, Sendable {
  case delete = 1
  case content = 2
  case properties = 3
}

/// An edit that the current version of an asset shows, and its unadjusted version does not.
///
/// It stands for what an editing app writes: enough for `version` to make a difference that can be seen.
public enum AssetAdjustment: Int32, CaseIterable, Sendable {
  case none = 0
  /// Colours become grey.
  case mono = 1
  /// A quarter turn clockwise: width and height change places.
  case quarterTurn = 2
}
