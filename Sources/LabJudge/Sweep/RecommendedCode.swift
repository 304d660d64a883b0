import StrategyKit

/// The Swift lines that put a recommended strategy into an app that imports `Strategies`.
public struct RecommendedCode: Sendable {
  /// With all parameters written out, so that later defaults change nothing.
  let strategy: String
  let drivesPhotos: Bool
  /// True when it keeps bitmaps by a retention policy.
  let retains: Bool
  /// True when it names jobs and victims itself.
  let ranks: Bool
  /// The command line that recommends it, as it is pasted into a shell.
  let command: String

  /// - Parameters:
  ///   - ranks: Whether the strategy names jobs and victims itself.
  ///   - command: On one line, quoted for a shell.
  public init(strategy: SweepPlan.Strategy, ranks: Bool, command: String) {
    self.strategy = strategy.canonicalText
    drivesPhotos = strategy.drivesPhotos
    retains = !strategy.drivesPhotos && !ranks
    self.ranks = ranks
    self.command = command
  }

  public var text: String {
    let owner =
      drivesPhotos
      ? "" : retains ? RecommendedCode.retaining : RecommendedCode.ranking
    let stored = retains ? "\n  private(set) var retention: any RetentionPolicy\n  private var layout: GridLayout?" : ""
    let made = retains ? "\n    retention = spec.retention.init(spec.retentionParameters)" : ""
    let told =
      retains
      ? """
      if frame.layout != layout {
            layout = frame.layout
            retention.layoutChanged(to: frame.layout, sizes: frame.sizes)
          }

      """ + "    " : ""
    let assigned =
      ranks
      ? """
      guard let ranking = spec.prefetcher.init(spec.prefetcherParameters) as? any RankingStrategy else {
            preconditionFailure("the strategy ranks")
          }
          strategy = ranking
      """ : "strategy = spec.prefetcher.init(spec.prefetcherParameters)"
    let (start, stop) =
      drivesPhotos
      ? ("startCachingImages", "stopCachingImages") : ("queue these decodes", "those that wait need not be decoded")
    return """
      import Strategies

      /// What this command recommends:
      ///
      ///     \(command)
      struct GridPreheater {
        private(set) var strategy: any \(ranks ? "RankingStrategy" : "CacheStrategy")\(stored)
        private var plan = Plan()

        init() throws {
          let spec = try StrategySpec("\(strategy)")
          \(assigned)\(made)
        }

        /// Call it for each frame that scrolls.
        ///
        /// - Parameters:
        ///   - start: \(start).
        ///   - stop: \(stop).
        mutating func scrolled(
          to frame: FrameContext, start: (ItemRange) -> Void, stop: (ItemRange) -> Void
        ) {
          \(told)plan.removeAll()
          strategy.viewportChanged(frame, plan: &plan)
          for step in plan.steps {
            switch step {
            case .start(let items, _): start(items)
            case .stop(let items): stop(items)
            }
          }
        }

        /// Call it when the grid's cells change their size, after stopping all that was started.
        mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
          strategy.layoutChanged(to: layout, at: time)
        }
      \(owner)}

      """
  }

  private static let ranking = """

      /// Tell it of each bitmap that a decode made.
      mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
        strategy.itemBecameResident(item, at: time)
      }

      /// Tell it of each bitmap that went.
      mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
        strategy.itemDropped(item, at: time)
      }

      /// Ask it for each idle decoder: the item to decode next, nil for none.
      mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
        strategy.nextJob(jobs, at: time)
      }

      /// Ask it until `item` fits `strategy.budget`: the item whose bitmap goes, nil for none.
      mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? {
        strategy.victim(for: item, jobs)
      }

    """

  private static let retaining = """

      /// Tell `retention` of requests and bitmaps, and ask until live bytes fit `retention.budget`.
      mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? {
        retention.victim(where: mayGo)
      }

    """
}
