public import LabRecords

/// The answer to "why was this image late": a table of visits with the work queued before each, and its rescue.
public struct WhyReport: Sendable {
  private let strategy: String
  private let trace: String
  private let device: String
  private let collector: VisitCollector

  /// - Parameter header: The configuration of the run.
  public init(header: JSON, collector: VisitCollector) {
    let configuration = RunConfiguration(header)
    strategy = configuration.shortStrategy ?? "?"
    trace = configuration.traceName ?? "?"
    device = configuration.deviceName ?? "?"
    self.collector = collector
  }

  private var requestCount: Int { collector.outcomes.values.reduce(0, +) }

  private func count(_ outcome: RequestOutcome) -> Int { collector.outcomes[outcome] ?? 0 }
}

extension WhyReport {
  /// The report for a terminal, at most 100 columns wide if the cells allow it.
  public var text: String {
    let width = 100
    let lines = head.flatMap { $0.wrapped(width: width) }.map { $0 + "\n" }.joined()
    return collector.visits.isEmpty ? lines : lines + "\n" + table.text(width: width)
  }

  /// The report for a pull request or a document.
  public var markdown: String {
    var parts = [ReportPart.title(head[0])] + head.dropFirst().map { .paragraph($0) }
    if !collector.visits.isEmpty { parts.append(.table(table)) }
    return parts.markdown
  }

  private var head: [String] {
    func number(_ outcome: RequestOutcome) -> String { NumberText.grouped(Int64(count(outcome))) }
    let run =
      "\(strategy) on \(trace), \(device): \(NumberText.grouped(Int64(requestCount))) requests, "
      + "\(number(.hit)) hits, \(number(.late)) late, \(number(.miss)) missed"
      + (count(.thumbnail) == 0 ? "" : ", \(number(.thumbnail)) with a thumbnail only")
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

  private var table: TextTable {
    let columns: [TableColumn<Visit>] = [
      .numbers("item") { "\($0.item)" }, .numbers("frame") { "\($0.frame)" },
      .numbers("requested", "s") { NumberText.fixed(Double($0.requested) / 1e9, decimals: 3) },
      .words("") { $0.outcome.rawValue }, .words("queued behind", text: WhyReport.queue),
      .numbers("passed", "by") { "\($0.passedByCount)" },
      .numbers("begun", "after ms") { visit in
        visit.outcome == .hit ? "" : visit.decode.map { WhyReport.milliseconds($0.begun - visit.requested) } ?? "never"
      },
      .numbers("arrived", "after ms") { $0.shown == nil ? "never" : WhyReport.milliseconds($0.wait) },
      .words("saved by") { $0.outcome == .hit ? "" : WhyReport.words($0.rescue) },
    ]
    return TextTable(collector.visits, columns)
  }

  private static func milliseconds(_ time: Int64) -> String { NumberText.milliseconds(Double(time)) }
  private static func seconds(_ time: Int64) -> String { "\(NumberText.fixed(Double(time) / 1e9, decimals: 3)) s" }

  /// Returns the decodes that ran before it, the requests that were queued, and its download.
  private static func queue(_ visit: Visit) -> String {
    let jobs = [(visit.runningBefore, "running"), (visit.demandsBefore, "queued")].filter { $0.0 > 0 }
    return (jobs.map { "\($0.0) \($0.1)" } + (visit.download == nil ? [] : ["its download"])).joined(separator: ", ")
  }

  private static func words(_ rescue: Rescue?) -> String {
    switch rescue {
    case nil: return "nothing"
    case .keeping(let until, let why): return "keeping it, \(why.rawValue) at \(seconds(until))"
    case .holding(let until): return "its start, given up at \(seconds(until))"
    case .room(let time): return "room at \(seconds(time))"
    case .freeWorker: return "a free worker"
    case .earlierStart(let time): return time.map { "a start \(milliseconds($0)) ms earlier" } ?? "an earlier start"
    }
  }
}

extension WhyReport {
  /// The report for other programs, with times in nanoseconds.
  public var json: JSON {
    .object([
      "strategy": .string(strategy), "trace": .string(trace), "device": .string(device),
      "requests": WhyReport.integer(requestCount), "hits": WhyReport.integer(count(.hit)),
      "late": WhyReport.integer(count(.late)), "misses": WhyReport.integer(count(.miss)),
      "coarse": WhyReport.integer(count(.thumbnail)), "visits": .array(collector.visits.map(WhyReport.json)),
    ])
  }

  private static func integer(_ value: (some BinaryInteger)?) -> JSON { value.map { .integer(Int128($0)) } ?? .null }

  private static func json(_ visit: Visit) -> JSON {
    .object([
      "item": integer(visit.item), "visit": integer(visit.number), "frame": integer(visit.frame),
      "size": .array([integer(visit.size.width), integer(visit.size.height)]), "requested": integer(visit.requested),
      "outcome": .string(visit.outcome.rawValue), "started": integer(visit.started), "stopped": integer(visit.stopped),
      "running-before": integer(visit.runningBefore), "requests-before": integer(visit.demandsBefore),
      "begun-before-it": integer(visit.passedByCount), "download-begun": integer(visit.download?.begun),
      "download-ended": integer(visit.download?.ended), "begun": integer(visit.decode?.begun),
      "cost": integer(visit.decode?.cost), "arrived": integer(visit.shown), "wait": integer(visit.wait),
      "left": integer(visit.left), "saved-by": visit.rescue.map(json) ?? .null,
    ])
  }

  private static func json(_ rescue: Rescue) -> JSON {
    let (change, time): (String, Int64?) =
      switch rescue {
      case .keeping(let until, _): ("keeping", until)
      case .holding(let until): ("holding", until)
      case .room(let time): ("room", time)
      case .freeWorker: ("free-worker", nil)
      case .earlierStart(let time): ("earlier-start", time)
      }
    return .object(["change": .string(change), "time": integer(time)])
  }
}

/// The reason why a run cannot be replayed.
public struct ReplayUnavailable: Error, Sendable {
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}
