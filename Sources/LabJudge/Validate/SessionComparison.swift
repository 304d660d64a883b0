public import CacheLab
public import StrategyKit

/// What an app saw beside what the lab counts of the same scroll, by metric.
public struct SessionComparison: Sendable {
  /// The lab's counts on a device.
  public struct Reading: Sendable {
    public let device: DeviceProfile
    public let counters: TraceSession.Counters
    /// The device was fitted to this very session.
    public let isFitted: Bool
  }

  /// A metric of the lab that a driver counts too.
  public struct Row: Sendable {
    /// The metric's id.
    public let name: String
    public let unit: Metric.Unit
    let value: @Sendable (TraceSession.Counters) -> Double?

    /// Nil where nothing was asked for, or nothing was visible.
    public func value(of counters: TraceSession.Counters) -> Double? { value(counters) }
  }

  public static let rows: [Row] = [
    Row(name: "warm-hit-rate", unit: .ratio) { ratio($0.hits, $0.requests) },
    Row(name: "warm-blank-ratio", unit: .ratio) { ratio($0.blank, $0.visible) },
    Row(name: "warm-soft-ratio", unit: .ratio) { counters in
      counters.screens.flatMap { ratio($0.soft, counters.visible) }
    },
    Row(name: "warm-sharp-ratio", unit: .ratio) { counters in
      counters.screens.flatMap { ratio(counters.visible - counters.blank - $0.soft, counters.visible) }
    },
    Row(name: "first-screen-time", unit: .nanoseconds) { nanoseconds($0.screens?.firstFilled) },
    Row(name: "first-screen-sharp-time", unit: .nanoseconds) { nanoseconds($0.screens?.firstSharp) },
    Row(name: "new screens", unit: .count) { ($0.screens?.later).map(Double.init) },
    Row(name: "mean new-screen-time", unit: .nanoseconds) { counters in
      counters.screens.flatMap { ratio($0.filled, $0.later) }.map { $0 * 1000 }
    },
    Row(name: "mean new-screen-sharp-time", unit: .nanoseconds) { counters in
      counters.screens.flatMap { ratio($0.sharp, $0.later) }.map { $0 * 1000 }
    },
    Row(name: "peak-bitmap-bytes", unit: .bytes) { Double($0.peak) },
    Row(name: "warm requests", unit: .count) { Double($0.requests) },
    Row(name: "hits", unit: .count) { Double($0.hits) },
    Row(name: "late", unit: .count) { Double($0.late) },
    Row(name: "misses", unit: .count) { Double($0.misses) },
    Row(name: "decodes", unit: .count) { Double($0.decodes) },
    Row(name: "decodes-per-request", unit: .perRequest) { counters in
      counters.work.flatMap { ratio(counters.decodes - $0.thumbnails, $0.cells) }
    },
    Row(name: "preheat-accuracy", unit: .ratio) { $0.work.flatMap { ratio($0.shown, $0.preheats) } },
    Row(name: "preheat-coverage", unit: .ratio) { $0.work.flatMap { ratio($0.shown, $0.cells) } },
  ]

  public let name: String
  public let strategy: StrategySpec
  public let replay: SessionReplay
  public let readings: [Reading]

  /// - Parameters:
  ///   - name: What the session is called.
  ///   - strategy: The session's own.
  ///   - fitted: A device that was fitted to it, the first to be shown; nil where none is.
  ///   - devices: Others.
  public init(
    name: String, strategy: StrategySpec, replay: SessionReplay, fitted: DeviceProfile?, devices: [DeviceProfile]
  ) {
    self.name = name
    self.strategy = strategy
    self.replay = replay
    func reading(_ device: DeviceProfile, isFitted: Bool) -> Reading {
      Reading(device: device, counters: replay.run(strategy, on: device), isFitted: isFitted)
    }
    readings = (fitted.map { [reading($0, isFitted: true)] } ?? []) + devices.map { reading($0, isFitted: false) }
  }

  private static func nanoseconds(_ microseconds: Int64?) -> Double? { microseconds.map { Double($0) * 1000 } }

  private static func ratio(_ part: Int64, _ whole: Int64) -> Double? {
    whole == 0 ? nil : Double(part) / Double(whole)
  }
}
