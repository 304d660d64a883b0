public import CacheLab
import StrategyKit

/// The Swift lines that run a recommended strategy in an app that imports `GridDriver` and `Strategies`.
public struct RecommendedCode: Sendable {
  /// With all parameters written out, so that later defaults change nothing.
  let strategy: String
  let fit: Fit
  let pixels: PixelFormat
  /// The command line that recommends it, as it is pasted into a shell.
  let command: String

  /// - Parameters:
  ///   - fit: As images were in the replays; so `pixels`.
  ///   - command: On one line, quoted for a shell.
  public init(strategy: SweepPlan.Strategy, fit: Fit, pixels: PixelFormat, command: String) {
    self.strategy = strategy.canonicalText
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
    ///   - clock: Time that never goes back, such as that of `CACurrentMediaTime()`.
    func recommendedDriver<Source: ImageSource>(
      source: Source, layout: GridLayout, clock: @escaping () -> Nanoseconds
    ) throws -> GridDriver<Source> {
      var options = GridDriverOptions()
      options.fit = .\(fit.rawValue)
      options.pixels = .\(pixels.rawValue)
      return try GridDriver(
        try StrategySpec("\(strategy)"), source: source, layout: layout, options: options, clock: clock)
    }

    """
  }
}
