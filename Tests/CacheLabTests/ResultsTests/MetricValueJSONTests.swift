import Testing

@testable import LabRecords
@testable import CacheLab
@testable import LabBase

@Suite struct MetricValueJSONTests {
  static let values: [MetricValue] = [
    .integer(0), .integer(.max), .integer(.min), .ratio(1, 3), .ratio(0, 0), .ratio(Int128.max, Int128.max - 1),
    .distribution(Distribution(samples: [5, 1, 9, 9], zeros: 2)), .distribution(Distribution(samples: [])),
    .parts(["a": 1, "b": -2]), .parts([:]), .absent("nothing was decoded"),
  ]

  @Test(arguments: values) func valuesSurviveARecord(_ value: MetricValue) throws {
    let read = MetricValue(try JSON.parse(value.json.prettyText))
    #expect(read == value)
    #expect(read?.canonicalText == value.canonicalText)
  }

  @Test func aRatioShowsItsQuotientToo() {
    #expect(MetricValue.ratio(1, 4).json["value"] == .number(0.25))
    #expect(MetricValue.ratio(0, 0).json["value"] == .null)
    #expect(MetricValue.ratio(0, 0).number == nil)
  }

  @Test func whatIsNoMetricIsNil() {
    for json in [JSON.null, .string("1"), .number(0.5), .array([])] { #expect(MetricValue(json) == nil) }
  }

  @Test func theFieldsOfAFlatFileAreTheExactNumbers() {
    #expect(MetricValue.integer(7).fields == [.init(suffix: "", text: "7")])
    #expect(MetricValue.ratio(1, 4).fields == [.init(suffix: "", text: "0.25")])
    #expect(MetricValue.ratio(0, 0).fields == [.init(suffix: "", text: "")])
    #expect(MetricValue.absent("no").fields.isEmpty)
    #expect(
      MetricValue.parts(["b": 2, "a": 1]).fields
        == [.init(suffix: "-a", text: "1", isPart: true), .init(suffix: "-b", text: "2", isPart: true)])
    #expect(
      MetricValue.distribution(Distribution(samples: [1, 2, 3])).fields.map { $0.suffix + "=" + $0.text }
        == ["-mean=2.0", "-p50=2", "-p90=3", "-p95=3", "-p99=3", "-max=3"])
  }
}
