public import CacheLab
import Strategies

/// Replays strategies for a web page: takes photos and a trace, and answers in JSON.
///
/// It holds one trace at a time.
public struct PageEngine {
  private var photos: ContiguousArray<AssetInfo> = []
  private var trace: (own: Trace, name: String)?
  private var ready: Ready?

  private struct Ready {
    let device: String
    let replay: Replay
    let scroll: ReelTrace
  }

  public init() {}

  /// Loads the photos of a library from lines that `scripts/web.py` writes: of each its sides, its bytes, those of its
  /// thumbnail and the sides of that, and 1 if it decodes.
  public mutating func loadLibrary(_ bytes: [UInt8]) throws(PageError) {
    var photos: ContiguousArray<AssetInfo> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let numbers = line.split(separator: UInt8(ascii: ",")).map { Int32(String(decoding: $0, as: UTF8.self)) ?? -1 }
      guard numbers.count == 7, numbers.allSatisfy({ $0 >= 0 }), numbers[0] > 0, numbers[1] > 0,
        numbers[3...5].allSatisfy({ $0 <= 65_535 })
      else { throw PageError("the photos of the page are damaged") }
      photos.append(
        AssetInfo(
          width: numbers[0], height: numbers[1], encodedBytes: numbers[2], thumbnailBytes: numbers[3],
          thumbnailSize: PixelSize(width: numbers[4], height: numbers[5]), isDecodable: numbers[6] == 1))
    }
    guard !photos.isEmpty else { throw PageError("the photos of the page are damaged") }
    self.photos = photos
    ready = nil
  }

  /// Loads a trace's text and returns its title and its first warning.
  ///
  /// - Throws: `PageError` with the message of `lab-run`; the trace before is kept.
  public mutating func loadTrace(_ bytes: [UInt8], name: String) throws(PageError) -> JSON {
    let parsed = try PageError.catching { () throws(InputError) in try Trace.parse(bytes, name: name) }
    var next = self
    (next.trace, next.ready) = ((parsed, name), nil)
    _ = try next.prepared(DeviceProfile.all[0].name)
    self = next
    return .object([
      "title": parsed.header.title.map { .string($0.visible) } ?? .null,
      "warning": parsed.warnings.first.map { .string("\($0)") } ?? .null,
    ])
  }

  /// Answers a request: `catalogue`, `scroll`, or `run` or `play` with a strategy and a device.
  public mutating func answer(_ words: [String]) throws(PageError) -> JSON {
    switch (words.first, words.count) {
    case ("catalogue", 1): return PageEngine.catalogue
    case ("scroll", 1): return .object(try prepared(DeviceProfile.all[0].name).scroll.members)
    case ("run", 3), ("play", 3): return try run(words[1], words[2], isPlayed: words[0] == "play")
    default: throw PageError("'\(words.joined(separator: " ").visible)' is nothing that a page can ask")
    }
  }

  /// The registered strategies, each with whether its budget can be set.
  private static var catalogue: JSON {
    .object([
      "trace-bytes-max": .integer(Int128(Trace.fileBytesMax)),
      "strategies": .array(
        StrategyRegistry.all.descriptors.map { policy in
          .object([
            "id": .string(policy.id), "summary": .string(policy.summary),
            "budget": .bool(policy.parameters.contains { $0.key == "budget" }),
          ])
        }),
    ])
  }

  /// Returns a replay's metrics and the digest of its counts, as in its record, and, if `isPlayed`, what each cell showed and
  /// the memory held, over time.
  private mutating func run(_ text: String, _ device: String, isPlayed: Bool) throws(PageError) -> JSON {
    let strategy = try PageError.catching { () throws(SpecError) in try StrategySpec(text, registry: .all) }
    let ready = try prepared(device)
    if strategy.isOffline && ready.replay.script.hasChangingContent {
      throw PageError("'\(text)' knows the trace, which is not worked out where photos come and go; choose another")
    }
    let (tally, reel) = ready.replay.run(strategy, observer: ReplayReel(ready.replay, of: strategy.shortText))
    let (metrics, digest) = RunFacts(tally: tally).deterministic
    var members = isPlayed ? ready.scroll.members(of: reel) : [:]
    members["strategy"] = .string(strategy.shortText)
    members["digest"] = .string(digest)
    members["metrics"] = .object(metrics.mapValues { $0.json })
    return .object(members)
  }

  /// Returns the trace and the photos on a device, prepared as by `lab-run`.
  private mutating func prepared(_ name: String) throws(PageError) -> Ready {
    if let ready, ready.device == name { return ready }
    guard let trace, !photos.isEmpty else { throw PageError("there are no photos yet, or no trace; load both") }
    guard let device = DeviceProfile.named(name) else {
      throw PageError("unknown device '\(name.visible)'; write \(DeviceProfile.otherForms)")
    }
    var screen = ScreenOverride()
    screen.assetCount = Int32(photos.count)
    let script = ReplayScript(try PageError.catching { () throws(InputError) in try trace.own.applying(screen) })
    guard script.slotCount <= SlotTable.slotsMax else {
      throw PageError("trace '\(trace.name)' shows its photos at too many sizes; cut it into traces with fewer layouts")
    }
    let made = Ready(
      device: name,
      replay: Replay(script: script, assets: photos, device: device, settings: ReplaySettings()),
      scroll: ready?.scroll ?? ReelTrace(name: trace.name, script: script, reels: []))
    ready = made
    return made
  }
}

/// The reason why the engine cannot answer a request, for a person to read.
public struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// Runs a body and rethrows its error as a `PageError` with the same description.
  static func catching<Value, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Value
  ) throws(PageError) -> Value {
    do throws(Failure) { return try body() } catch { throw PageError(error.description) }
  }
}
