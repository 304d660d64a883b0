extension Plot {
  /// How long images let wait: the share of requests that had their image within a time, a line a strategy.
  public static func waits(_ replays: [EventTimeline]) -> Plot {
    let names = replays.map(\.strategy)
    var data = "strategy\ttime to image ms\tshare of requests %\n"
    var lines: [String] = []
    for (index, replay) in replays.enumerated() {
      let sorted = replay.waits.sorted()
      var step = 0
      for percent in stride(from: 0, through: 1000, by: 2) where !sorted.isEmpty {
        step = min(sorted.count - 1, max(0, (sorted.count * percent + 999) / 1000 - 1))
        data +=
          "\(replay.strategy)\t\(NumberText.fixed(Double(sorted[step]) / 1e6, decimals: 3))\t\(NumberText.fixed(Double(percent) / 10, decimals: 1))\n"
      }
      data += "\n\n"
      // The first is the widest: of lines that lie on each other all are seen.
      let style = Palette.style(of: replay.strategy, among: names)
      lines.append(
        "data using 2:3 index \(index) with lines linewidth \(NumberText.fixed(2.5 + 2 * Double(replays.count - 1 - index), decimals: 1)) dashtype \(style.dash) linecolor rgb '\(style.color)' "
          + "title \(plain(replay.strategy)) noenhanced")
    }
    return Plot(
      name: "waits-\(replays.first?.trace ?? "")", height: 560, data: data,
      body: """
        set title \(plain("How long does a cell wait for its image on \(replays.first?.trace ?? "")?")) noenhanced offset 0,0.5
        set xlabel 'time to image, ms'
        set ylabel 'requests served by then, %'
        set yrange [0:102]
        set xrange [0:*]
        set lmargin 9
        set rmargin 6
        set key bottom right Left reverse samplen 2 spacing 1.2
        do for [p in '50 95 99'] { set arrow from graph 0, first p+0 to graph 1, first p+0 nohead dashtype 3 linecolor rgb '#999999' back; \
        set label 'p'.p at graph 1.006, first p+0 left offset 0,(p+0 == 99 ? 0.35 : p+0 == 95 ? -0.25 : 0) textcolor rgb '#999999' font ',11' }
        plot \(lines.joined(separator: ", \\\n        "))
        """)
  }
}
