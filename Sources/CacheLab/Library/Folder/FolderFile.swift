/// A JPEG of a user's folder, as it was when it was indexed.
struct FolderFile: Equatable, Sendable {
  /// Path below the folder.
  var name: String
  /// Time of the last change, nanoseconds since 1970.
  var modifiedNs: Int64
  var info: AssetInfo
}
