/// The answer to "why was this image late": a table of visits with the work queued before each, and its rescue.
package struct WhyReport {
  private let configuration: RunConfiguration
  private let collector: VisitCollector

  package init(header: JSON, collector: VisitCollector) {
    configuration = RunConfiguration(header)
    self.collector = collector
  }

  /// The report for a terminal, at most 100 columns wide if the cells allow it.
  package var text: String { ([.wrapped(head)] + tables).text }

  /// The report for a document or a program.
  package var parts: [ReportPart] { [.title(head[0])] + head.dropFirst().map { .paragraph($0) } + tables }

  private var head: [String] {
    let outcomes = collector.outcomes
    func number(_ outcome: RequestOutcome) -> String { NumberText.grouped(Int64(outcomes[outcome] ?? 0)) }
    let run =
      "\(configuration.shortStrategy ?? "?") on \(configuration.traceName ?? "?"), \(configuration.deviceName ?? "?"): "
      + "\(NumberText.grouped(Int64(outcomes.values.reduce(0, +)))) requests, "
      + "\(number(.hit)) hits, \(number(.late)) late, \(number(.miss)) missed"
      + (outcomes[.thumbnail] == nil ? "" : ", \(number(.thumbnail)) with a thumbnail only")
    let visits = collector.visits
    switch collector.selection {
    case .item(let item):
      let late = visits.count { $0.outcome != .hit }
      return [run, "item \(item): \(NumberText.count(visits.count, "visit")), \(late) late, the longest wait first"]
    case .worst:
      return [
        run,
        visits.isEmpty
          ? "no cell waited after the first frame: every request was a hit"
          : "the \(NumberText.count(visits.count, "longest wait")) after the first frame, the longest first",
      ]
    case .all: return [run]
    }
  }

  private var tables: [ReportPart] {
    if collector.visits.isEmpty { return [] }
    let columns: [TableColumn<Visit>] = [
      .numbers("item") { "\($0.item)" }, .numbers("frame") { "\($0.frame)" },
      .numbers("requested", "s") { NumberText.fixed(Double($0.requested) / 1e9, decimals: 3) },
      .words("outcome") { $0.outcome.rawValue }, .words("queued behind", text: WhyReport.queue),
      .numbers("passed", "by") { "\($0.passedByCount)" },
      .numbers("begun", "after ms") { visit in
        visit.outcome == .hit ? "" : visit.decode.map { WhyReport.milliseconds($0.begun - visit.requested) } ?? "never"
      },
      .numbers("arrived", "after ms") { $0.shown == nil ? "never" : WhyReport.milliseconds($0.wait) },
      .words("saved by", text: WhyReport.rescue),
    ]
    return [.table(TextTable(collector.visits, columns))]
  }

  private static func milliseconds(_ time: Int64) -> String { NumberText.milliseconds(Double(time)) }
  private static func seconds(_ time: Int64) -> String { "\(NumberText.fixed(Double(time) / 1e9, decimals: 3)) s" }

  private static func queue(_ visit: Visit) -> String {
    let jobs = [(visit.runningBefore, "running"), (visit.demandsBefore, "queued")].filter { $0.0 > 0 }
    return (jobs.map { "\($0.0) \($0.1)" } + (visit.hasDownload ? ["its download"] : [])).joined(separator: ", ")
  }

  /// Returns the one change that would have made a visit a hit, as far as its own events tell.
  static func rescue(_ visit: Visit) -> String {
    if visit.outcome == .hit { return "" }
    if visit.frame == 0 || visit.decode?.kept == false { return "nothing" }
    if let lost = visit.lost, lost.why != .removed {
      return "keeping it, \(lost.why.rawValue) at \(seconds(lost.until))"
    }
    let earlier = visit.shown.map { "a start \(milliseconds($0 - visit.requested)) ms earlier" } ?? "an earlier start"
    guard let started = visit.started else {
      if let stopped = visit.stopped { return "its start, given up at \(seconds(stopped))" }
      return visit.refused.map { "room at \(seconds($0))" } ?? earlier
    }
    let cost = visit.decode?.cost ?? .max
    return !visit.hasDownload && visit.requested - started >= cost ? "a free worker" : earlier
  }
}
