import LabBase
import StrategyKit

/// A budget written as what another strategy peaks at on the same trace, device and screen:
/// `clairvoyant:budget=peak(preheat2x)`. It is bytes before anything runs, and bytes stand in the record.
enum PeakBudget {
  private static let opening = "peak("

  /// The text with each `peak(STRATEGY)` replaced.
  ///
  /// - Parameter bytes: What a strategy peaks at; nil where nothing is there to replay.
  /// - Throws: `UsageError` when a parenthesis is missing or nothing is there to replay, `SpecError` for what is in it.
  static func resolve(
    _ text: String, registry: StrategyRegistry, bytes: ((StrategySpec) throws -> ByteCount)?
  ) throws -> String {
    guard let start = text.firstRange(of: opening) else { return text }
    guard let end = text[start.upperBound...].firstIndex(of: ")") else {
      throw UsageError("'\(text)' opens a parenthesis: write budget=peak(preheat2x)")
    }
    guard let bytes else {
      throw UsageError(
        "'\(text)' takes its budget from another strategy, which \(ToolName.current) run does: write bytes here")
    }
    let other = try StrategySpec(String(text[start.upperBound..<end]), registry: registry)
    let peak = max(1, try bytes(other).rawValue)
    return try resolve(
      "\(text[..<start.lowerBound])\(peak)B\(text[text.index(after: end)...])", registry: registry, bytes: bytes)
  }
}
