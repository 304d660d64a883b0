import Strategies
import Testing

@Suite struct NearestNameTests {
  private static let traces = ["browse", "fastscroll", "hunt", "ios-browse", "ios-fastscroll", "ios-hunt", "zoom"]
  private static let devices = ["decode-12ms", "decode-4ms", "decode-30ms", "instant", "host"]
  private static let commands = ["run", "list", "trace", "recommend", "report", "requests", "compare"]

  @Test(arguments: [
    ("fast", traces, "fastscroll"), ("ios", traces, "ios-browse"), ("Zoom", traces, "zoom"), ("hnut", traces, "hunt"),
    ("fastscrol", traces, "fastscroll"), ("fastscroll2", traces, "fastscroll"), ("scroll", traces, "fastscroll"),
    ("12ms", devices, "decode-12ms"), ("decode-5ms", devices, "decode-4ms"), ("recomend", commands, "recommend"),
    ("reprot", commands, "report"), ("kept", ["cancel", "keep"], "keep"),
    ("nuke", StrategyRegistry.all.descriptors.map(\.id), "nuke-prefetch"),
    ("lead", StrategyRegistry.all.descriptors.map(\.id), "windowed-lead"),
    ("fixedwindow", StrategyRegistry.all.descriptors.map(\.id), "fixed-window"),
  ])
  func beginningsErrorsAndPartsOfNamesAreKnown(_ text: String, _ names: [String], _ expected: String) {
    #expect(nearest(to: text, among: names) == expected)
    #expect(hint(for: text, among: names) == "did you mean '\(expected)'?")
  }

  @Test(arguments: [("iphone", devices), ("x", traces), ("", traces), ("compress", ["hunt", "zoom"])])
  func whatIsNearToNothingProposesNothing(_ text: String, _ names: [String]) {
    #expect(nearest(to: text, among: names) == nil)
  }

  @Test func whatIsNearToNothingIsToldAllNames() {
    #expect(
      hint(for: "iphone", among: NearestNameTests.devices)
        == "choose one of decode-12ms, decode-4ms, decode-30ms, instant and host")
    #expect(hint(for: "iphone", among: ["host"]) == "it can only be host")
    #expect(hint(for: "siz", among: ["size"], quotedBy: "\"") == "did you mean \"size\"?")
  }

  @Test func everyNameIsNearestToItself() {
    let ids = StrategyRegistry.all.descriptors.map(\.id)
    for id in ids { #expect(nearest(to: id, among: ids) == id) }
  }
}
