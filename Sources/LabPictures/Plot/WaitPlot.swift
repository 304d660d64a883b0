import LabBase
public import LabRecords

extension Plot {
  /// How long images let wait: the share of requests that had their image within a time, a curve a strategy.
  ///
  /// - Precondition: at least one replay; all are of one trace.
  public static func waits(_ replays: [EventTimeline]) -> Plot {
    let trace = replays[0].trace
    return cumulative(
      name: "waits-\(trace)", title: "How long does a cell wait for its image on \(trace)?",
      subtitle: "\(replays[0].setting); time to image = wait in the queue + decode, 0 where the image was ready",
      across: "time to image", up: "requests served by then",
      curves: replays.map { Curve(strategy: $0.strategy, sorted: $0.waits) })
  }

  /// How the first screen fills: the share of its cells that show their image by then, a curve a strategy; and where
  /// thumbnails come first, that of the cells that show anything.
  ///
  /// - Precondition: at least one replay; all are of one trace.
  public static func firstScreen(_ replays: [EventTimeline]) -> [Plot] {
    let trace = replays[0].trace
    func plot(_ name: String, _ title: String, _ up: String, _ times: (EventTimeline) -> [Int64]) -> Plot {
      cumulative(
        name: "\(name)-\(trace)", title: "\(title) on \(trace)?", subtitle: replays[0].setting,
        across: "time since the first frame", up: up,
        curves: replays.map { Curve(strategy: $0.strategy, sorted: times($0)) })
    }
    let sharp = plot("screen", "When is the first screen sharp", "cells that show their image by then") {
      $0.firstScreen.sharp
    }
    if replays.allSatisfy({ $0.firstScreen.filled == $0.firstScreen.sharp }) { return [sharp] }
    let filled = plot("screen-filled", "When does the first screen show anything", "cells that show anything by then") {
      $0.firstScreen.filled
    }
    return [sharp, filled]
  }

  /// How long decodes took on the machine that ran them: the share that was done within a time, a curve a strategy.
  ///
  /// - Precondition: at least one record; all are of one trace.
  /// - Returns: Nil when none of the records has its decode times, one by one.
  public static func decodes(_ records: [RunRecord]) -> Plot? {
    let trace = records[0].trace
    let curves = records.compactMap { record -> Curve? in
      guard let samples = record.decodeWallSamples, !samples.isEmpty else { return nil }
      return Curve(strategy: record.strategy, sorted: samples.sorted())
    }
    guard !curves.isEmpty else { return nil }
    let environment = records[0].environment
    return cumulative(
      name: "decodes-\(trace)", title: "How long does a decode take on \(trace)?",
      subtitle: "wall time, libjpeg-turbo \(environment.codec), \(environment.cpu ?? "?"); "
        + "decoder and photos are the same for all",
      across: "wall time of a decode", up: "decodes done by then", curves: curves)
  }
}
