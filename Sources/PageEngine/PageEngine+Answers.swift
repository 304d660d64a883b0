import CacheLab
public import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies
import StrategyKit

extension PageEngine {
  /// Does what words ask for, and answers: `run`, `preheat2x`.
  ///
  /// - Parameter words: What is asked, then what it takes: `catalogue`; `scroll`; `set` and words of a command line;
  ///   `run`, `play` or `swift` and a strategy; `edit`, a strategy, and parameters with their values.
  public mutating func answer(_ words: [String]) throws(PageError) -> JSON {
    guard let first = words.first else { throw PageError("nothing is asked") }
    let rest = Array(words.dropFirst())
    switch (first, rest.count) {
    case ("catalogue", 0): return catalogue
    case ("scroll", 0): return try scroll()
    case ("set", _):
      try set(rest)
      return .object([:])
    case ("run", 1): return try run(rest[0])
    case ("play", 1): return try play(rest[0])
    case ("swift", 1): return try code(rest[0])
    case ("edit", let count) where count % 2 == 1: return PageEngine.edited(rest[0], Array(rest.dropFirst()))
    default: throw PageError("'\(first.visible)' with \(rest.count) words behind it is nothing that a page can ask")
    }
  }

  /// What can be chosen. A screen is one word.
  public var catalogue: JSON {
    let settings = PageEngine.offered.filter { !ScreenChoice.standsFor.contains($0.name) }
    let screens = NamedScreen.all.map { $0.json }
    return .object([
      "version": .string(CacheLabInfo.version), "trace-bytes-max": .integer(Int128(Trace.fileBytesMax)),
      "strategies": .array(StrategyRegistry.all.strategiesJSON),
      "oracles": .array(StrategyRegistry.all.oraclesJSON),
      "devices": .array(DeviceProfile.all.map { $0.json }), "screens": .array(screens),
      "metrics": .array(Metric.all(.deterministic).map { $0.json }),
      "settings": .array(
        settings.map { setting in
          .object([
            "name": .string(setting.name),
            "help": .string(setting.help + (setting.discussion.isEmpty ? "" : " " + setting.discussion)),
            "section": .string(setting.section == .screen ? "screen" : "replay"),
            "default": setting.usual.map { .string($0) } ?? .null,
            "choices": .array(setting.choices.map { .string($0) }),
          ])
        }),
    ])
  }

  /// The scroll as the settings show it: layouts, and in `columns` the frames with the cells on screen; and what a reader
  /// of its numbers should know.
  public mutating func scroll() throws(PageError) -> JSON {
    guard let ready else { throw PageError("there is no trace yet, or no photos: load both first") }
    columns = ready.scroll.columns.map { Double($0) }
    var members = ready.scroll.members
    var notes = RunSetting.notes(on: settings)
    if ready.trace.clampedFrames > 0 {
      notes.append("on this screen \(ready.trace.clampedFrames) frames stop at the end of the grid")
    }
    members["notes"] = .array(notes.map { .string($0) })
    return .object(members)
  }

  /// A replay's metrics and their digest, as its record has them, and the words that make it with `lab-run`.
  public func run(_ text: String) throws(PageError) -> JSON {
    let (strategy, ready) = try prepared(text)
    return .object(members(strategy, ready, ready.replay.run(strategy)))
  }

  /// The same with its reel in `columns`: what each cell showed and how much memory was held, over time.
  public mutating func play(_ text: String) throws(PageError) -> JSON {
    let (strategy, ready) = try prepared(text)
    let (tally, recorder) = ready.replay.run(
      strategy, observer: ReelRecorder(ready.replay, of: strategy.shortText))
    let reel = recorder.reel
    columns = ready.scroll.columns(of: reel).map { Double($0) }
    var members = members(strategy, ready, tally)
    for (name, value) in reel.members { members[name] = value }
    return .object(members)
  }

  private func members(_ strategy: StrategySpec, _ ready: Ready, _ tally: ReplayTally) -> [String: JSON] {
    let (metrics, digest) = RunFacts(tally: tally).deterministic
    return [
      "strategy": .string(strategy.shortText), "canonical": .string(strategy.canonicalText),
      "drives-photos": .bool(strategy.drivesPhotos), "digest": .string(digest),
      "metrics": .object(metrics.mapValues { $0.json }),
      "configuration": .string(configuration(strategy, ready).digest), "command": .string(command(strategy)),
    ]
  }

  /// What makes the same numbers with `lab-run`, as it is pasted into a shell.
  private func command(_ strategy: StrategySpec) -> String {
    ShellWords.line(
      ["lab-run", "--strategy", strategy.shortText, "--trace", tracePath] + settings.words + ["--decode", "none"])
  }

  /// The Swift lines that run a strategy in an app, as `lab-run recommend` prints them.
  public func code(_ text: String) throws(PageError) -> JSON {
    let (strategy, ready) = try prepared(text)
    let code = RecommendedCode(
      for: .uikit, strategy: strategy.canonicalText, fit: settings.replay.fit,
      workers: ready.device.workers, origin: "What the numbers of this command say:", command: command(strategy))
    return .object(["swift": .string(code.text)])
  }

  private func configuration(_ strategy: StrategySpec, _ ready: Ready) -> RunConfiguration {
    RunConfiguration(
      strategy: strategy, trace: (traceName, ready.trace.sha256), device: ready.device,
      library: (index.fingerprint, index.assets.count), layout: ready.replay.script.layouts[0], settings: settings,
      measuring: Measuring(decodes: false))
  }
}

// A strategy's text taken apart and put together, so that a page knows nothing of how it is written.
extension PageEngine {
  /// A text with parameters at other values, and its policies, each with what it sets; they need not exist.
  ///
  /// - Parameter edits: a parameter, its value, the next parameter.
  static func edited(_ text: String, _ edits: [String]) -> JSON {
    var words = StrategyWords(text)
    for at in stride(from: 0, to: edits.count - 1, by: 2) { set(edits[at], edits[at + 1], in: &words) }
    return .object([
      "text": .string(words.text),
      "parts": .array(
        words.parts.map { part in
          var settings: [String: JSON] = [:]
          for setting in part.settings { settings[setting.key] = .string(setting.value) }
          return .object(["id": .string(part.id), "settings": .object(settings)])
        }),
    ])
  }

  /// Sets a parameter of one of the policies; an empty value takes it back to its default. Where no policy has the parameter
  /// the text stays as it is. The parameter `thumbnails` is `opportunistic`, or nothing.
  private static func set(_ key: String, _ value: String, in words: inout StrategyWords) {
    if key == "thumbnails" {
      words.parts.removeAll { $0.id == StrategySpec.opportunistic }
      if !value.isEmpty { words.parts.append(StrategyWords.Part(value)) }
    } else if let part = words.parts.firstIndex(where: { takes(key, $0.id) }) {
      if let place = words.parts[part].settings.firstIndex(where: { $0.key == key }) {
        if value.isEmpty {
          words.parts[part].settings.remove(at: place)
        } else {
          words.parts[part].settings[place].value = value
        }
      } else if !value.isEmpty {
        words.parts[part].settings.append(StrategyWords.Setting(key, value))
      }
    }
  }

  private static func takes(_ key: String, _ id: String) -> Bool {
    let registry = StrategyRegistry.all
    let all = registry.descriptors + registry.oracleDescriptors
    return all.contains { descriptor in descriptor.id == id && descriptor.parameters.contains { $0.key == key } }
  }
}
