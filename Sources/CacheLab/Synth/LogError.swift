import LabBase

/// Why a log of touches or offsets cannot be read.
public typealias LogError = InputError<LogProblem>

/// What is wrong with a log; values are what stands there, or the session.
public enum LogProblem: InputProblem, Error {
  case cannotRead(String)
  case notText
  case empty
  case noHead
  case missingColumn(LogColumn, headings: String)
  case twoColumns(LogColumn, String, String)
  case noSuchColumn(LogColumn, headings: String)
  case tooLong
  case tooFewFields(Int)
  case unreadable(LogColumn)
  case unknownAction
  case noUnit(gap: String)
  case otherUnit(gap: String, unit: TimeUnit, likely: TimeUnit)
  case timeGoesBack
  case sameTime
  case noFinger
  case neverLifts(secondLine: Int?)
  case noScroll
  case oneRow
  case longSession
  case cameBack(Int)
  case manySessions(Int)
  case manyRows(Int)
  case noPack(String)
  case nothingLeft(first: String)
  case trace(TraceProblem)

  /// True for what `--skip-bad` leaves out.
  public var canBeSkipped: Bool {
    switch self {
    case .tooFewFields, .unreadable, .unknownAction, .timeGoesBack, .sameTime, .noFinger, .neverLifts, .noScroll,
      .oneRow, .longSession, .cameBack, .noPack, .trace:
      true
    default: false
    }
  }

  public func text(_ value: String) -> String { words(value) + (canBeSkipped ? "; --skip-bad leaves it out" : "") }

  private func words(_ value: String) -> String {
    switch self {
    case .cannotRead(let reason): reason
    case .notText: "this is no text in UTF-8: save the log as CSV in UTF-8"
    case .empty: "no row: a log has a head line and rows below it"
    case .noHead:
      "'\(value)' is no head line: begin with one such as user,session,time,action,x,y, or number the columns: "
        + "--names time=1,..."
    case .missingColumn(let column, let headings):
      "no column for the \(column.words) among \(headings): name it with --names \(column.name)=NAME"
        + (column.isOptional ? ", or say --names \(column.name)=- if the log has none" : "")
    case .twoColumns(let column, let one, let other):
      "'\(one)' and '\(other)' may both be the \(column.words): choose by --names \(column.name)=\(one)"
    case .noSuchColumn(let column, let headings):
      "--names \(column.name)=\(value): no such column among \(headings): name one of these, or its number"
    case .tooLong: "a row of more than 65536 bytes: close its quote, or break it into lines"
    case .tooFewFields(let count): "'\(value)' has fewer than \(count) fields: complete the row"
    case .unreadable(let column): "'\(value)' is no \(column.words): write a number"
    case .unknownAction: "'\(value)' is no action: write down, move, up or cancel, or 0, 2, 1 or 3"
    case .noUnit(let gap):
      "rows of a touch lie \(gap) apart, which no unit of time makes plausible: name one with --time-unit"
    case .otherUnit(let gap, let unit, let likely):
      "rows of a touch lie \(gap) \(unit.rawValue) apart, and no screen tells of touches at that pace: "
        + "use --time-unit \(likely.rawValue)"
    case .timeGoesBack: "time \(value) is before that of the row above in its session: sort the log by time"
    case .sameTime: "time \(value) is that of the row above in its session: keep one of the two"
    case .noFinger: "'\(value)' of a finger that is not down: add the row in which it touches"
    case .neverLifts(let second):
      "the finger that touches here never lifts"
        + (second.map { ": it touches again in line \($0)" } ?? " before its session ends")
        + ": add the row that lifts it"
    case .noScroll: "session \(value): no touch of it scrolls, so that there is nothing to replay: remove it"
    case .oneRow: "session \(value) has one row, which is no scroll: remove it"
    case .longSession: "session \(value) goes on for more than a day from its first row: check --time-unit, or part it"
    case .cameBack(let rows):
      "session \(value) comes back after some \(NumberText.grouped(Int64(rows / 2))) rows of others: sort the log by user, session and time"
    case .manySessions(let count): "more than \(count) sessions: convert the log in parts"
    case .noPack(let reason): "session \(value): \(reason)"
    case .manyRows(let count): "session \(value) has more than \(count) rows: part it"
    case .nothingLeft(let first): "no session is left that scrolls; first of what was left out: \(first)"
    case .trace(let problem): problem.text(value)
    }
  }
}

/// What a log says of a touch or an offset.
public enum LogColumn: Int, CaseIterable, Sendable {
  case user, session, time, action, x, y, pointer, offset

  /// How an option and a message call it.
  public var name: String { "\(self)" }

  /// What it is called in a sentence.
  var words: String {
    switch self {
    case .x, .y: "\(name) of the touch"
    case .pointer: "number of the finger"
    default: name
    }
  }

  /// What a log may lack when its reader says so.
  public var isOptional: Bool { [.user, .session, .x].contains(self) }

  /// Headings that mean it, without case, punctuation and unit.
  public var headings: [String] {
    switch self {
    case .user: ["user", "userid", "uid", "participant", "participantid", "subject", "subjectid", "person", "personid"]
    case .session: ["session", "sessionid", "sid", "sessionnumber", "visit", "trial", "activityid"]
    case .time: ["time", "timestamp", "t", "ts", "eventtime", "systime"]
    case .action: ["action", "actionid", "actiontype", "event", "eventtype", "type", "phase"]
    case .x: ["x", "xcoordinate", "touchx", "posx", "clientx", "pagex", "screenx", "rawx"]
    case .y: ["y", "ycoordinate", "touchy", "posy", "clienty", "pagey", "screeny", "rawy"]
    case .pointer: ["pointer", "pointerid", "finger", "fingerid", "touchid", "identifier"]
    case .offset: ["offset", "offsety", "contentoffset", "contentoffsety", "scrolly", "scrolltop", "scrolloffset"]
    }
  }
}
