/// The Swift lines that run a strategy in an app.
public enum RecommendedCode {
  /// The kind of view that shows the photos.
  public enum Target: String, CaseIterable, Sendable {
    /// `CollectionGrid` for a collection view.
    case uikit
    /// `ScrollGrid` for a scroll view of SwiftUI.
    case swiftui
    /// `Preheater` for cells that ask Photos for their images themselves.
    case photos
    /// `GridDriver` for a view of one's own.
    case driver
  }

  /// Returns the lines for the answer of a recommendation, or nil if it has none.
  ///
  /// - Parameter command: The command line that tells of the strategy, quoted for a shell.
  public static func text(for target: Target, _ advice: Recommendation, command: String) -> String? {
    guard let answer = advice.answer else { return nil }
    let template =
      switch target {
      case .uikit: PackageResources.uikit_txt
      case .swiftui: PackageResources.swiftui_txt
      case .photos: PackageResources.photos_txt
      case .driver: PackageResources.driver_txt
      }
    var text = String(decoding: template, as: UTF8.self)
    let plan = advice.plan
    // Devices that do not agree leave the default.
    let workers = Set(plan.devices.map { $0["workers"]?.integer })
    let agreed = workers.count == 1 ? workers.first.flatMap(\.self) : nil
    if agreed == nil { text = text.replacing("  options.workers = WORKERS\n", with: "") }
    let fit = plan.settings["fit"]?.string.flatMap { Fit(rawValue: $0) } ?? ReplaySettings().fit
    // All parameters are written out, so that later defaults change nothing.
    text = text.replacing("STRATEGY", with: plan.strategies[answer].canonicalText)
      .replacing("FIT", with: fit.rawValue).replacing("WORKERS", with: "\(agreed ?? 0)")
    // The last, because it may hold any word.
    return text.replacing("COMMAND", with: String(command.map { $0.isNewline ? " " : $0 }))
  }
}
