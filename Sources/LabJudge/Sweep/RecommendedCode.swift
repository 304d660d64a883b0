import CLabSystem

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
    var text = Resource(rawValue: target.rawValue + ".txt")!.text
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

/// A file of this module that the program carries: what pages, pictures and Swift lines are made of.
enum Resource: String, CaseIterable {
  case player = "player.html", script = "player.js", style = "report.css"
  case budget = "budget.gp", compare = "compare.gp", curves = "curves.gp", head = "head.gp", heat = "heat.gp"
  case key = "key.gp", memory = "memory.gp", pareto = "pareto.gp", tails = "tails.gp", trace = "trace.gp"
  case driver = "driver.txt", photos = "photos.txt", swiftui = "swiftui.txt", uikit = "uikit.txt"

  /// Every case has its text in CLabSystem.
  var text: String { unsafe String(cString: lab_resource(rawValue)!) }
}
