extension Plot {
  /// What requests found over the scroll: hits, late and missed ones as bars, blank cells as a line.
  public static func outcomes(_ replay: EventTimeline) -> Plot {
    let end = max(1, replay.frames.last?.time ?? 1)
    let bins = 160
    var rows = [(hits: Int, late: Int, misses: Int, blank: Int, cells: Int)](repeating: (0, 0, 0, 0, 0), count: bins)
    for frame in replay.frames {
      let bin = min(bins - 1, Int(frame.time * Int64(bins) / end))
      rows[bin].hits += frame.hits
      rows[bin].late += frame.late
      rows[bin].misses += frame.misses
      rows[bin].blank += frame.blank
      rows[bin].cells += frame.cells
    }
    var data = "time s\thits\tlate\tmisses\tblank cells %\n"
    for (index, row) in rows.enumerated() {
      let time = (Double(index) + 0.5) * Double(end) / Double(bins) / 1e9
      let blank = row.cells == 0 ? 0 : Double(row.blank) / Double(row.cells) * 100
      data +=
        "\(NumberText.fixed(time, decimals: 3))\t\(row.hits)\t\(row.late)\t\(row.misses)\t\(NumberText.fixed(blank, decimals: 2))\n"
    }
    return Plot(
      name: "outcomes-\(replay.strategy)-\(replay.trace)", height: 560, data: data,
      body: """
        set multiplot
        set lmargin at screen 0.08
        set rmargin at screen 0.97
        set xrange [0:\(NumberText.fixed(Double(end) / 1e9, decimals: 3))]
        set tmargin at screen 0.86
        set bmargin at screen 0.40
        set title \(plain("When is the image ready as its cell appears? \(replay.strategy) on \(replay.trace)")) noenhanced offset 0,2.2
        set ylabel 'requests'
        set yrange [0:*]
        set format x ''
        set key at graph 0,1.02 left bottom horizontal Left reverse samplen 1 width 1
        set style fill solid 1 noborder
        set boxwidth \(NumberText.fixed(Double(end) / Double(bins) / 1e9, decimals: 4))
        plot data using 1:($2+$3+$4) with boxes linecolor rgb '\(Palette.miss)' title 'miss', \
        data using 1:($2+$3) with boxes linecolor rgb '\(Palette.late)' title 'late', \
        data using 1:2 with boxes linecolor rgb '\(Palette.hit)' title 'hit'
        unset title
        set key off
        set tmargin at screen 0.35
        set bmargin at screen 0.12
        set format x '%g'
        set xlabel 'time, s'
        set ylabel 'blank cells, %'
        set yrange [0:100]
        set ytics 50
        plot data using 1:5 with steps linewidth 2 linecolor rgb '\(Palette.miss)'
        unset multiplot
        """)
  }
}
