/// Which photos an app may see: all, or a choice spread over the library.
public struct PhotoAccess: Hashable, Sendable {
  public static let all = PhotoAccess(limit: nil)

  /// How many photos were chosen, at least 1; nil for all.
  public let limit: Int32?

  private init(limit: Int32?) { self.limit = limit }

  /// `all`, or `limited:500`; nil for anything else.
  public init?(_ text: String) {
    if text == "all" {
      limit = nil
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "limited", let count = Int32(parts[1]), count > 0,
      count <= Int32(LibraryConfiguration.maxAssetCount)
    else { return nil }
    limit = count
  }

  public var text: String { limit.map { "limited:\($0)" } ?? "all" }
}
