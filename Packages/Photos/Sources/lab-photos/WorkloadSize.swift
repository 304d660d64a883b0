import ArgumentParser
import PhotosModel
import Strategies

/// How large images are asked for: `original`, or a target in pixels such as `288x288`.
struct WorkloadSize: ExpressibleByArgument, Hashable {
  let target: PixelSize

  static let original = WorkloadSize(target: .maximum)

  init(target: PixelSize) { self.target = target }

  init?(argument: String) {
    if argument == "original" {
      self = .original
      return
    }
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...65_500).contains(width),
      (1...65_500).contains(height)
    else { return nil }
    target = PixelSize(width: width, height: height)
  }

  var text: String { self == .original ? "original" : "\(target.width)x\(target.height)" }
  var defaultValueDescription: String { text }
}
