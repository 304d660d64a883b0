import Testing

/// The gate's trail of digests is made of every event of a replay and of all that an event says: else two replays part
/// where the trail does not.
@Suite struct EventTrailTests {
  /// What follows from other events, or is no event.
  private static let leftOut = ["live", "strategyWillPlan", "strategyDidPlan"]
  /// A slot says its item.
  private static let implied = ["request item"]

  /// The functions of a file, each with the words of its declaration and body.
  private static func functions(_ path: String, until end: String) -> [String: String] {
    let text = SourceTree.file(path).code.joined(separator: "\n")
    let whole = text.components(upTo: end)
    var found: [String: String] = [:]
    for part in whole.split(separator: "mutating func ").dropFirst() {
      found[String(part.prefix { $0.isLetter })] = String(part)
    }
    return found
  }

  @Test func everyEventAndAllItsFieldsAreInTheTrail() throws {
    let events = EventTrailTests.functions(
      "Sources/CacheLab/Replay/ReplayObserver.swift", until: "extension ReplayObserver")
    let trail = EventTrailTests.functions("Sources/LabJudge/Gate/EventTrail.swift", until: "\u{0}")
    #expect(events.count > 15)
    for (name, declaration) in events where !EventTrailTests.leftOut.contains(name) {
      let body = try #require(trail[name], "add \(name) to EventTrail, under a new version")
      let fields = declaration.prefix { $0 != ")" }.matches(of: /(\w+):/).map { String($0.output.1) }
      for field in fields where !EventTrailTests.implied.contains("\(name) \(field)") {
        let uses = body.matches(of: /\w+/).count { $0.output == field }
        #expect(uses > 1, "\(name) leaves out \(field)")
      }
    }
  }
}

extension String {
  /// What stands before the first `end`; all where there is none.
  fileprivate func components(upTo end: String) -> Substring {
    firstRange(of: end).map { self[..<$0.lowerBound] } ?? self[...]
  }
}
