import CacheLab
import LabSystem

/// A JPEG of a user's folder, as it was when it was indexed.
struct FolderFile: Equatable, Sendable {
  /// Path below the folder.
  var name: String
  /// Time of the last change, nanoseconds since 1970.
  var modifiedNs: Int64
  var info: AssetInfo
  /// Why it gives no image, in a few words; nil for one that does.
  var problem: String?

  /// Bytes of these words at most.
  static let problemBytesMax = 200

  /// What the file must still be when it is read.
  var state: FileState { FileState(byteCount: Int64(info.encodedBytes), modifiedNs: modifiedNs) }
}
