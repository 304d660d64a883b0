/// The content of a report.
public struct ReportContent: Sendable {
  /// The runs, a matrix for each setting.
  public var settings: [ReportMatrix]
  /// The drawn pictures.
  public var pictures: [ReportPicture] = []
  /// The folder of the pictures' files, as the report names it.
  public var pictureFolder = ""
  public var player: PlayerData?
  /// Descriptions of what the report lacks, each with its cure.
  public var missing: [String] = []
  /// The results over the traces of a pack, or nil without a pack.
  public var fleet: SweepTable?
  /// The titles of traces, by name.
  public var traceTitles: [String: String] = [:]
  /// The command that made the report.
  public var command: String

  /// - Precondition: There is a setting.
  public init(settings: [ReportMatrix], command: String) {
    (self.settings, self.command) = (settings, command)
  }

  var records: [RunRecord] { settings.flatMap(\.records) }

  var title: String {
    func names(_ all: [String], _ noun: String) -> String {
      (1...3).contains(all.count) ? NameList.text(all) : "\(all.count) \(noun)"
    }
    let matrix = settings[0]
    let question = "keeps people waiting least"
    if let fleet {
      return "Which of \(fleet.plan.strategies.count) strategies \(question) over \(fleet.plan.crowd ?? "")?"
    }
    let traces = names(matrix.common.isEmpty ? matrix.traces : matrix.common, "traces")
    if matrix.strategies.count == 1 {
      return "How often does \(matrix.strategies[0]) keep people waiting on \(traces)?"
    }
    return "Which of \(names(matrix.strategies, "strategies")) \(question) on \(traces)?"
  }

  /// Returns the commands that repeat the runs: one for each way of measuring and set of traces.
  func commands(_ matrix: ReportMatrix) -> [String] {
    /// Returns the words that repeat a run, besides the strategy; a record without a command has its configuration.
    func words(_ record: RunRecord) -> RunWords {
      let way = RunSettings(record.configuration).words(decodes: record.configuration.hasDecodes)
      return record.words ?? RunWords(trace: record.traceName, settings: way)
    }
    let runs = matrix.strategies.flatMap { strategy in
      matrix.traces.compactMap { matrix.record(strategy, $0).map(words) }.grouped(by: \.settings)
        .map { (strategy: strategy, way: [$0.members.map(\.trace), $0.key]) }
    }
    return runs.grouped(by: \.way).map { way, members in
      let words = members.flatMap { ["--strategy", $0.strategy] } + way[0].flatMap { ShellWords.option("trace", $0) }
      return ShellWords.line([ToolName.current] + words + way[1])
    }
  }
}

/// A picture of a report.
public struct ReportPicture: Sendable {
  /// The place of a picture in a report.
  public enum Place: Hashable, Sendable {
    /// Below the first table of a setting, by number.
    case overview(Int)
    /// Among the folded pictures of a setting, by number.
    case more(Int)
    /// Among the pictures of one trace, by name.
    case trace(String)
    /// In the chapter about the traces of a pack.
    case fleet
  }

  public var plot: Plot
  public let place: Place
  /// The texts of the SVGs, dark on light and light on dark, or nil before gnuplot has drawn them.
  public var drawn: (light: String, dark: String)?

  var alt: String { [plot.title, plot.subtitle, plot.note].compactMap { $0 }.joined(separator: " ") }

  /// Returns the pictures of records.
  ///
  /// - Parameter number: The number of the setting on the page.
  public static func overview(_ matrix: ReportMatrix, number: Int) -> [ReportPicture] {
    guard matrix.strategies.count > 1, !matrix.common.isEmpty else { return [] }
    // Sets of traces without a noticeable difference have no picture.
    let differing = matrix.sets.filter { part in
      let waits = part.strategies.compactMap { part.mean($0, .noticed) }
      return (waits.max() ?? 0) - (waits.min() ?? 0) > BestRow.equalWaits
    }
    let deciding = differing.map { Plot.pareto($0.records.shared, in: $0.set) }
    var more = differing.map { Plot.pareto($0.records.shared, paying: .work, in: $0.set) }
    // For a few traces the table is enough.
    if matrix.traces.count > 3 { more.append(.heat(matrix.records.shared, metric: .noticed)) }
    return deciding.map { ReportPicture(plot: $0, place: .overview(number)) }
      + more.map { ReportPicture(plot: $0, place: .more(number)) }
  }

  /// Returns the pictures of a pack's traces.
  public static func fleet(_ table: SweepTable) -> [ReportPicture] {
    Plot.fleet(table).map { ReportPicture(plot: $0, place: .fleet) }
  }

  /// Returns the pictures of replays over one trace.
  public static func replays(_ replays: [EventTimeline], trace: String) -> [ReportPicture] {
    guard !replays.isEmpty else { return [] }
    return ([Plot.waits(replays)] + replays.map { .memory($0) }).map { ReportPicture(plot: $0, place: .trace(trace)) }
  }
}

/// The traces that a report's player holds, and those that did not fit.
public struct PlayerData: Sendable {
  let script: String
  /// The traces that would have made the page too large.
  let leftOut: [String]

  /// The most bytes of player data in a page, unless its first trace alone takes more.
  public static let bytesMax = 10_000_000

  /// - Parameters:
  ///   - traces: The traces, the most important first, each with at least one reel.
  ///   - best: The strategy that is shown on the right at first.
  public init(_ traces: [ReelTrace], best: String?, bytesMax: Int = PlayerData.bytesMax) {
    var (texts, leftOut): ([String], [String]) = ([], [])
    var used = 0
    for trace in traces {
      let text = HTMLText.script(PlayerData.json(trace, best: best))
      if !texts.isEmpty && used + text.utf8.count > bytesMax {
        leftOut.append(trace.name)
        continue
      }
      used += text.utf8.count
      texts.append(text)
    }
    self.leftOut = leftOut
    script = "[\n" + texts.joined(separator: ",\n") + "\n]"
  }

  /// Returns a trace, its reels, and the two shown first: the best strategy on the right, and of the others the one
  /// with the most blank area on the left.
  private static func json(_ trace: ReelTrace, best: String?) -> JSON {
    let blank = trace.reels.map { trace.blankTime(of: $0) }
    let right = trace.reels.firstIndex { $0.strategy == best } ?? blank.indices.min { blank[$0] < blank[$1] } ?? 0
    let left = blank.indices.filter { $0 != right }.max { (blank[$0], -$0) < (blank[$1], -$1) } ?? right
    return .object(
      trace.members.merging([
        "runs": .array(trace.reels.map { .object(trace.members(of: $0)) }),
        "shown": .array([.integer(Int128(left)), .integer(Int128(right))]),
      ]) { $1 })
  }

  var html: String {
    """
    <noscript><p class="note">The player needs JavaScript, which is off.</p></noscript>
    \(Resource.player.text)\
    <script type="application/json" id="player-data">
    \(script)
    </script>

    """
  }

  var note: String {
    let left =
      leftOut.isEmpty
      ? "" : " Left out, so that the page stays small: \(leftOut.joined(separator: ", "))."
    return
      "Virtual time, the replays of the records, to the microsecond. Pictures stand for photos; memory is the exact "
      + "ledger of bitmap bytes, its peak the dot.\(left)"
  }
}
