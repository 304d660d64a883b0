public import CacheLab
public import LabBase
public import StrategyKit

/// Writes a replay as JSON lines: first the configuration, then every event in order, times in nanoseconds.
///
/// From this file and the trace every deterministic metric can be recomputed by a program that shares nothing with
/// this one.
public final class EventFile: ReplayObserver {
  private let table: SlotTable
  private var file: ResultFile
  private var failure: ResultError?

  /// - Throws: `ResultError.cannotCreate` when the folder is missing or not writable.
  public init(path: String, configuration: JSON, table: SlotTable) throws(ResultError) {
    self.table = table
    file = try ResultFile(path: path)
    var members = configuration.object ?? [:]
    members["events"] = nil
    // `events` comes first, so that a reader knows from the first bytes what it reads.
    let rest = JSON.object(members).compactText.dropFirst()
    try file.write("{\"events\":1,\(rest)\n")
  }

  /// Puts the file in its place.
  ///
  /// - Throws: the first error met while writing.
  public func finish() throws(ResultError) {
    if let failure { throw failure }
    _ = try file.commit(exclusively: false)
  }

  public func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
    write(time, "frame", ",\"y\":\(offset.rawValue),\"visible\":[\(visible.lower),\(visible.upper)]")
  }

  public func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
    write(time, "start", ",\"items\":[[\(items.lower),\(items.upper)]]\(tier == .full ? "" : EventFile.coarse)")
  }

  public func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) {
    let ranges = items.map { "[\($0.lower),\($0.upper)]" }.joined(separator: ",")
    write(time, "stop", ",\"items\":[\(ranges)]")
  }

  public func release(_ item: ItemID, at time: Nanoseconds) {
    write(time, "release", ",\"item\":\(item.rawValue)")
  }

  public func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    write(time, "request", ",\"item\":\(item.rawValue),\(size(slot)),\"outcome\":\"\(outcome.rawValue)\"")
  }

  public func cancel(_ item: ItemID, at time: Nanoseconds) {
    write(time, "cancel", ",\"item\":\(item.rawValue)")
  }

  public func refuse(_ item: ItemID, at time: Nanoseconds) {
    write(time, "refuse", ",\"item\":\(item.rawValue)")
  }

  public func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    write(
      time, "begin",
      ",\(key(slot)),\"tier\":\"\(table.isCoarse(slot) ? "coarse" : "full")\",\"cause\":\"\(cause.rawValue)\",\"cost\":\(cost.rawValue),"
        + "\"bytes\":\(bytes.rawValue)")
  }

  public func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    write(time, "end", ",\(key(slot)),\"kept\":\(kept)\(tier(slot))")
  }

  public func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
    write(time, "drop", ",\(key(slot)),\"bytes\":\(bytes.rawValue),\"why\":\"\(why.rawValue)\"\(tier(slot))")
  }

  public func stopCoarse(_ items: ItemRange, at time: Nanoseconds) {
    write(time, "stop", ",\"items\":[[\(items.lower),\(items.upper)]]\(EventFile.coarse)")
  }

  public func cancelCoarse(_ item: ItemID, at time: Nanoseconds) {
    write(time, "cancel", ",\"item\":\(item.rawValue)\(EventFile.coarse)")
  }

  public func refuseCoarse(_ item: ItemID, at time: Nanoseconds) {
    write(time, "refuse", ",\"item\":\(item.rawValue)\(EventFile.coarse)")
  }

  public func download(_ item: ItemID, bytes: ByteCount, takes: Nanoseconds, at time: Nanoseconds) {
    write(
      time, "download", ",\"item\":\(item.rawValue),\"bytes\":\(bytes.rawValue),\"cost\":\(takes.rawValue)")
  }

  public func downloaded(_ item: ItemID, at time: Nanoseconds) {
    write(time, "downloaded", ",\"item\":\(item.rawValue)")
  }

  public func layout(target: PixelSize, at time: Nanoseconds) {
    write(time, "layout", ",\"target\":[\(target.width),\(target.height)]")
  }

  public func content(_ photos: [ItemRange], at time: Nanoseconds) {
    let ranges = photos.map { "[\($0.lower),\($0.upper)]" }.joined(separator: ",")
    write(time, "content", ",\"items\":[\(ranges)]")
  }

  public func live(_ bytes: ByteCount, at time: Nanoseconds) {
    write(time, "live", ",\"bytes\":\(bytes.rawValue)")
  }

  /// What marks a line of the coarse tier; begins say theirs always.
  private static let coarse = ",\"tier\":\"coarse\""

  private func tier(_ slot: Int32) -> String { table.isCoarse(slot) ? EventFile.coarse : "" }

  private func key(_ slot: Int32) -> String { "\"item\":\(table.item(ofSlot: slot).rawValue),\(size(slot))" }

  private func size(_ slot: Int32) -> String {
    let size = table.targetSize(ofSlot: slot)
    return "\"size\":[\(size.width),\(size.height)]"
  }

  private func write(_ time: Nanoseconds, _ event: String, _ fields: String) {
    guard failure == nil else { return }
    do {
      try file.write("{\"t\":\(time.rawValue),\"e\":\"\(event)\"\(fields)}\n")
    } catch {
      failure = error
    }
  }
}
