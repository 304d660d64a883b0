public import CacheLab

/// Gives images of assets, and keeps none (`PHImageManager`).
public final class ImageManager: ImageManaging {
  public let engine: ManagerEngine

  /// - Parameters:
  ///   - source: Where images come from.
  ///   - scheduler: Threads, or a test's hand.
  public init(
    _ source: any ImageSourcing, scheduler: any ImageScheduling = ThreadScheduler(),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel()
  ) {
    engine = ManagerEngine(source: source, scheduler: scheduler, settings: settings, cloud: cloud)
  }
}
