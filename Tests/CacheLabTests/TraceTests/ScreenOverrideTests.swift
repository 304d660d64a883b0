import LabRecords
import Strategies
import Testing

@testable import CacheLab

@Suite struct ScreenOverrideTests {
  static let small = ScreenOverride(viewport: (.points(375), .points(667)), scaleThousandths: 2000, columns: 4)

  static func applied(_ screen: ScreenOverride, _ lines: [String], header: String = TraceText.header) throws -> Trace {
    try TraceText.parse(lines, header: header).applying(screen)
  }

  @Test func cutsCellsToWholePixels() throws {
    let layout = try ScreenOverrideTests.applied(ScreenOverrideTests.small, ["[0,0]"]).layouts[0]
    #expect(layout.cellWidth == .points(92) && layout.cellHeight == .points(92) && layout.pitch == .points(94))
    #expect(layout.targetSize == PixelSize(width: 184, height: 184))
    #expect(layout.viewportWidth == .points(375) && layout.viewportHeight == .points(667))
    #expect(layout.count == 4000 && layout.columns == 4)
  }

  @Test(arguments: [
    // 94/98 of the offset, cut towards zero.
    ("98", 94_000), ("100", 95_918), ("-100", -95_918), ("-0.001", 0), ("0.001", 0), ("0.002", 1), ("-844", -809_551),
    ("12345.678", 11_841_772),
  ])
  func scalesOffsetsTowardsZero(_ offset: String, _ expected: Int64) throws {
    let trace = try ScreenOverrideTests.applied(ScreenOverrideTests.small, ["[0,\(offset)]"])
    #expect(trace.samples == [[0, expected]] && trace.clampedFrames == 0)
  }

