/// The library and trace of most figures: the default library and a trace of the project's folder.
struct Setting {
  let library: PhotoLibrary
  let replay: Replay
  let name: String

  init(trace name: String) throws {
    library = try PhotoLibrary.open(in: PhotoLibrary.defaultCacheDirectory())
    replay = try Setting.replay(Trace.load(path: Setting.path(ofTrace: name)), library)
    self.name = name
  }

  static func path(ofTrace name: String) -> String { "traces/\(name).scrolltrace" }

  static func replay(_ trace: Trace, _ library: PhotoLibrary) throws(InputError) -> Replay {
    Replay(
      script: ReplayScript(try trace.applying(ScreenOverride(assetCount: Int32(library.index.count)))),
      assets: library.index.assets, device: DeviceProfile.all[0], settings: ReplaySettings())
  }
}

struct Figure {
  var name: String
  var value: Double
  var unit: String
  /// The permitted range; an infinite end is no limit, nor is a lower end of 0, since no figure is negative. Nil for a
  /// figure that is shown and not judged.
  var limit: ClosedRange<Double>?
  var decimals = 3
  /// True if it is a time, which another machine, or another program on this one, makes longer: shown beside its limit,
  /// and not judged.
  var isTime = false

  private var isWithin: Bool { limit?.contains(value) ?? true }

  var isHeld: Bool { isTime || isWithin }

  var line: String {
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }
    let mark = limit == nil ? "    " : isWithin ? "ok  " : isTime ? "over" : "OVER"
    let padded = String(repeating: " ", count: max(0, 10 - text(value).count)) + text(value)
    let bound = limit.map {
      $0.upperBound.isFinite ? " (at most \(text($0.upperBound)))" : " (at least \(text($0.lowerBound)))"
    }
    return "\(mark) \(padded) \(unit)  \(name)\(bound ?? "")"
  }
}

struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension ChildProcess {
  static func output(of program: String, _ words: [String]) throws -> String {
    let ran = try run(program, words)
    guard ran.code == 0 else {
      throw BenchError("\(program) \(words.joined(separator: " ")): \(ran.output)\(ran.error)")
    }
    return ran.output
  }
}

extension Clocks {
  /// Returns the nanoseconds of CPU that some work takes, on this thread alone.
  static func cpu(_ work: () throws -> Void) rethrows -> Int64 {
    let began = threadCPU()
    try work()
    return threadCPU() - began
  }
}
