/// Decodes an image when its cell appears and lets it go when the cell leaves.
///
/// Rule: it starts nothing and keeps nothing. An image lives while its cell shows it.
///
/// Source: the behaviour of a grid that calls `PHImageManager.requestImage` alone. Every strategy is measured against
/// this floor: no hit is possible, and no strategy holds less.
///
/// Cost a frame: nothing. Loses whenever a decode takes longer than a cell may stay blank.
public struct NoPreheating: CacheStrategy {
  public static let descriptor = PolicyDescriptor(
    id: "none",
    summary: "no preheating, nothing kept: an image lives while its cell shows it"
  )
  public static let subscribedEvents: StrategyEvents = []

  public init(_ parameters: ParameterValues) {}

  public mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {}
}
