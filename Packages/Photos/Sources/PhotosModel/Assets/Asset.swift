public import Foundation
public import StrategyKit

/// The row of an object in the catalog, never reused, even after a deletion.
public struct AssetID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: AssetID, right: AssetID) -> Bool { left.rawValue < right.rawValue }
}

/// A photo, live photo or video of the library (`PHAsset`), in the state in which it was read.
///
/// As in Photos, assets with equal `localIdentifier`s are equal.
public struct Asset: Identifiable, Sendable {
  public let id: AssetID
  /// The number of its library, part of its identifier.
  public let library: UInt64
  /// The library file that shows it, possibly shared by several assets.
  public var file: ItemID
  /// The upright size in pixels, including edits.
  public var pixelSize: PixelSize
  /// The EXIF orientation of the file, without the turn of an edit.
  public var orientation: Int32 = 1
  public var mediaType: AssetMediaType = .image
  public var mediaSubtypes: AssetMediaSubtype = []
  public var sourceType: AssetSourceType = .typeUserLibrary
  /// The creation date in milliseconds since 1970, UTC.
  package var creationMs: Int64 = 0
  /// The date of the catalog's last change of it, in milliseconds since 1970, UTC.
  package var modificationMs: Int64 = 0
  /// The length of a video in milliseconds; 0 for a photo.
  package var durationMs: Int64 = 0
  public var isFavorite = false
  public var isHidden = false
  public var location: AssetLocation?
  package var burst: Int32?
  /// True for the photo that represents its burst.
  public var representsBurst = false
  public var burstSelectionTypes: AssetBurstSelectionType = []
  public var adjustment: AssetAdjustment = .none
  /// The number of edits; images of another version are out of date.
  package var contentVersion: Int32 = 0
  /// The library that it was read from, if the model has one.
  package var home: (any AssetHome)?
  /// The library's count of changes when it was read.
  package var generation = 0

  public init(id: AssetID, library: UInt64 = 0, file: ItemID, pixelSize: PixelSize) {
    self.id = id
    self.library = library
    self.file = file
    self.pixelSize = pixelSize
  }

  /// The stable identifier that an app stores.
  public var localIdentifier: String { LocalIdentifier(kind: .asset, library: library, row: id.rawValue).description }

  public var pixelWidth: Int { Int(pixelSize.width) }
  public var pixelHeight: Int { Int(pixelSize.height) }
  public var creationDate: Date? { Date(timeIntervalSince1970: Double(creationMs) / 1_000) }
  public var modificationDate: Date? { Date(timeIntervalSince1970: Double(modificationMs) / 1_000) }
  /// The length of a video in seconds; 0 for a photo.
  public var duration: TimeInterval { Double(durationMs) / 1_000 }
  /// The identifier of its burst.
  public var burstIdentifier: String? { burst.map { "burst-\($0)" } }
  public var hasAdjustments: Bool { adjustment != .none }

  public var playbackStyle: AssetPlaybackStyle {
    switch mediaType {
    case .image: mediaSubtypes.contains(.photoLive) ? .livePhoto : .image
    case .video: .video
    default: .unsupported
    }
  }

  /// Returns true for the assets of the user's own library, which an app may edit or delete, unlike those of a shared
  /// album.
  public func canPerform(_ operation: AssetEditOperation) -> Bool { sourceType == .typeUserLibrary }
}

extension Asset: Hashable {
  public static func == (left: Asset, right: Asset) -> Bool { left.id == right.id && left.library == right.library }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(library)
  }
}

/// The place where a photo was taken, in place of `CLLocation`.
public struct AssetLocation: Hashable, Sendable {
  /// A coordinate in degrees (`CLLocationCoordinate2D`).
  public struct Coordinate: Hashable, Sendable {
    public var latitude: Double
    public var longitude: Double
  }

  public var coordinate: Coordinate

  public init(latitude: Double, longitude: Double) {
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// The library of an asset, for an image manager.
package protocol AssetHome: AnyObject, Sendable {
  /// Returns the assets in their current state, or the reason why the app gets no image of one. From now on the manager
  /// is told of edits and deletions.
  func current(_ assets: [Asset], for engine: ManagerEngine) -> [Result<Asset, PhotosError>]
}

/// The stable identifier of an asset, album or folder, as text: `XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX/L0/001`.
///
/// It is computed, not stored: it contains the library and the row. A library made again from the same seed has the same
/// identifiers.
public struct LocalIdentifier: Hashable, Sendable {
  /// The kind of the object.
  public enum Kind: String, CaseIterable, Sendable {
    case asset = "001"
    case list = "020"
    case collection = "040"
  }

  public let kind: Kind
  /// The number of the library.
  public let library: UInt64
  public let row: Int64

  public init(kind: Kind, library: UInt64, row: Int64) {
    self.kind = kind
    self.library = library
    self.row = row
  }

  /// Reads an identifier, or returns nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let digits = parts[0].filter { $0 != "-" }
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[2])),
      let library = UInt64(digits.prefix(16), radix: 16), let row = Int64(digits.suffix(16), radix: 16)
    else { return nil }
    self.init(kind: kind, library: library, row: row)
    // Only the exact spelling is an identifier.
    guard row > 0, description == text else { return nil }
  }

  private static func hex(_ word: UInt64) -> String {
    let digits = String(word, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension LocalIdentifier: CustomStringConvertible {
  public var description: String {
    let digits = Array(LocalIdentifier.hex(library) + LocalIdentifier.hex(UInt64(bitPattern: row)))
    let fields = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return fields.joined(separator: "-") + "/L0/" + kind.rawValue
  }
}
