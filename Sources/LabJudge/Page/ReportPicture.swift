import CacheLab
import LabRecords

/// A picture of a report.
public struct ReportPicture: Sendable {
  /// The place of a picture in a report.
  public enum Place: Hashable, Sendable {
    /// Below the first table of a setting, by number.
    case overview(Int)
    /// Among the folded pictures of a setting, by number.
    case more(Int)
    /// Among the pictures of one trace, by name.
    case trace(String)
    /// In the chapter about the traces of a pack.
    case fleet
  }

  public var plot: Plot
  public let place: Place
  /// The texts of the SVGs, dark on light and light on dark, or nil before gnuplot has drawn them.
  public var drawn: (light: String, dark: String)?

  private init(_ plot: Plot, _ place: Place) {
    self.plot = plot
    self.place = place
  }

  var alt: String { [plot.title, plot.subtitle, plot.note].compactMap { $0 }.joined(separator: " ") }

  /// Returns the pictures of records.
  ///
  /// - Parameter number: The number of the setting on the page.
  public static func overview(_ matrix: ReportMatrix, number: Int) -> [ReportPicture] {
    guard matrix.strategies.count > 1, !matrix.common.isEmpty else { return [] }
    // Sets of traces without a noticeable difference have no picture.
    let differing = matrix.sets.filter { part in
      let waits = part.strategies.compactMap { part.mean($0, Column.noticed.number) }
      return (waits.max() ?? 0) - (waits.min() ?? 0) > BestRow.equalWaits
    }
    let deciding = differing.map { Plot.pareto($0.sharedRecords, in: $0.set) }
    var more = differing.map { Plot.pareto($0.sharedRecords, paying: .work, in: $0.set) }
    // For a few traces the table is enough.
    if matrix.traces.count > 3 { more.append(.heat(matrix.sharedRecords, metric: .noticed)) }
    return deciding.map { ReportPicture($0, .overview(number)) } + more.map { ReportPicture($0, .more(number)) }
  }

  /// Returns the pictures of a pack's traces.
  public static func fleet(_ table: SweepTable) -> [ReportPicture] {
    Plot.fleet(table).map { ReportPicture($0, .fleet) }
  }

  /// Returns the pictures of replays over one trace.
  public static func replays(_ replays: [EventTimeline], trace: String) -> [ReportPicture] {
    guard !replays.isEmpty else { return [] }
    return ([Plot.waits(replays)] + replays.map { .memory($0) }).map { ReportPicture($0, .trace(trace)) }
  }
}
