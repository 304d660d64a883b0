public import Foundation
public import StrategyKit

/// The row of an object in the catalog: never used again, also after a deletion.
public struct AssetID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: AssetID, right: AssetID) -> Bool { left.rawValue < right.rawValue }
}

/// A photo, live photo or video of the library (`PHAsset`): what the catalog knows of it, as it was when it was read.
///
/// Two assets are equal when their `localIdentifier` is the same, as objects of Photos are.
public struct Asset: Identifiable, Sendable {
  public let id: AssetID
  /// A number of the library that it belongs to; part of its name.
  public let library: UInt64
  /// Which of the library's files shows it; several assets may share one.
  public var file: ItemID
  /// In pixels, upright, edits included.
  public var pixelSize: PixelSize
  /// How the file must be turned to stand upright: EXIF's 1 (not at all) to 8. An edit's turn is not in it.
  public var orientation: Int32 = 1
  public var mediaType: AssetMediaType = .image
  public var mediaSubtypes: AssetMediaSubtype = []
  public var sourceType: AssetSourceType = .typeUserLibrary
  /// Thousandths of a second since 1970, UTC.
  package var creationMs: Int64 = 0
  /// Thousandths of a second since 1970, UTC: when the catalog last changed it.
  package var modificationMs: Int64 = 0
  /// Length of a video in thousandths of a second; 0 for a photo.
  package var durationMs: Int64 = 0
  public var isFavorite = false
  public var isHidden = false
  public var location: AssetLocation?
  package var burst: Int32?
  /// True for the photo that stands for its burst.
  public var representsBurst = false
  public var burstSelectionTypes: AssetBurstSelectionType = []
  public var adjustment: AssetAdjustment = .none
  /// Counts the edits: images of another version are of no use.
  package var contentVersion: Int32 = 0
  /// The library that it was read from; nil in a model without one.
  package var home: (any AssetHome)?
  /// How often that library, or the access to it, had changed then.
  package var generation = 0

  public init(id: AssetID, library: UInt64 = 0, file: ItemID, pixelSize: PixelSize) {
    self.id = id
    self.library = library
    self.file = file
    self.pixelSize = pixelSize
  }

  /// The stable name that an app stores.
  public var localIdentifier: String { LocalIdentifier(kind: .asset, library: library, row: id.rawValue).description }

  public var pixelWidth: Int { Int(pixelSize.width) }
  public var pixelHeight: Int { Int(pixelSize.height) }
  public var creationDate: Date? { Date(timeIntervalSince1970: Double(creationMs) / 1_000) }
  public var modificationDate: Date? { Date(timeIntervalSince1970: Double(modificationMs) / 1_000) }
  /// Length of a video in seconds; 0 for a photo.
  public var duration: TimeInterval { Double(durationMs) / 1_000 }
  /// The name of its burst.
  public var burstIdentifier: String? { burst.map { "burst-\($0)" } }
  public var hasAdjustments: Bool { adjustment != .none }

  public var playbackStyle: AssetPlaybackStyle {
    switch mediaType {
    case .image: mediaSubtypes.contains(.photoLive) ? .livePhoto : .image
    case .video: .video
    default: .unsupported
    }
  }

  /// Whether an app may edit or delete it: everything of the user's own library, nothing of a shared album's.
  public func canPerform(_ operation: AssetEditOperation) -> Bool { sourceType == .typeUserLibrary }
}

extension Asset: Hashable {
  public static func == (left: Asset, right: Asset) -> Bool { left.id == right.id && left.library == right.library }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(library)
  }
}

/// Where a photo was taken: what `CLLocation` is in an app.
public struct AssetLocation: Hashable, Sendable {
  /// In degrees (`CLLocationCoordinate2D`).
  public struct Coordinate: Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double
  }

  public var coordinate: Coordinate

  public init(latitude: Double, longitude: Double) {
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// The library of an asset, as an image manager sees it.
package protocol AssetHome: AnyObject, Sendable {
  /// The assets as they are now, or why the app gets no image of one. From now on the manager hears of edits and
  /// deletions.
  func current(_ assets: [Asset], for engine: ManagerEngine) -> [Result<Asset, PhotosError>]
}

/// The stable name of an asset, album or folder, as text: `XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX/L0/001`.
///
/// It is computed, not stored: library and row, mixed so that it shows neither, can be read back. A library that is made
/// anew from the same seed has the same names.
public struct LocalIdentifier: Hashable, Sendable {
  /// What kind of object it names.
  public enum Kind: String, CaseIterable, Sendable {
    case asset = "001"
    case list = "020"
    case collection = "040"
  }

  public let kind: Kind
  /// A number of the library.
  public let library: UInt64
  public let row: Int64

  private static let factor: UInt64 = 0xD6E8_FEB8_6659_FD93
  /// The factor's inverse modulo 2^64, by Newton's rule.
  private static let inverse: UInt64 = (0..<6).reduce(factor) { guess, _ in guess &* (2 &- factor &* guess) }

  public init(kind: Kind, library: UInt64, row: Int64) {
    self.kind = kind
    self.library = library
    self.row = row
  }

  /// Reads an identifier; nil for a text that is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let digits = parts[0].filter { $0 != "-" }
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[2])),
      let library = UInt64(digits.prefix(16), radix: 16), let mixed = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.kind = kind
    self.library = library
    var word = mixed ^ library
    word ^= word >> 32
    row = Int64(bitPattern: word &* LocalIdentifier.inverse)
    // Dashes and spelling too are as they are written.
    guard row > 0, description == text else { return nil }
  }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension LocalIdentifier: CustomStringConvertible {
  public var description: String {
    var word = UInt64(bitPattern: row) &* LocalIdentifier.factor
    word ^= word >> 32
    let digits = Array(LocalIdentifier.hex(library) + LocalIdentifier.hex(word ^ library))
    let fields = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return fields.joined(separator: "-") + "/L0/" + kind.rawValue
  }
}
