/// The traces of this repository, found from this file's path.
enum ShippedTraces {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")

  static let names = [
    "browse", "fastscroll", "flicks", "hunt", "interrupted", "ios-browse", "ios-fastscroll", "ios-flicks", "ios-hunt",
    "ios-overscroll", "library-changes", "limited-access", "open-photo", "promotion", "rotation", "scroll-to-top",
    "scrub", "tablet", "ten-minutes", "zoom",
  ]

  static func path(_ name: String) -> String { "\(root)/traces/\(name).scrolltrace" }
}
