/// What a decode gave that somebody else did.
package enum LiveDecode: Sendable {
  case bitmap
  /// One of other bytes than was foretold.
  case bitmapOf(bytes: Int64)
  case failure
}
