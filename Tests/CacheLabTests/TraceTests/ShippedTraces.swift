/// The traces of this repository, found from this file's path.
enum ShippedTraces {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")

  static let names = [
    "browse", "fastscroll", "flicks", "hunt", "ios-browse", "ios-fastscroll", "ios-flicks", "ios-hunt",
    "ios-overscroll", "open-photo", "scroll-to-top", "scrub", "zoom",
  ]

  static func path(_ name: String) -> String { "\(root)/traces/\(name).scrolltrace" }
}
