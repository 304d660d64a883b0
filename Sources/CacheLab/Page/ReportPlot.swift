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
  }

  public let plot: Plot
  public let place: Place
  /// What it shows, in a sentence.
  public let alt: String

  /// The pictures of what records say.
  ///
  /// - Parameter number: of the setting on the page.
  public static func overview(_ matrix: ReportMatrix, number: Int) -> [ReportPlot] {
    var plots: [ReportPlot] = []
    if matrix.strategies.count > 1 && !matrix.common.isEmpty {
      let records = matrix.records.filter { matrix.common.contains($0.trace) }
      plots.append(
        ReportPlot(
          plot: numbered(.pareto(records), number), place: .overview(number),
          alt: "Peak of bitmap memory against blank area, a point a strategy."))
    }
    if matrix.traces.count > 1 {
      for metric in ["warm-blank-ratio", "warm-hit-rate", "peak-bitmap-bytes"] {
        let summary = MetricCatalog.descriptor(metric)?.summary ?? metric
        plots.append(
          ReportPlot(
            plot: numbered(.heat(matrix.records, metric: metric), number), place: .matrix(number),
            alt: "Strategies by traces: \(summary)."))
      }
    }
    return plots
  }

  /// The pictures of replays over one trace.
  public static func replays(_ replays: [EventTimeline], trace: String) -> [ReportPlot] {
    guard !replays.isEmpty else { return [] }
    let names = replays.map(\.strategy).joined(separator: ", ")
    let waits = ReportPlot(
      plot: .waits(replays), place: .trace(trace),
      alt: "How many requests on \(trace) had their image by when, a line a strategy: \(names).")
    return [waits]
      + replays.flatMap { replay in
        [
          ReportPlot(
            plot: .memory(replay), place: .trace(trace),
            alt: "Bytes of bitmaps that \(replay.strategy) holds over \(trace), and the scroll."),
          ReportPlot(
            plot: .outcomes(replay), place: .trace(trace),
            alt: "Hits, late and missed requests of \(replay.strategy) over \(trace), and blank cells."),
        ]
      }
  }

  /// Pictures of several settings must not have one name.
  private static func numbered(_ plot: Plot, _ number: Int) -> Plot {
    number == 0 ? plot : plot.named("\(plot.name)-\(number + 1)")
  }
}
