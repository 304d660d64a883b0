/// A policy that is told all requests before the first: a yardstick for others, nothing that an app could ship.
///
/// A strategy or a retention policy adopts it beside its role. What a grid asks for depends on the scroll alone, never on
/// a strategy, so the whole future can be handed over before a replay begins.
public protocol OfflinePolicy: Sendable {
  /// What will be asked for. Called once, before anything else happens; without it the policy foresees nothing.
  mutating func foresee(_ future: RequestFuture)

  /// Whether it reads `RequestFuture.timeline`; false by default.
  static func readsTimeline(_ parameters: ParameterValues) -> Bool
}

extension OfflinePolicy {
  public static func readsTimeline(_ parameters: ParameterValues) -> Bool { false }
}
