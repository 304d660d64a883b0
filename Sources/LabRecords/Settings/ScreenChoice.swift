/// A screen in one word: the trace's own, `recorded`, with six columns `recorded:6`; or another, `iphone-17`,
/// `390x844@3`, `1024x1366@2:6`. What a word leaves out is the trace's: `390x844`, `recorded@2`. A name stands for its
/// points and pixels, which are what is replayed and recorded.
public struct ScreenChoice: Hashable, Sendable, CustomStringConvertible {
  /// The trace's own screen.
  public static let recorded = ScreenChoice()

  /// Points, pixels of a point and columns; nil keeps those of the trace.
  let size: ScreenSize?
  let scale: MilliPoints?
  let columns: Int32?

  init(size: ScreenSize? = nil, scale: MilliPoints? = nil, columns: Int32? = nil) {
    (self.size, self.scale, self.columns) = (size, scale, columns)
  }

  /// - Throws: `SettingError` with the problem of the word, and the nearest name.
  public init(_ word: String) throws(SettingError) {
    let colon = word.firstIndex(of: ":")
    let screen = String(word[..<(colon ?? word.endIndex)])
    columns = try colon.map { (colon) throws(SettingError) in
      guard let count = Int32(word[word.index(after: colon)...]), (1...1000).contains(count) else {
        throw SettingError("'\(word)' has no number of columns after its colon; write 1 to 1000, 1024x1366@2:6")
      }
      return count
    }
    if let named = NamedScreen.named(screen) {
      (size, scale) = (named.size, named.scale)
      return
    }
    let parts = screen.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    size = ScreenSize(String(parts[0]))
    scale = parts.count == 2 ? Rational.positiveThousandths(parts[1]).map { MilliPoints(rawValue: $0) } : nil
    guard size != nil || parts[0] == "recorded", parts.count == 1 || scale != nil else {
      let names = NamedScreen.all.map { $0.name } + ["recorded"]
      let cure = nearest(to: screen, among: names).map { "did you mean '\($0)'?" }
      throw SettingError(
        "'\(word)' is not a screen: "
          + (cure
            ?? "write a name of \(ToolName.current) list screens, or points and scale, such as 390x844@3, or recorded"))
    }
  }

  /// The word, a name in points and pixels.
  public var description: String {
    (size.map { "\($0)" } ?? "recorded") + (scale.map { "@\($0)" } ?? "") + (columns.map { ":\($0)" } ?? "")
  }

  /// Returns this screen with parts that it leaves to the trace.
  ///
  /// - Throws: `SettingError` if it has one of the parts already.
  public func adding(
    size: ScreenSize? = nil, scale: MilliPoints? = nil, columns: Int32? = nil
  ) throws(SettingError) -> ScreenChoice {
    let both = [
      ("--viewport", size != nil && self.size != nil), ("--scale", scale != nil && self.scale != nil),
      ("--columns", columns != nil && self.columns != nil),
    ].filter { $0.1 }.map { $0.0 }
    guard both.isEmpty else {
      let parts = NameList.text(both)
      throw SettingError("--screen and \(parts) say the same twice; give the name, or \(parts) without it")
    }
    return ScreenChoice(size: size ?? self.size, scale: scale ?? self.scale, columns: columns ?? self.columns)
  }

  /// The screens that a run may have asked for if it was replayed on this one.
  package var requests: [ScreenChoice] {
    [size, nil].flatMap { size in
      [scale, nil].flatMap { scale in
        [columns, nil].map { ScreenChoice(size: size, scale: scale, columns: $0) }
      }
    }
  }

  /// Returns the change of a trace's screen.
  ///
  /// - Parameter accessLimit: The number of photos that the app may see; nil for all.
  public func override(assetCount: Int32? = nil, accessLimit: Int32? = nil) -> ScreenOverride {
    ScreenOverride(
      viewport: size.map { ($0.width, $0.height) }, scaleThousandths: scale?.rawValue, columns: columns,
      assetCount: assetCount, accessLimit: accessLimit)
  }
}

/// The size of a screen in points, thousandths allowed: `375x667`.
public struct ScreenSize: Hashable, Sendable, CustomStringConvertible {
  public let width: MilliPoints
  public let height: MilliPoints

  public var description: String { "\(width)x\(height)" }
}

extension ScreenSize {
  /// Parses two positive lengths; returns nil for anything else.
  public init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Rational.positiveThousandths(sides[0]),
      let height = Rational.positiveThousandths(sides[1])
    else { return nil }
    self.init(width: MilliPoints(rawValue: width), height: MilliPoints(rawValue: height))
  }
}

extension Rational {
  /// Returns the thousandths of a positive decimal with at most three decimals, a million at most, or nil for anything
  /// else.
  public static func positiveThousandths(_ text: some StringProtocol) -> Int64? {
    guard let number = Rational(String(text)), !text.contains("/"), 1000 % number.denominator == 0 else { return nil }
    let thousandths = number.numerator * (1000 / number.denominator)
    return thousandths > 0 && thousandths <= 1_000_000_000 ? thousandths : nil
  }
}

