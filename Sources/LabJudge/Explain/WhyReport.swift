public import LabBase
import LabRecords

/// The answer to "why was this image late": visits, what stood before them, and what would have saved them.
public struct WhyReport: Sendable {
  /// The run: strategy, trace, device.
  public let strategy: String
  public let trace: String
  public let device: String
  public let selection: VisitSelection
  public let requests: Int
  public let hits: Int
  public let late: Int
  public let coarse: Int
  public let frame: (time: Int64, offset: Int64)?
  public let cells: [FrameCell]
  public let visits: [Visit]
  /// For each visit what would have saved it.
  public let rescues: [[Rescue]]
  /// Why nothing could be replayed, so that what would have saved a visit is estimated; nil when it was.
  public let whyEstimated: String?
  /// Columns of the grid, where known: items stand in rows of so many.
  let columns: Int32?

  /// - Parameters:
  ///   - header: the configuration of the run.
  ///   - collector: what the events told; finished.
  ///   - whatIf: the run, made ready to be replayed, or why it cannot be.
  public init(header: JSON, collector: VisitCollector, whatIf: Result<WhatIf, LackOfReplay>) {
    let configuration = RecordedConfiguration(header)
    strategy = configuration.shortStrategy ?? "?"
    trace = configuration.traceName ?? "?"
    device = configuration.device.name ?? "?"
    columns = collector.movesPhotos ? nil : configuration.screen?.columns.flatMap { Int32(exactly: $0) }
    selection = collector.selection
    (requests, hits) = (collector.requests, collector.hits)
    (late, coarse) = (collector.late, collector.coarse)
    frame = collector.frame
    cells = collector.cells
    visits = collector.visits
    switch whatIf {
    case .failure(let lack):
      whyEstimated = lack.reason
      rescues = collector.visits.map { WhatIf.estimate($0) }
    case .success(let whatIf):
      if let other = whatIf.firstDifference(from: collector.visits) {
        whyEstimated =
          "a replay of this run by this version parts from its events, first at item \(other.item) in frame \(other.frame)"
        rescues = collector.visits.map { WhatIf.estimate($0) }
      } else {
        whyEstimated = nil
        rescues = whatIf.rescues(of: collector.visits, layoutChanges: collector.layoutChanges)
      }
    }
  }

  var misses: Int { requests - hits - late - coarse }
}

/// Why a run cannot be replayed.
public struct LackOfReplay: Error, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
