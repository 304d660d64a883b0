public import CacheLab
public import LabBase
import LabRecords
import StrategyKit

/// Writes a replay's events as a Chrome trace, row by row: frames and decodes as slices, a lane a worker; offset, queues,
/// ledger and blank cells as counters; evictions as instants; each cell's time without its image as a span.
///
/// A slice stands where it ends, since only then its outcome is known; the format leaves the order of rows open. The
/// counter `offset` is the one that `lab-run trace convert` reads back as a trace.
public struct TimelineWriter: ReplayObserver {
  private static let frameThread = 1
  private static let eventThread = 2
  /// The first worker's; the others follow.
  private static let workerThread = 10

  private var follower: ReplayFollower
  private let write: (String) throws -> Void
  /// The first error met while writing; nothing is written behind it.
  private var failure: (any Error)?
  /// What stands before the next row.
  private var beginning = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
  private var frame: Frame?
  /// What stands in the counters.
  private var counted: [String: [ChromeTraceRow.Value]] = [:]
  /// Of each cell without its final image: what its span is called, and since when it waits.
  private var lacking: [Int32: (name: String, since: Int64)] = [:]
  private var namedWorkers = 0

  private struct Frame {
    var time: Int64
    var index: Int
    var cells: Int
    var hits: Int64 = 0
    var late: Int64 = 0
    var misses: Int64 = 0
  }

