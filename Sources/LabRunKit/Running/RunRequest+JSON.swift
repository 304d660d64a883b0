import CacheLab
import LabBase
import LabRecords

/// A request for one run as a child gets it: one strategy, one trace, and nothing that only its parent needs.
extension RunRequest {
  var json: JSON {
    var members: [String: JSON] = [
      "strategies": .array(strategies.map { .string($0) }), "traces": .array(traces.map { .string($0) }),
      "settings": settings.json, "measuring": .object(measuring.members),
    ]
    if yardsticks != .quick { members["yardsticks"] = .string(yardsticks.rawValue) }
    if let plant { members["plant"] = .string(plant.word) }
    return .object(members)
  }

  /// Reads back what `json` wrote.
  ///
  /// - Throws: `LabError` for anything else, which no parent of this build writes.
  init(text: String) throws {
    guard let json = try? JSON.parse(text), let strategies = json["strategies"]?.array?.compactMap(\.string),
      let traces = json["traces"]?.array?.compactMap(\.string), let settings = json["settings"]
    else {
      throw LabError("'\(String(text.prefix(80)).visible)' is no request for a run: \(ToolName.current) run --help")
    }
    self.strategies = strategies
    self.traces = traces
    do throws(SettingError) {
      self.settings = try RunSettings(settings)
    } catch {
      throw LabError(error.description)
    }
    measuring = Measuring(json["measuring"])
    yardsticks = json["yardsticks"]?.string.flatMap { Yardsticks.Effort(rawValue: $0) } ?? .quick
    plant = json["plant"]?.string.flatMap { PlantedFault(argument: $0) }
  }
}
