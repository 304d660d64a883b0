import LabBase
import LabJudge
import StrategyKit

/// A budget written as what another strategy peaks at on the same trace, device and screen:
/// `clairvoyant:budget=peak(preheat2x)`. It is bytes before anything runs, and bytes stand in the record.
enum PeakBudget {
  /// The strategy of a text with bytes in place of each `peak(STRATEGY)`.
  ///
  /// - Parameter bytes: What a strategy peaks at; nil where nothing is there to replay.
  /// - Throws: `UsageError` when a peak is written wrong or nothing is there to replay, `SpecError` for what is in it.
  static func resolve(
    _ text: String, registry: StrategyRegistry, bytes: ((StrategySpec) throws -> ByteCount)?
  ) throws -> StrategySpec {
    let spec: PeakSpec
    do throws(PeakError) {
      spec = try PeakSpec(text, registry: registry)
    } catch .spec(let error) {
      throw error
    } catch {
      throw UsageError(error.description)
    }
    guard let bytes else {
      guard spec.budgets.isEmpty else {
        throw UsageError(
          "'\(text)' takes its budget from another strategy, which \(ToolName.current) run does: write bytes here")
      }
      return spec.sample
    }
    return spec.spec(try spec.budgets.map { $0.bytes(ofPeak: try bytes($0.strategy).rawValue) })
  }
}
