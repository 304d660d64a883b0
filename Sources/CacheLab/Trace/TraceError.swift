import LabBase
public import StrategyKit

/// Why a trace is refused.
public typealias TraceError = InputError<TraceProblem>

/// What is wrong with a trace, with the limit or the expectation that was not met.
public enum TraceProblem: InputProblem {
  case cannotRead(String)
  /// A trace of a pack; the reason with its cure.
  case inPack(String)
  case tooMany(String, limit: Int)
  case lineTooLong(limit: Int)
  case noHeader
  case laterVersion(of: String)
  case missing(key: String)
  case wrongType(key: String, expected: String)
  case outOfRange(key: String, allowed: String)
  case notALine
  case notFinite
  case negativeTime
  case timeGoesBack(previous: String)
  case twoSamplesAtOneTime
  case offsetOutOfBounds(low: String, high: String)
  case noSample
  /// Two things that the file says cannot both be.
  case contradicts(key: String, what: String)
  case noSession
  case noCounters
  case noCellFits
  /// A cell reaches beyond the viewport, whose width is given.
  case cellTooLarge(viewport: MilliPoints)
  case scrollsSideways
  case screenFitsNoCell
  case limitedWhileLibraryChanges
  case emptyCut(end: String)

  static let tooManyLayouts = TraceProblem.tooMany("layouts", limit: Trace.layoutsMax)
  static let tooManySections = TraceProblem.tooMany("sections, over all layouts", limit: Trace.sectionsMax)

  public func text(_ value: String) -> String {
    switch self {
    case .cannotRead(let reason): "cannot be read (\(reason)): check the path, or see \(ToolName.current) list traces"
    case .inPack(let reason): reason
    case .tooMany(let what, let limit): "more than \(limit) \(what): cut it into shorter traces"
    case .lineTooLong(let limit): "a line of more than \(limit) bytes: is this a .scrolltrace file?"
    case .noHeader where value.isEmpty:
      "there is no header: the first line must be an object with \"scrolltrace\":1 or 2 (see docs/trace-format.md)"
    case .noHeader:
      "'\(value)' is not a header: the first line must be an object with \"scrolltrace\":1 or 2 (see docs/trace-format.md)"
    case .laterVersion(let what): "version \(value) of \(what) is newer than this lab: update it"
    case .missing(let key): "\"\(key)\" is missing: add it to this line"
    case .wrongType(let key, let expected): "\"\(key)\" is \(value): it must be \(expected)"
    case .outOfRange(let key, let allowed): "\"\(key)\" is \(value): it must be \(allowed)"
    case .notALine: "'\(value)' is not a line of a trace: expected [t, y] or [t, \"event\", {...}]"
    case .notFinite: "\(value) is a number that is not finite: samples are plain decimal numbers"
    case .negativeTime: "time \(value) ms is negative: times count from the start of the trace"
    case .timeGoesBack(let previous):
      "time \(value) ms comes after \(previous) ms: lines must not go back in time; sort them, or cut the trace there"
    case .twoSamplesAtOneTime: "a second sample at \(value) ms: keep one of them"
    case .offsetOutOfBounds(let low, let high):
      "offset \(value) pt is outside [\(low), \(high)], one screen beyond the content: check \"content\" and the unit"
    case .noSample: "no sample: a trace needs a line [t, y]"
    case .contradicts(let key, let what):
      "\"\(key)\" is \(value), which contradicts \(what): the file was changed or damaged; record the session again"
    case .noSession:
      "no session: the header has no \"session\"; record one in an app, with GridSession beside its GridDriver "
        + "(see docs/trace-format.md)"
    case .noCounters:
      "a session without counters: the app ended before it wrote any; record some seconds more, and stop the driver"
    case .noCellFits: "the grid \(value) fits no cell: columns and cell must be positive and fit the width"
    case .cellTooLarge(let viewport):
      "a cell is \(value) pt wide, and the viewport \(viewport) pt: make \"cell\" smaller, or \"viewport\" larger"
    case .scrollsSideways:
      "\"axis\" is \(value): a trace of a grid that scrolls sideways has it turned by a quarter, as the adapter records it: "
        + "exchange x and y in it, and leave out \"axis\""
    case .emptyCut(let end): "nothing lies in \(value): the trace goes from 0 to \(end) ms"
    case .limitedWhileLibraryChanges:
      "photos come or go in this trace, so that access cannot be limited to \(value): leave out --access, or use a trace "
        + "without insert and remove"
    case .screenFitsNoCell: "no cell fits a screen of \(value): use a wider --viewport or fewer --columns"
    }
  }
}
