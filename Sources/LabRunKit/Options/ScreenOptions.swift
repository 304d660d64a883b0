import ArgumentParser
import CacheLab
import StrategyKit

/// Another screen than the trace was recorded on.
struct ScreenOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Size of the screen in points, such as 375x667.", valueName: "WxH"))
  var viewport: ViewportArgument?

  @Option(help: ArgumentHelp("Pixels a point, such as 2, 3 or 2.625.", valueName: "scale"))
  var scale: ScaleArgument?

  @Option(help: ArgumentHelp("Columns of the grid.", valueName: "n"))
  var columns: Int32?

  @Option(
    help: ArgumentHelp(
      "Photos in the library, of a folder the first by name; the grid shows no more.", valueName: "n"))
  var assets: Int?

  func validate() throws {
    if let columns, columns < 1 || columns > 1000 {
      throw ValidationError("--columns \(columns): a grid has 1 to 1000 columns")
    }
    if let assets, assets < 1 || assets > LibraryConfiguration.maxAssetCount {
      throw ValidationError("--assets \(assets): a library has 1 to 10000000 photos")
    }
  }

  /// The screen to apply, `assets` left out.
  var override: ScreenOverride {
    ScreenOverride(
      viewport: viewport.map { ($0.width, $0.height) }, scaleThousandths: scale?.thousandths, columns: columns)
  }

  /// True when the trace's own screen is replaced.
  var isSet: Bool { viewport != nil || scale != nil || columns != nil }
}

/// `375x667`, in points, thousandths allowed.
struct ViewportArgument: ExpressibleByArgument {
  let width: MilliPoints
  let height: MilliPoints

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = ScaleArgument(argument: String(sides[0])),
      let height = ScaleArgument(argument: String(sides[1]))
    else { return nil }
    self.width = MilliPoints(rawValue: width.thousandths)
    self.height = MilliPoints(rawValue: height.thousandths)
  }
}

/// A positive decimal with at most three decimals.
struct ScaleArgument: ExpressibleByArgument {
  let thousandths: Int64

  init?(argument: String) {
    guard let number = Rational(argument), !argument.contains("/"), 1000 % number.denominator == 0 else { return nil }
    thousandths = number.numerator * (1000 / number.denominator)
    guard thousandths > 0 && thousandths <= 1_000_000_000 else { return nil }
  }
}
