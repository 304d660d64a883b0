import Testing

@testable import LabRecords
@testable import CacheLab

@Suite struct MetricValueJSONTests {
  @Test func aRatioShowsItsQuotientToo() {
    #expect(MetricValue.ratio(1, 4).json["value"] == .number(0.25))
    #expect(MetricValue.ratio(0, 0).json["value"] == .null)
    #expect(MetricValue.ratio(0, 0).number == nil)
  }

  /// The columns that a value makes of a metric, with what stands in them.
  private func cells(_ value: MetricValue) -> [String] {
    Column.all(of: .hits, value).map { "\($0.id)=\($0.cell(value))" }
  }

  @Test func theColumnsOfAFlatFileHoldTheExactNumbers() {
    #expect(cells(.integer(7)) == ["hits=7"])
    #expect(cells(.ratio(1, 4)) == ["hits=0.25"])
    #expect(cells(.ratio(0, 0)) == ["hits="])
    #expect(cells(.absent("no")).isEmpty)
    #expect(cells(.parts(["b": 2, "a": 1])) == ["hits-a=1", "hits-b=2"])
    #expect(
      cells(.distribution(Distribution(samples: [1, 2, 3])))
        == ["hits-mean=2.0", "hits-p50=2", "hits-p90=3", "hits-p95=3", "hits-p99=3", "hits-max=3"])
  }

  @Test func aColumnOfEveryNameIsFoundAgain() {
    for column in Column.all(of: Metric.all) where !column.isNamed {
      #expect(Column.named(column.id) == column, "\(column.id)")
    }
  }
}
