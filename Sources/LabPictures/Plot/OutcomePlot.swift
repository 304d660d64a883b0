import CacheLab
import LabBase

extension Plot {
  /// What was to be seen on the screen over the scroll, and what requests found: blank cells, and hits, late and missed
  /// requests.
  public static func outcomes(_ replay: EventTimeline) -> Plot {
    let count = replay.total.values.reduce(0, +)
    let isCoarse = replay.total[.coarse] != nil
    let words: [(RequestOutcome, String)] = [(.hit, "ready"), (.late, "late"), (.miss, "miss"), (.coarse, "coarse")]
    let found = words.filter { isCoarse || $0.0 != .coarse }.map { outcome, word in
      "\(NumberText.percent(Double(replay.total[outcome, default: 0]) / Double(max(count, 1)))) \(word)"
    }
    let end = replay.seconds
    let stretches = replay.screen.stretches
    let isSoft = isCoarse || stretches.contains { $0.sight == .soft }
    return Plot(
      name: "outcomes-\(replay.strategy)-\(replay.trace)",
      title: "When is the image ready as its cell appears? \(replay.strategy) on \(replay.trace)",
      subtitle: "\(replay.setting); \(NumberText.grouped(count)) requests: \(found.joined(separator: ", "))",
      height: 600, data: data(replay, stretches),
      body: overTime(
        end: NumberText.fixed(end, decimals: 4), edges: [0.83, 0.4, 0.35, 0.12],
        upper: """
          set ylabel 'the screen, top to bottom' offset -1,0
          set yrange [\(ScreenHistory.rows):0]
          unset ytics
          set style fill solid 1 noborder
          \(sights(stretches, isSoft: isSoft))
          """, lower: requestBars(end: end, isCoarse: isCoarse)))
  }

  /// Requests over time by what they found, below the screen.
  private static func requestBars(end: Double, isCoarse: Bool) -> String {
    """
    set ylabel 'requests' offset 1,0
    set yrange [0:*]
    set ytics autofreq nomirror out scale 0.5 textcolor rgb muted font small
    half = \(NumberText.fixed(end / Double(EventTimeline.bars) / 2, decimals: 5))
    plot data index 0 using 1:2:($1-half):($1+half):(0):2 with boxxyerror linecolor rgb hit, \
    \(isCoarse ? layer(after: "$2", adding: "$3", "soft") + ", \\\n" : "")\
    \(layer(after: "$2+$3", adding: "$4", "late")), \
    \(layer(after: "$2+$3+$4", adding: "$5", "miss"))
    """
  }

  /// Bars that stand on others.
  private static func layer(after below: String, adding own: String, _ colour: String) -> String {
    "data index 0 using 1:2:($1-half):($1+half):(\(below)):(\(below)+\(own)) with boxxyerror linecolor rgb \(colour)"
  }

  private static let sightWords: [(sight: ScreenHistory.Sight, colour: String, words: String)] = [
    (.hit, "hit", "ready at once"), (.late, "late", "came late"), (.miss, "miss", "not asked for"),
    (.soft, "soft", "coarse only"), (.blank, "blank", "blank"),
  ]

  /// One drawing a colour, each a block of the data where there is one: the key has all colours.
  private static func sights(_ stretches: [ScreenHistory.Stretch], isSoft: Bool) -> String {
    var block = 0
    return drawn(
      sightWords.filter { isSoft || $0.sight != .soft }.map { sight, colour, words in
        let isSeen = stretches.contains { $0.sight == sight }
        block += isSeen ? 1 : 0
        return (isSeen ? "data index \(block) using (($1+$2)/2):($3+0.5):1:2:($3+0.04):($3+0.96)" : "NaN")
          + " with boxxyerror linecolor rgb \(colour) title '\(words)'"
      })
  }

  private static func data(_ replay: EventTimeline, _ stretches: [ScreenHistory.Stretch]) -> PlotData {
    var data = PlotData("time s", "hits", "coarse", "late", "misses")
    for (bar, sum) in replay.requests.enumerated() {
      let time = (Double(bar) + 0.5) * Double(max(replay.end, 1)) / Double(EventTimeline.bars) / 1e9
      let counts = [RequestOutcome.hit, .coarse, .late, .miss].map { "\(sum[$0, default: 0])" }
      data.append([NumberText.fixed(time, decimals: 3)] + counts)
    }
    for (sight, _, words) in sightWords where stretches.contains(where: { $0.sight == sight }) {
      data.endBlock()
      data.append(["from s", "to s", "place from the top, of \(ScreenHistory.rows)", words])
      for stretch in stretches where stretch.sight == sight {
        let ends = [stretch.columns.lowerBound, stretch.columns.upperBound].map { column in
          NumberText.fixed(Double(replay.screen.border(column)) / 1e9, decimals: 3)
        }
        data.append(ends + ["\(stretch.row)"])
      }
    }
    return data
  }
}
