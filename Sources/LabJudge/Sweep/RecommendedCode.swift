package import CacheLab
import LabBase

/// The Swift lines that run a strategy in an app that imports `GridDriver` and `Strategies`.
public struct RecommendedCode: Sendable {
  /// With all parameters written out, so that later defaults change nothing.
  let strategy: String
  let fit: Fit
  let pixels: PixelFormat
  /// Decodes at once; nil for the default.
  let workers: Int?
  /// What the lines say of where they come from, before the command.
  let origin: String
  /// The command line that tells of the strategy, as it is pasted into a shell.
  let command: String

  /// - Parameters:
  ///   - strategy: With all parameters written out.
  ///   - fit: As images were in the replays; so `pixels`.
  ///   - workers: Decodes at once; nil for the default.
  ///   - origin: A sentence that ends in a colon.
  ///   - command: On one line, quoted for a shell.
  package init(
    strategy: String, fit: Fit, pixels: PixelFormat, workers: Int?, origin: String, command: String
  ) {
    self.strategy = strategy
    self.fit = fit
    self.pixels = pixels
    self.workers = workers
    self.origin = origin
    self.command = command
  }

  public var text: String {
    """
    import GridDriver
    import Strategies

    /// \(origin)
    ///
    ///     \(command)
    ///
    /// - Parameters:
    ///   - source: Makes images, and thumbnails for cells that wait: a `PhotosSource`, or your own decoder with a
    ///     `thumbnailSize`.
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
