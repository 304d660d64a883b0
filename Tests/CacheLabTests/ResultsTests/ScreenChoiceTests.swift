import CacheLab
import StrategyKit
import Testing

@testable import LabRecords

@Suite struct ScreenChoiceTests {
  @Test func everyNameIsOfAnUprightScreenAndStandsOnce() throws {
    #expect(Set(NamedScreen.all.map(\.name)).count == NamedScreen.all.count)
    for screen in NamedScreen.all {
      #expect(screen.size.width < screen.size.height, "\(screen.name)")
      #expect([60, 120].contains(screen.refreshHz), "\(screen.name)")
      let (named, spelled) = (try ScreenChoice(screen.name), try ScreenChoice(screen.text))
      #expect(named == spelled && named.description == screen.text, "\(screen.name)")
    }
  }

  /// What the panels have, by their technical specifications.
  @Test(arguments: [
    ("iphone-17-pro-max", 1320, 2868), ("iphone-17-pro", 1206, 2622), ("iphone-17", 1206, 2622),
    ("iphone-air", 1260, 2736), ("iphone-16-plus", 1290, 2796), ("iphone-16", 1179, 2556), ("iphone-16e", 1170, 2532),
    ("iphone-14-plus", 1284, 2778), ("iphone-11", 828, 1792), ("iphone-11-pro-max", 1242, 2688),
    ("iphone-se", 750, 1334), ("iphone-se-1", 640, 1136), ("ipad-pro-13", 2064, 2752), ("ipad-pro-11", 1668, 2420),
    ("ipad-pro-11-m2", 1668, 2388), ("ipad-11", 1640, 2360), ("ipad-mini", 1488, 2266), ("ipad-10.2", 1620, 2160),
  ]) func pointsTimesScaleAreThePanelsPixels(_ name: String, _ width: Int64, _ height: Int64) throws {
    let screen = try #require(NamedScreen.named(name))
    #expect(screen.size.width.rawValue * screen.scale.rawValue == width * 1_000_000)
    #expect(screen.size.height.rawValue * screen.scale.rawValue == height * 1_000_000)
  }

  @Test(arguments: [
    ("ipad-11:6", "820x1180@2:6"), ("iphone-se", "375x667@2"), ("392.7x850.9@2.75", "392.7x850.9@2.75"),
    ("recorded", "recorded"), ("recorded:6", "recorded:6"), ("390x844", "390x844"), ("recorded@2:6", "recorded@2:6"),
  ]) func aNameIsItsPointsAndPixels(_ word: String, _ text: String) throws {
    let choice = try ScreenChoice(word)
    #expect(choice.description == text && choice.override(assetCount: 9).assetCount == 9)
    #expect((choice.override().viewport == nil) == text.hasPrefix("recorded"))
    #expect(choice.override().columns == (text.hasSuffix(":6") ? 6 : nil))
  }

  @Test(arguments: [
    ("ifone-17", "did you mean 'iphone-17'?"), ("ipad-mini-6", "did you mean 'ipad-mini'?"),
    ("390x844x2", "such as 390x844@3"), ("", "such as 390x844@3"), ("iphone-17:0", "columns after its colon"),
    ("iphone-17:", "columns after its colon"), ("iphone-17@2", "did you mean 'iphone-17'?"), ("0x844@3", "390x844@3"),
    ("390x844@3@3", "such as 390x844@3"), ("390x844@-3", "such as 390x844@3"),
    ("recordet:4", "did you mean 'recorded'?"),
  ]) func aWrongScreenIsNamedWithItsCure(_ word: String, _ cure: String) {
    let error = #expect(throws: SettingError.self) { try ScreenChoice(word) }
    let said = error?.description ?? ""
    #expect(said.hasPrefix("'\(word)' ") && said.contains(cure), "\(said)")
  }
}
