extension Plot {
  /// How much memory a replay holds over time, what for, and where the scroll was.
  public static func memory(_ replay: EventTimeline) -> Plot {
    var data = "time s\tdisplayed MB\tkept MB\tin flight MB\toffset screens\n"
    var frame = 0
    var before: EventTimeline.Memory?
    for row in thinned(replay) {
      while frame + 1 < replay.frames.count && replay.frames[frame + 1].time <= row.time { frame += 1 }
      let offset = replay.frames.isEmpty ? 0 : Double(replay.frames[frame].offset) / Double(replay.viewportHeight)
      // What was held before stays until this moment: without the first line the area would slope.
      for held in [before, row].compactMap({ $0 }) {
        data +=
          [
            Double(row.time) / 1e9, Double(held.displayed) / 1e6, Double(held.kept) / 1e6, Double(held.inFlight) / 1e6,
            offset,
          ].map { NumberText.fixed($0, decimals: 3) }.joined(separator: "\t") + "\n"
      }
      before = row
    }
    let peak = replay.memory.max { $0.live < $1.live }
    let (time, live) = (Double(peak?.time ?? 0) / 1e9, Double(peak?.live ?? 0) / 1e6)
    let label = "peak \(NumberText.fixed(live, decimals: 1)) MB at \(NumberText.fixed(time, decimals: 1)) s"
    let end = Double(replay.frames.last?.time ?? 0) / 1e9
    return Plot(
      name: "memory-\(replay.strategy)-\(replay.trace)", height: 600, data: data,
      body: """
        end = \(NumberText.fixed(max(end, 0.001), decimals: 3))
        set multiplot
        set lmargin at screen 0.08
        set rmargin at screen 0.97
        set xrange [0:end]
        set tmargin at screen 0.86
        set bmargin at screen 0.36
        set title \(plain("How much memory does \(replay.strategy) hold on \(replay.trace)?")) noenhanced offset 0,2.2
        set ylabel 'bitmaps, MB'
        set yrange [0:\(NumberText.fixed(max(live * 1.15, 1), decimals: 3))]
        set format x ''
        set key at graph 0,1.02 left bottom horizontal Left reverse samplen 1.2 width 1
        set label 1 \(plain(label)) at \(NumberText.fixed(time, decimals: 3)),\(NumberText.fixed(live, decimals: 3)) \
        \(time > end * 0.7 ? "right offset -0.8,0.6" : "left offset 0.8,0.6") textcolor rgb '\(Palette.peak)' \
        point pointtype 7 pointsize 0.7 linecolor rgb '\(Palette.peak)' front
        plot data using 1:($2+$3+$4) with filledcurves y=0 linecolor rgb '\(Palette.inFlight)' title 'being decoded', \
        data using 1:($2+$3) with filledcurves y=0 linecolor rgb '\(Palette.kept)' title 'kept ahead or behind', \
        data using 1:2 with filledcurves y=0 linecolor rgb '\(Palette.displayed)' title 'on screen'
        unset label 1
        unset title
        set key off
        set tmargin at screen 0.31
        set bmargin at screen 0.11
        set format x '%g'
        set xlabel 'time, s'
        set ylabel 'offset, screens'
        set yrange [*:*]
        set ytics \(tic(replay.frames.map { Double($0.offset) / Double(replay.viewportHeight) }))
        plot data using 1:5 with lines linewidth 2 linecolor rgb '\(Palette.offset)'
        unset multiplot
        """)
  }

  /// Of each of 1,000 parts of the time the moment where most was held, and the last: no peak gets lost, and what
  /// stays is what was left.
  private static func thinned(_ replay: EventTimeline) -> [EventTimeline.Memory] {
    guard let last = replay.memory.last else { return [] }
    let bin = max(1, last.time / 1000 + 1)
    var rows: [EventTimeline.Memory] = []
    for sample in replay.memory {
      let count = rows.count
      guard count >= 2, rows[count - 2].time / bin == sample.time / bin else {
        rows += [sample, sample]
        continue
      }
      if sample.live > rows[count - 2].live { rows[count - 2] = sample }
      rows[count - 1] = sample
    }
    return rows
  }

  /// A round distance of tics that gives about four over the values.
  static func tic(_ values: [Double]) -> String {
    let span = max((values.max() ?? 1) - (values.min() ?? 0), 0.001)
    var step = 0.001
    for factor in [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2] where step * 5 < span {
      step *= factor
    }
    return NumberText.fixed(step, decimals: 3)
  }
}
