public import CacheLab
import LabBase
import StrategyKit

/// The Swift lines that run a recommended strategy in an app that imports `GridDriver` and `Strategies`.
public struct RecommendedCode: Sendable {
  /// With all parameters written out, so that later defaults change nothing.
  let strategy: String
  let fit: Fit
  let pixels: PixelFormat
  /// Decodes at once; nil where the devices do not agree.
  let workers: Int?
  /// The command line that recommends it, as it is pasted into a shell.
  let command: String

  /// - Parameters:
  ///   - strategy: By its number in `plan`.
  ///   - fit: As images were in the replays; so `pixels`.
  ///   - command: On one line, quoted for a shell.
  public init(_ plan: SweepPlan, strategy: Int, fit: Fit, pixels: PixelFormat, command: String) {
    self.strategy = plan.strategies[strategy].canonicalText
    let workers = Set(plan.devices.map { $0["workers"]?.integer })
    self.workers = workers.count == 1 ? workers.first.flatMap(\.self).flatMap { Int(exactly: $0) } : nil
    self.fit = fit
    self.pixels = pixels
    self.command = command
  }

  public var text: String {
    """
    import GridDriver
    import Strategies

    /// What this command recommends:
    ///
    ///     \(command)
    ///
    /// - Parameters:
    ///   - source: Makes images: Photos, or your own decoder.
    ///   - photos: Sizes in pixels, in the order of the cells; nil where you do not know them.
    ///   - clock: Time that never goes back, such as that of `CACurrentMediaTime()`.
    func recommendedDriver<Source: ImageSource>(
      source: Source, layout: GridLayout, photos: [PhotoSize]? = nil, clock: @escaping () -> Nanoseconds
    ) throws -> GridDriver<Source> {
      var options = GridDriverOptions()
      options.fit = .\(fit.rawValue)
      options.pixels = .\(pixels.rawValue)\(workers.map { "\n  options.workers = \($0)" } ?? "")
      let strategy = try StrategySpec("\(strategy)")
      return try GridDriver(
        strategy, source: source, layout: layout, photos: photos, options: options, clock: clock)
    }

    """
  }
}