  /// Found by fuzzing: cells that grow by a factor of a billion took the offset out of what strategies can multiply.
  @Test func offsetsStayWithinWhatATraceMayHold() throws {
    let header = #"""
      {"scrolltrace":1,"viewport":[0.001,1000000],"content":[1,1],\#
      "grid":{"count":9,"columns":1,"cell":[0.001,0.001]}}
      """#
    let wide = ScreenOverride(viewport: (.points(1_000_000), .points(1_000_000)))
    let trace = try ScreenOverrideTests.applied(wide, ["[0,-1000000]"], header: header)
    #expect(trace.samples == [[0, -1_001_000_000_000]] && trace.clampedFrames == 1)
  }

  @Test func countsTheFramesItMovesToTheEnd() throws {
    let trace = try ScreenOverrideTests.applied(
      ScreenOverrideTests.small, ["[0,97000]", "[5,97998]", "[9,97154]", #"[20,"end"]"#])
    // 1,000 rows of 94 pt less a gap, less a screen.
    let last: Int64 = 93_998_000 - 667_000
    #expect(trace.layouts[0].lastOffset.rawValue == last)
    #expect(
      trace.samples == [[0, 93_040_816], [5_000_000, last], [9_000_000, 93_188_530]] && trace.clampedFrames == 1)
  }

  @Test func keepsTheColumnsOfZoomLevels() throws {
    let zoom = try Trace.load(path: ShippedTraces.path("zoom"))
    #expect(try zoom.applying(ScreenOverride(columns: 6)).layouts.map(\.columns) == [6, 3, 5, 6])
    let small = try zoom.applying(ScreenOverrideTests.small)
    #expect(small.layouts.map(\.columns) == [4, 3, 5, 4])
    #expect(small.layouts.map { $0.targetSize.width } == [184, 247, 146, 184])
  }

  @Test func keepsAPageAsTallAsItsScreen() throws {
    let pages = try Trace.load(path: ShippedTraces.path("open-photo")).applying(ScreenOverrideTests.small)
    #expect(pages.layouts[1].cellWidth == .points(375) && pages.layouts[1].cellHeight == .points(667))
    #expect(pages.layouts[1].targetSize == PixelSize(width: 750, height: 1334))
    // Photo 146 fills the screen before and after.
    #expect(pages.samples.contains { $0 == [13_749_500_000, 146 * 667_000] })
  }

  @Test func keepsTheProportionOfOtherCells() throws {
    let header = TraceText.header.replacing("[96,96]", with: "[96,48]")
    let layout = try ScreenOverrideTests.applied(ScreenOverrideTests.small, ["[0,0]"], header: header).layouts[0]
    #expect(layout.cellWidth == .points(92) && layout.cellHeight == .points(46))
  }

  @Test func showsNoMorePhotosThanThereAre() throws {
    let lines = ["[0,0]", "[5,1702]", "[9,1702.001]", #"[20,"end"]"#]
    let trace = try ScreenOverrideTests.applied(ScreenOverride(assetCount: 101), lines)
    #expect(trace.layouts[0].count == 101)
    // 26 rows of 98 pt less a gap, less a screen.
    #expect(trace.samples.map { $0[1] } == [0, 1_702_000, 1_702_000] && trace.clampedFrames == 1)
    #expect(trace.layouts[0].cellWidth == .points(96))
    let more = try ScreenOverrideTests.applied(ScreenOverride(assetCount: 9999), lines)
    #expect(more.layouts[0].count == 4000 && more.samples.map { $0[1] } == [0, 1_702_000, 1_702_001])
    #expect(more.clampedFrames == 0)
  }

  @Test(arguments: [
    ("zoom", ScreenOverride()), ("ios-overscroll", ScreenOverride()),
    ("fastscroll", ScreenOverride(viewport: (.points(390), .points(844)), scaleThousandths: 3000, columns: 4)),
  ])
  func changesNothingOnTheScreenOfTheRecording(_ name: String, _ screen: ScreenOverride) throws {
    let trace = try Trace.load(path: ShippedTraces.path(name))
    let same = try trace.applying(screen)
    #expect(same.entries == trace.entries && same.layouts == trace.layouts && same.clampedFrames == 0)
  }

  @Test(arguments: [
    (Int64(6), Int64(667), Int32(4), Int64(2000)), (375, 667, 0, 2000), (375, 667, -1, 2000), (375, 667, .max, 2000),
    (0, 667, 4, 2000), (375, 0, 4, 2000), (-375, -667, 4, 2000), (375, 667, 4, 0), (375, 667, 187, 100),
    (9_000_000_000_000_000, 667, 4, 2000), (375, 9_000_000_000_000_000, 4, 2000), (375, 667, 4, .max),
  ])
  func refusesAScreenThatFitsNoCell(_ width: Int64, _ height: Int64, _ columns: Int32, _ scale: Int64) throws {
    let screen = ScreenOverride(
      viewport: (MilliPoints(rawValue: width * 1000), MilliPoints(rawValue: height * 1000)), scaleThousandths: scale,
      columns: columns)
    let error = #expect(throws: InputError.self) { try ScreenOverrideTests.applied(screen, ["[0,0]"]) }
    #expect(error?.problem == "no cell fits a screen of \(width) pt and \(columns) columns")
  }

  @Test(arguments: [
    // A sliver of a cell would be 10^16 pixels tall.
    #"[390,844],"grid":{"count":100000000,"columns":1,"cell":[0.001,1e6]}"#,
    // A page a thousandth of a point tall: another screen scales its offset beyond 64 bits.
    #"[390,0.001],"grid":{"count":100000000,"columns":1,"cell":[96,0.001]}"#,
    #"[1e6,1e6],"grid":{"count":100000000,"columns":1,"cell":[1e6,1e6],"spacing":[1e6,1e6]},"scale":16"#,
  ])
  func survivesTheLargestNumbers(_ geometry: String) throws {
    let header = #"{"scrolltrace":1,"content":[390,1e9],"viewport":"# + geometry + "}"
    let trace = try TraceText.parse(["[0,1e9]", "[1,0]"], header: header)
    var count = 0
    for screen in [
      ScreenOverride(viewport: (.points(1_000_000), .points(1_000_000)), scaleThousandths: 16_000),
      ScreenOverride(scaleThousandths: 100), ScreenOverrideTests.small, ScreenOverride(assetCount: 0),
    ] {
      guard let applied = try? trace.applying(screen) else { continue }
      #expect(applied.samples.allSatisfy { $0[1] <= applied.layouts[0].lastOffset.rawValue })
      #expect(applied.layouts[0].targetSize.width > 0)
      count += 1
    }
    #expect(count > 0, "some screens take it")
  }
}