/// The screen of a phone or tablet by its name: `iphone-17` is 402 x 874 points of 3 pixels.
///
/// Points and scale, upright and as large as UIKit gives them to an app, are those of Apple's Human Interface Guidelines,
/// "Layout", table "Device screen dimensions" (developer.apple.com/design/human-interface-guidelines/layout). For the two
/// minis that table divides the panel's 1080 x 2340 pixels by 3; UIKit draws 375 x 812 points at 3 pixels and the system
/// reduces the picture, so that the cells of a grid, and what is decoded for them, are those of 375 points: these are
/// listed. A display that is set to larger text is narrower than any of these.
///
/// The refresh rate is that of the model's technical specifications (support.apple.com/specs): 120 if they name
/// ProMotion, which is "up to 120Hz", else 60. It decides nothing: a trace has the rate of its screen.
public struct NamedScreen: Hashable, Sendable {
  public let name: String
  /// The models of that name, if the name does not say it.
  public let models: String
  public let size: ScreenSize
  /// The pixels of a point.
  public let scale: MilliPoints
  /// The most refreshes a second.
  public let refreshHz: Int

  @inline(never) private init(
    _ name: String, _ width: Int, _ height: Int, _ scale: Int, _ refreshHz: Int, _ models: String = ""
  ) {
    (self.name, self.models, self.refreshHz) = (name, models, refreshHz)
    size = ScreenSize(width: .points(width), height: .points(height))
    self.scale = .points(scale)
  }

  /// All screens, newest first, phones before tablets.
  public static let all: [NamedScreen] = [
    NamedScreen("iphone-17-pro-max", 440, 956, 3, 120),
    NamedScreen("iphone-17-pro", 402, 874, 3, 120),
    NamedScreen("iphone-17", 402, 874, 3, 120),
    NamedScreen("iphone-air", 420, 912, 3, 120),
    NamedScreen("iphone-16-pro-max", 440, 956, 3, 120),
    NamedScreen("iphone-16-pro", 402, 874, 3, 120),
    NamedScreen("iphone-16-plus", 430, 932, 3, 60),
    NamedScreen("iphone-16", 393, 852, 3, 60),
    NamedScreen("iphone-16e", 390, 844, 3, 60),
    NamedScreen("iphone-15-pro-max", 430, 932, 3, 120),
    NamedScreen("iphone-15-pro", 393, 852, 3, 120),
    NamedScreen("iphone-15-plus", 430, 932, 3, 60),
    NamedScreen("iphone-15", 393, 852, 3, 60),
    NamedScreen("iphone-14-pro-max", 430, 932, 3, 120),
    NamedScreen("iphone-14-pro", 393, 852, 3, 120),
    NamedScreen("iphone-14-plus", 428, 926, 3, 60),
    NamedScreen("iphone-14", 390, 844, 3, 60),
    NamedScreen("iphone-13-pro-max", 428, 926, 3, 120),
    NamedScreen("iphone-13-pro", 390, 844, 3, 120),
    NamedScreen("iphone-13", 390, 844, 3, 60),
    NamedScreen("iphone-13-mini", 375, 812, 3, 60),
    NamedScreen("iphone-12-pro-max", 428, 926, 3, 60),
    NamedScreen("iphone-12-pro", 390, 844, 3, 60),
    NamedScreen("iphone-12", 390, 844, 3, 60),
    NamedScreen("iphone-12-mini", 375, 812, 3, 60),
    NamedScreen("iphone-11-pro-max", 414, 896, 3, 60),
    NamedScreen("iphone-11-pro", 375, 812, 3, 60),
    NamedScreen("iphone-11", 414, 896, 2, 60),
    NamedScreen("iphone-se", 375, 667, 2, 60, "4.7-inch: 2nd and 3rd generation"),
    NamedScreen("iphone-se-1", 320, 568, 2, 60, "4-inch: 1st generation"),
    NamedScreen("ipad-pro-13", 1032, 1376, 2, 120, "13-inch: M4 and later"),
    NamedScreen("ipad-pro-12.9", 1024, 1366, 2, 120, "12.9-inch: 2nd to 6th generation"),
    NamedScreen("ipad-pro-11", 834, 1210, 2, 120, "11-inch: M4 and later"),
    NamedScreen("ipad-pro-11-m2", 834, 1194, 2, 120, "11-inch: 1st to 4th generation"),
    NamedScreen("ipad-air-13", 1024, 1366, 2, 60, "13-inch: M2 and later"),
    NamedScreen("ipad-air-11", 820, 1180, 2, 60, "11-inch: M2 and later; 10.9-inch"),
    NamedScreen("ipad-11", 820, 1180, 2, 60, "11-inch: A16; 10.9-inch: 10th generation"),
    NamedScreen("ipad-10.2", 810, 1080, 2, 60, "10.2-inch: 7th to 9th generation"),
    NamedScreen("ipad-mini", 744, 1133, 2, 60, "8.3-inch: 6th generation and A17 Pro"),
  ]

  /// Returns the screen of a name, or nil.
  public static func named(_ name: String) -> NamedScreen? { all.first { $0.name == name } }

  /// The text `402x874@3`, which says the same without the name.
  public var text: String { "\(size)@\(scale)" }

  public var json: JSON {
    .object([
      "name": .string(name), "models": .string(models), "width-pt": .string("\(size.width)"),
      "height-pt": .string("\(size.height)"), "scale-thousandths": .integer(Int128(scale.rawValue)),
      "refresh-hz": .integer(Int128(refreshHz)),
    ])
  }
}
