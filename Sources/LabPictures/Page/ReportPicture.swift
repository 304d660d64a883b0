import CacheLab
public import LabJudge
import LabRecords

/// A picture of a report.
public struct ReportPicture: Sendable {
  /// Where it stands.
  public enum Place: Hashable, Sendable {
    /// Below the first table of a setting, by number.
    case overview(Int)
    /// Among the pictures of one trace, by name.
    case trace(String)
    /// Beside what a fleet says.
    case fleet
  }

  public var plot: Plot
  public let place: Place
  /// The text of the SVG that gnuplot drew, dark on light; nil before it did.
  public var drawn: String?

  private init(_ plot: Plot, _ place: Place) {
    self.plot = plot
    self.place = place
  }

  /// What it shows, for whoever does not see it.
  var alt: String { [plot.title, plot.subtitle, plot.note].compactMap { $0 }.joined(separator: " ") }

  /// The pictures of what records say.
  ///
  /// - Parameter number: of the setting on the page.
  public static func overview(_ matrix: ReportMatrix, number: Int) -> [ReportPicture] {
    var plots: [Plot] = []
    if matrix.compared.count > 1 && !matrix.common.isEmpty {
      plots = Plot.bySet(matrix.sharedRecords) { .pareto($0, in: $1) }
    }
    if matrix.traces.count > 1 {
      let metrics = [Metric.warmBlankRatio, .warmHitRate, .peakBitmapBytes]
      plots += metrics.map { .heat(matrix.sharedRecords, metric: Column($0)) }
    }
    return plots.map { ReportPicture($0, .overview(number)) }
  }

  /// The pictures of a merged fleet.
  public static func fleet(_ table: FleetTable) -> [ReportPicture] {
    Plot.fleet(table).map { ReportPicture($0, .fleet) }
  }

  /// The pictures of replays over one trace.
  public static func replays(_ replays: [EventTimeline], trace: String) -> [ReportPicture] {
    guard !replays.isEmpty else { return [] }
    return ([Plot.waits(replays)] + replays.map { .memory($0) }).map { ReportPicture($0, .trace(trace)) }
  }
}
