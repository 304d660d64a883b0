public import StrategyKit

/// What there is to say about a library as a whole.
public struct LibrarySummary: Equatable, Sendable {
  /// `default`, `small`, `full`, `tiny`, or the folder's path.
  public var name: String
  /// The pool's file, or the folder.
  public var path: String
  public var fingerprint: String
  public var assetCount: Int
  /// Assets that do not decode.
  public var undecodableCount: Int
  /// Files of a folder that do not decode, by name, and why.
  public var undecodable: [(file: String, reason: String)]
  /// All files together, as if they were files.
  public var encodedBytes: ByteCount
  /// What it takes on the disk.
  public var storedBytes: ByteCount
  /// Bits a pixel of the smallest, of all together, and of the largest file that decodes, in thousandths; nil where none
  /// does.
  public var milliBitsPerPixel: (least: Int64, mean: Int64, most: Int64)?
  /// Sizes and how many assets that decode have each, most frequent first.
  public var sizes: [(size: PixelSize, count: Int)]
  /// Files of a folder that are no JPEGs, and entries that could not be read; 0 for a made library.
  public var skippedCount: Int
  public var unreadableCount: Int

  public static func == (left: LibrarySummary, right: LibrarySummary) -> Bool {
    left.path == right.path && left.fingerprint == right.fingerprint
  }
}