  /// Writes the head.
  ///
  /// - Parameters:
  ///   - header: the configuration of the run.
  ///   - write: takes the document, part by part; its first error is that of `finish`.
  public init(header: JSON, write: @escaping (String) throws -> Void) {
    follower = ReplayFollower(header: header)
    self.write = write
    let configuration = RecordedConfiguration(header)
    let name = "\(configuration.shortStrategy ?? "?") on \(configuration.traceName ?? "?")"
    row(ChromeTraceRow.metadata("process_name", ["name": .text(name)]))
    nameThread(TimelineWriter.frameThread, "frames")
    nameThread(TimelineWriter.eventThread, "evictions, warnings, layouts")
    nameWorkers()
  }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    guard failure == nil else { return }
    if time > follower.time { count() }
    switch event {
    case .frame(let offset, let visible):
      finishFrame(at: time)
      frame = Frame(time: time, index: follower.frame + 1, cells: visible.count)
      row(ChromeTraceRow.counter("offset", at: time, ["y": .decimal(offset)]))
    case .request(_, _, .hit): frame?.hits += 1
    case .request(_, _, .late): frame?.late += 1
    case .request: frame?.misses += 1
    case .end(let key, let kept): decode(key, kept: kept, at: time)
    case .drop(let key, let bytes, let why) where why != .unwanted:
      row(
        ChromeTraceRow.instant(
          why.rawValue, thread: TimelineWriter.eventThread, at: time,
          ["item": .integer(Int64(key.item)), "bytes": .integer(bytes)]))
    case .layout(let size):
      row(
        ChromeTraceRow.instant(
          "layout", thread: TimelineWriter.eventThread, isGlobal: true, at: time, ["target": .text("\(size)")]))
    case .drop, .start, .stop, .release, .cancel, .refuse, .begin, .download, .downloaded, .content, .live: break
    }
    follower.take(event, at: time)
    switch event {
    case .request(let item, _, _), .release(let item): span(of: item)
    case .begin: nameWorkers()
    case .end(let key, _): span(of: key.item)
    case .live: countLedger()
    case .frame, .start, .stop, .cancel, .refuse, .drop, .download, .downloaded, .layout, .content: break
    }
  }

  /// The events are over: what is still open is closed, and the document with it.
  ///
  /// - Parameter end: when the trace ends; the last event's time where that is not known.
  /// - Throws: the first error met while writing.
  public mutating func finish(end: Int64?) throws {
    count()
    let end = max(end ?? follower.time, follower.time)
    finishFrame(at: end)
    for decode in follower.running { row(slice(decode, until: end, outcome: "unfinished")) }
    for item in lacking.keys.sorted() { endSpan(of: item, at: end) }
    if let failure { throw failure }
    try write("\n]}\n")
  }

  private mutating func row(_ text: String) {
    guard failure == nil else { return }
    do {
      try write(beginning + text)
      beginning = ",\n"
    } catch {
      failure = error
    }
  }

  private mutating func nameThread(_ thread: Int, _ name: String) {
    row(ChromeTraceRow.metadata("thread_name", thread: thread, ["name": .text(name)]))
    row(ChromeTraceRow.metadata("thread_sort_index", thread: thread, ["sort_index": .integer(Int64(thread))]))
  }

  /// A file may show more workers than its first line tells of.
  private mutating func nameWorkers() {
    while namedWorkers < follower.jobs.workers.count {
      nameThread(TimelineWriter.workerThread + namedWorkers, "worker \(namedWorkers + 1)")
      namedWorkers += 1
    }
  }

  private mutating func finishFrame(at time: Int64) {
    guard let frame else { return }
    row(
      ChromeTraceRow.slice(
        "frame", category: "frame", thread: TimelineWriter.frameThread, from: frame.time, to: time,
        [
          "frame": .integer(Int64(frame.index)), "cells": .integer(Int64(frame.cells)), "hits": .integer(frame.hits),
          "late": .integer(frame.late), "misses": .integer(frame.misses),
          "blank": .integer(Int64(follower.blankCount)),
        ]))
    self.frame = nil
  }

  private mutating func decode(_ key: BitmapKey, kept: Bool, at time: Int64) {
    guard let decode = follower.jobs.running(key) else { return }
    let isAwaited = follower.waiting[key.item] == key
    row(slice(decode, until: time, outcome: !kept ? "let go" : isAwaited ? "shown" : "held"))
  }

  private func slice(_ decode: FollowedDecode, until end: Int64, outcome: String) -> String {
    let key = decode.key
    return ChromeTraceRow.slice(
      "item \(key.item)", category: "decode,\(decode.cause.rawValue)",
      thread: TimelineWriter.workerThread + decode.worker, from: decode.begun, to: end,
      [
        "item": .integer(Int64(key.item)), "size": .text("\(key.size)"),
        "tier": .text(key.tier == .full ? "full" : "coarse"), "cause": .text(decode.cause.rawValue),
        "cost_ns": .integer(decode.cost), "bytes": .integer(decode.bytes), "outcome": .text(outcome),
      ])
  }

  /// What a cell lacks has changed, perhaps.
  private mutating func span(of item: Int32) {
    let name = follower.waiting[item] == nil ? nil : follower.shown[item] == nil ? "blank" : "coarse only"
    if lacking[item]?.name == name { return }
    if lacking[item] != nil { endSpan(of: item, at: follower.time) }
    guard let name else { return }
    lacking[item] = (name, follower.time)
    row(
      ChromeTraceRow.span(
        name, category: "cell", id: Int64(item), isEnd: false, at: follower.time, ["item": .integer(Int64(item))]))
  }

  private mutating func endSpan(of item: Int32, at time: Int64) {
    guard let open = lacking.removeValue(forKey: item) else { return }
    row(ChromeTraceRow.span(open.name, category: "cell", id: Int64(item), isEnd: true, at: time))
  }

  /// The counters as they stand before time goes on.
  private mutating func count() {
    counter(
      "queue",
      ["demand": .integer(Int64(follower.demandCount)), "preheat": .integer(Int64(follower.preheatCount))])
    counter("blank cells", ["cells": .integer(Int64(follower.blankCount))])
    countLedger()
  }

  private mutating func countLedger() {
    let (displayed, inFlight) = (follower.displayed, follower.inFlight)
    let kept = max(0, follower.live - displayed - inFlight)
    counter(
      "ledger bytes", ["displayed": .integer(displayed), "kept": .integer(kept), "in flight": .integer(inFlight)])
  }

  /// A row where a counter changed.
  private mutating func counter(_ name: String, _ values: ChromeTraceRow.Arguments) {
    let now = values.map { $0.value }
    if counted[name] == now { return }
    counted[name] = now
    row(ChromeTraceRow.counter(name, at: follower.time, values))
  }
}
