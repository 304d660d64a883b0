import StrategyKit
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// What event files may tell, so that a follower can add it up.
@Suite struct EventNumberTests {
  private static let header = #"{"events":1,"device":{"workers":2},"screen":{"target-px":[96,96]}}"# + "\n"

  /// Reads all of a file for an explanation and for a picture.
  private func read(_ lines: [String], header: String = EventNumberTests.header) -> [String] {
    let text = header + lines.joined(separator: "\n")
    var refusals: [String] = []
    do throws(ResultError) {
      var reader = try EventReader(text: text, name: "run.jsonl")
      var collector = VisitCollector(header: reader.header, selection: .all)
      try reader.feed(&collector)
      collector.finish(end: nil)
    } catch {
      refusals.append(error.description)
    }
    do throws(ResultError) {
      _ = Plot.memory(try EventTimeline(EventReader(text: text, name: "run.jsonl"))).data
    } catch {
      refusals.append(error.description)
    }
    return refusals
  }

  private func begin(_ item: Int, _ bytes: Int64) -> String {
    #"{"t":1,"e":"begin","item":\#(item),"size":[96,96],"cause":"demand","cost":1,"bytes":\#(bytes)}"#
  }

  @Test func bytesThatAddUpPastAnyReplayAreRefused() {
    let most = FieldKind.figureMax
    #expect(read([begin(1, most), begin(2, most)]) == [])
    let refusals = read([begin(1, most), begin(2, most), begin(3, 1)])
    #expect(refusals.count == 2)
    #expect(refusals.allSatisfy { $0.contains("line 4 begins more bytes than any replay decodes") })
  }

  @Test func timeGoesOn() {
    let refusals = read([#"{"t":5,"e":"live","bytes":1}"#, #"{"t":4,"e":"live","bytes":1}"#])
    #expect(refusals.count == 2 && refusals.allSatisfy { $0.contains(" is not in the order of time") })
  }

  @Test func theFirstLineIsACheckedConfiguration() {
    let header = #"{"events":1,"device":{"fixed-ns":9223372036854775808}}"# + "\n"
    let refusals = read([], header: header)
    #expect(refusals.count == 2)
    #expect(refusals.allSatisfy { $0.contains("its field device.fixed-ns is 9223372036854775808, where") })
  }

  @Test func aComparisonSaysWhichLineItCannotRead() throws {
    let text = EventNumberTests.header + #"{"t":1,"e":"start","items":[[0,9223372036854775807],[-5,2],[7,3]]}"# + "\n"
    let comparison = EventComparison(old: try EventReader(text: text, name: "old.jsonl"))
    comparison.take(.start([ItemRange(lower: 0, upper: 4)], .full), at: 1)
    let found = try #require(comparison.finish())
    #expect(found.contains("is not known: old.jsonl") && found.contains("line 2 is no event"), "\(found)")
  }
}
