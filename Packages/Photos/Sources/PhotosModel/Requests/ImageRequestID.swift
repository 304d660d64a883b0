/// The number of a request (`PHImageRequestID`); never used twice by one manager.
public struct ImageRequestID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// No request (`PHInvalidImageRequestID`).
  public static let invalid = ImageRequestID(rawValue: 0)

  public static func < (left: ImageRequestID, right: ImageRequestID) -> Bool { left.rawValue < right.rawValue }
}
