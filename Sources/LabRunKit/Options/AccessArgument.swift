import ArgumentParser
import CacheLab

/// `all`, or `limited:500`.
struct AccessArgument: ExpressibleByArgument, Hashable {
  static let all = AccessArgument(limit: nil)

  /// How many photos were chosen; nil for all.
  let limit: Int32?

  private init(limit: Int32?) { self.limit = limit }

  init?(argument: String) {
    if argument == "all" {
      limit = nil
      return
    }
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "limited", let count = Int32(parts[1]), count > 0,
      count <= Int32(LibraryConfiguration.maxAssetCount)
    else { return nil }
    limit = count
  }

  var text: String { limit.map { "limited:\($0)" } ?? "all" }

  var defaultValueDescription: String { text }
}
