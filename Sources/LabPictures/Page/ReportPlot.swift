import CacheLab
public import LabJudge
import LabRecords

/// A picture that a report wants, before it is drawn.
public struct ReportPlot: Sendable {
  /// Where it stands.
  public enum Place: Hashable, Sendable {
    /// Beside the first table of a setting, by number.
    case overview(Int)
    /// Among the pictures of traces of a setting.
    case matrix(Int)
    /// Among the pictures of one trace, by name.
    case trace(String)
    /// Beside what a fleet says.
    case fleet
  }

  public let plot: Plot
  public let place: Place
  /// What it shows, for whoever does not see it.
  public let alt: String

  private init(_ plot: Plot, _ place: Place) {
    self.plot = plot
    self.place = place
    alt = ([plot.title, plot.subtitle] + [plot.note].compactMap { $0 }).joined(separator: " ")
  }

  /// The pictures of what records say.
  ///
  /// - Parameter number: of the setting on the page.
  public static func overview(_ matrix: ReportMatrix, number: Int) -> [ReportPlot] {
    var plots: [ReportPlot] = []
    if matrix.compared.count > 1 && !matrix.common.isEmpty {
      plots += Plot.bySet(matrix.sharedRecords) { .pareto($0, in: $1) }.map {
        ReportPlot(numbered($0, number), .overview(number))
      }
    }
    if matrix.traces.count > 1 {
      plots += [Metric.warmBlankRatio, .warmHitRate, .peakBitmapBytes].map { metric in
        ReportPlot(numbered(.heat(matrix.sharedRecords, metric: Column(metric)), number), .matrix(number))
      }
    }
    return plots
  }

  /// The pictures of a merged fleet.
  public static func fleet(_ table: FleetTable) -> [ReportPlot] { Plot.fleet(table).map { ReportPlot($0, .fleet) } }

  /// The pictures of replays over one trace.
  public static func replays(_ replays: [EventTimeline], trace: String) -> [ReportPlot] {
    guard !replays.isEmpty else { return [] }
    let pairs = replays.flatMap { [Plot.memory($0), .outcomes($0)] }
    return ([Plot.waits(replays)] + pairs).map { ReportPlot($0, .trace(trace)) }
  }

  /// Pictures of several settings must not have one name.
  private static func numbered(_ plot: Plot, _ number: Int) -> Plot {
    number == 0 ? plot : plot.named("\(plot.name)-\(number + 1)")
  }
}
