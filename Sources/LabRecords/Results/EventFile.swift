enum EventName: String, CaseIterable, Sendable {
  case frame, start, stop, release, request, cancel, refuse, begin, end, drop, download, downloaded, layout, content
  case live
}

/// Writes a replay as JSON lines: first the configuration, then every event in order, times in nanoseconds.
///
/// From this file and the trace every deterministic metric can be recomputed by a program that shares nothing with
/// this one.
public final class EventFile: ReplayObserver {
  private var file: ResultFile
  private var failure: ResultError?

  /// - Throws: `ResultError.cannotCreate` when the folder is missing or not writable.
  public init(path: String, configuration: JSON) throws(ResultError) {
    file = try ResultFile(path: path)
    // A file begins with `events`, by which event files are recognised.
    let members = (configuration.object ?? [:]).filter { $0.key != "events" }
    try file.write("{\"events\":1" + (members.isEmpty ? "}\n" : ",\(JSON.object(members).compactText.dropFirst())\n"))
  }

  public func take(_ event: ReplayEvent, at time: Int64) {
    guard failure == nil else { return }
    do {
      try file.write(event.line(at: time))
    } catch {
      failure = error
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: the first error met while writing.
  public func finish() throws(ResultError) {
    if let failure { throw failure }
    _ = try file.commit(exclusively: false)
  }
}

extension ReplayEvent {
  /// Returns the event's line in a file, with its end (docs/definitions.md, the event file).
  package func line(at time: Int64) -> String {
    let rest =
      switch self {
      case .frame(let offset, let visible): #"frame","y":\#(offset),"visible":\#(visible.text)"#
      case .start(let items, let tier): #"start","items":\#(items.text)\#(tier.member)"#
      case .stop(let items, let tier): #"stop","items":\#(items.text)\#(tier.member)"#
      case .release(let item): #"release","item":\#(item)"#
      case .request(let item, let size, let outcome):
        #"request","item":\#(item),"size":\#(size.text),"outcome":"\#(outcome.rawValue)""#
      case .cancel(let item, let tier): #"cancel","item":\#(item)\#(tier.member)"#
      case .refuse(let item, let tier): #"refuse","item":\#(item)\#(tier.member)"#
      case .begin(let key, let cause, let cost, let bytes):
        // Begins always have their tier, other events only that of a thumbnail.
        #"begin",\#(key.members)\#(key.tier == .full ? #","tier":"full""# : key.tier.member)"#
          + #","cause":"\#(cause.rawValue)","cost":\#(cost),"bytes":\#(bytes)"#
      case .end(let key, let kept): #"end",\#(key.members),"kept":\#(kept)\#(key.tier.member)"#
      case .drop(let key, let bytes, let why):
        #"drop",\#(key.members),"bytes":\#(bytes),"why":"\#(why.rawValue)"\#(key.tier.member)"#
      case .download(let item, let bytes, let cost): #"download","item":\#(item),"bytes":\#(bytes),"cost":\#(cost)"#
      case .downloaded(let item): #"downloaded","item":\#(item)"#
      case .layout(let target): #"layout","target":\#(target.text)"#
      case .content(let photos): #"content","items":\#(photos.text)"#
      case .live(let bytes): #"live","bytes":\#(bytes)"#
      }
    return #"{"t":\#(time),"e":""# + rest + "}\n"
  }
}

extension Tier {
  fileprivate var member: String { self == .full ? "" : #","tier":"coarse""# }
}

extension BitmapKey {
  fileprivate var members: String { #""item":\#(item),"size":\#(size.text)"# }
}

extension PixelSize {
  fileprivate var text: String { "[\(width),\(height)]" }
}

extension ItemRange {
  fileprivate var text: String { "[\(lower),\(upper)]" }
}

extension [ItemRange] {
  fileprivate var text: String { "[\(map(\.text).joined(separator: ","))]" }
}
