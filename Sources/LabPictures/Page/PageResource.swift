/// The page's style and script as they are embedded in the program.
enum PageResource {
  static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
  static let elements = String(decoding: PackageResources.player_html, as: UTF8.self)
  static let player = String(decoding: PackageResources.player_js, as: UTF8.self)
}
