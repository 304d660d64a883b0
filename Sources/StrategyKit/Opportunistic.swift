/// Lets the embedded thumbnail of every cell that waits be shown first, then its image: opportunistic delivery.
///
/// Rule: at the frame at which a cell comes into view and waits for its image, its thumbnail is started, whether or not
/// the image would soon be there. It is stopped at the frame at which the cell has left.
///
/// Source: `PHImageRequestOptionsDeliveryMode.opportunistic`, Photos' own default, as it is documented and was seen to
/// be: whoever asks gets a degraded image at once and the final one when it is there. What was preheated in time is
/// shown at once, without a degraded image before it. Differences: the degraded image here is always the embedded
/// thumbnail; Photos may have a better one.
///
/// Cost a frame: a look at each cell that came. Loses where full images would be in time: their workers decode
/// thumbnails first.
public struct Opportunistic: CoarsePolicy {
  public static let descriptor = PolicyDescriptor(
    id: "opportunistic",
    summary: "Photos' default delivery: a thumbnail first for every cell that waits; joined to another strategy by +")

  public static var drivesPhotos: Bool { true }

  /// Started items lie in it.
  private var window = ItemRange.empty

  public init(_ parameters: ParameterValues) {}

  public mutating func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan) {
    let visible = frame.layout.items(overlapping: frame.viewport)
    startAwaited(visible.before(window), jobs, &plan)
    startAwaited(visible.after(window), jobs, &plan)
    plan.stop(window.before(visible))
    plan.stop(window.after(visible))
    window = visible
  }

  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = .empty }

  /// Starts those of the items whose cells wait, neighbours in one step.
  private func startAwaited(_ items: ItemRange, _ jobs: JobView, _ plan: inout Plan) {
    var id = items.lower
    while id < items.upper {
      let first = id
      while id < items.upper && jobs.state(of: ItemID(rawValue: id)).contains(.awaited) { id += 1 }
      plan.start(ItemRange(lower: first, upper: id), tier: .coarse)
      id += 1
    }
  }
}
