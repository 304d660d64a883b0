import CacheLab
import LabJudge
import Testing

@Suite struct BaselineTests {
  @Test func aBaselineThatWasChangedByHandIsRefused() throws {
    let text = try GateFixture.baseline(GateFixture.tally()).text
    let error = #expect(throws: InputError.self) {
      try Baseline(text: text.replacing("\"hits\": 800", with: "\"hits\": 700"), file: "b.json")
    }
    #expect(error?.description.hasPrefix("b.json: it was changed after it was written: ") == true)
    // Baselines from before there was a digest have none.
    let lines = text.split(separator: "\n").filter { !$0.contains("sha256\": \"") }
    #expect(try Baseline(text: lines.joined(separator: "\n"), file: "b.json").words.count == 4)
  }

  @Test func aBaselineReadsBackAndHasOneMetricALine() throws {
    let baseline = try GateFixture.baseline(GateFixture.tally())
    let again = try Baseline(text: baseline.text, file: "b.json")
    #expect(again.metric(named: "hit-rate") == baseline.metric(named: "hit-rate"))
    #expect(again.memoryOverhead == 400_000 && again.words == baseline.words && again.trail == baseline.trail)
    let lines = baseline.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("    \"hits\": 800") })
    #expect(lines.contains("  \"reason\": \"a test\","))
    let keys = lines.filter { $0.hasPrefix("    \"") }
    #expect(keys == keys.sorted())
  }

  /// A document with one field of its outermost object, or one level below, replaced.
  private func changed(_ json: JSON, _ path: String, _ value: JSON) -> String {
    let keys = path.split(separator: ".").map(String.init)
    var members = json.object ?? [:]
    if keys.count == 1 {
      members[keys[0]] = value
    } else {
      var inner = members[keys[0]]?.object ?? [:]
      inner[keys[1]] = value
      members[keys[0]] = .object(inner)
    }
    return JSON.object(members).prettyText
  }

  @Test(arguments: [
    ("memory-overhead-bytes", JSON.integer(1 << 63)), ("memory-overhead-bytes", .integer(.min)),
    ("counts.hits", .integer(.max)), ("counts.hits", .string("800")), ("counts", .array([])),
    ("trail.stride", .integer(1 << 63)), ("trail.stride", .integer(0)),
    ("configuration.screen", .integer(3)), ("environment.cores", .integer(.max)), ("command", .integer(1)),
  ])
  func aBaselineThatHoldsWhatItCannotIsRefusedByField(_ path: String, _ value: JSON) throws {
    let text = changed(try GateFixture.baseline(GateFixture.tally()).json, path, value)
    let error = #expect(throws: InputError.self) { try Baseline(text: text, file: "b.json") }
    let field = path.replacing(".stride", with: "")
    let says = try #require(error?.description)
    #expect(says.hasPrefix("b.json: its field \(field) is "), "\(says)")
    #expect(says.contains(": restore it, or replace it by lab-run baseline accept "), "\(says)")
  }

  @Test(arguments: ["", "{}", "3", #"{"baseline": 7}"#]) func whatIsNoBaselineIsRefused(text: String) {
    #expect(throws: InputError.self) { try Baseline(text: text, file: "b.json") }
  }
}
