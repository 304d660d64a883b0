import StrategyKit

/// Any policy for thumbnails as one type, so that a replay need not be compiled for each.
struct AnyCoarse: CoarseRole {
  static let descriptor = PolicyDescriptor(id: "any-coarse", summary: "stands for another policy")

  private var base: AnyCoarsePolicy

  #if hasFeature(Embedded)
    let isThere: Bool

    init(_ base: AnyCoarsePolicy, isThere: Bool) {
      self.base = base
      self.isThere = isThere
    }
  #else
    var isThere: Bool { true }

    init(_ base: AnyCoarsePolicy) { self.base = base }
  #endif

  init(_ parameters: ParameterValues) { preconditionFailure("it stands for a policy that exists") }

  mutating func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan) {
    base.viewportChanged(frame, jobs, plan: &plan)
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }
}
