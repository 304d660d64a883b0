import Strategies

/// A trace as a gnuplot script and the data it draws: offset and speed over time.
public struct TracePlot: Sendable {
  /// The script; its first lines say how the data was made.
  public let script: String
  /// The data, a head line with units, a row a frame.
  public let data: String

  /// - Parameter name: Stands in the picture and in the names of the files it reads and writes, `trace-NAME`.
  public init(_ trace: Trace, name: String) {
    script = TracePlot.script(trace, name: name)
    data = TracePlot.data(trace)
  }

  /// The files' name without an ending.
  public static func fileName(_ name: String) -> String {
    "trace-" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_.".contains($0) ? $0 : "-" })
  }

  private static func data(_ trace: Trace) -> String {
    var text = "seconds\toffset_screens\tspeed_screens_per_s\n"
    var layout = trace.layouts[0]
    var last: (time: Int64, offset: Int64)?
    var leaps = false
    func row(_ time: Int64, _ offset: Int64, _ speed: String) -> String {
      let height = Double(layout.viewportHeight.rawValue)
      return "\(TraceText.decimal(time / 1000, decimals: 6))\t"
        + "\(NumberText.fixed(Double(offset) / height, decimals: 4))\t\(speed)\n"
    }
    for entry in trace.entries {
      if case .event(let code) = entry.kind {
        if code == .layout { layout = trace.layouts[Int(entry.value)] }
        // A gap in both curves.
        if code == .layout || code == .jump {
          leaps = true
          text += "\n"
        }
        continue
      }
      var speed = "0"
      if let last, !leaps, entry.time > last.time {
        let screens = Double(entry.value - last.offset) / Double(layout.viewportHeight.rawValue)
        speed = NumberText.fixed(screens / (Double(entry.time - last.time) / 1e9), decimals: 3)
      }
      text += row(entry.time, entry.value, speed)
      last = (entry.time, entry.value)
      leaps = false
    }
    if let last, last.time < trace.end.rawValue { text += row(trace.end.rawValue, last.offset, "0") }
    return text
  }

  /// Screens a second between tics, so that there are a few of them.
  private static func step(_ trace: Trace) -> String {
    let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    let peak = TraceInfo(trace).peakSpeed
    return NumberText.fixed(steps.first { peak / $0 < 2.5 } ?? peak, decimals: 1)
  }

  private static func script(_ trace: Trace, name: String) -> String {
    let file = fileName(name)
    let title = [name, trace.header.title].compactMap { $0 }.joined(separator: ": ")
    let plain = title.filter { $0 != "'" && $0 != "\\" && !$0.isNewline }
    return """
      # lab-run trace plot \(name)
      # draws \(file).tsv into \(file).svg; sha256 of the trace: \(trace.sha256)
      set terminal svg size 960,480 font 'sans-serif,14' background '#ffffff'
      set output '\(file).svg'
      set datafile separator tab
      set key off
      set border 3 lc rgb '#888888'
      set tics nomirror out textcolor rgb '#333333'
      set grid ytics lc rgb '#e4e4e4' lt 1
      set xrange [0:\(TraceText.decimal(max(trace.end.rawValue, 1000) / 1000, decimals: 6))]
      set lmargin 9
      set rmargin 2
      set multiplot
      set origin 0,0.42
      set size 1,0.58
      set title '\(plain)' noenhanced textcolor rgb '#111111'
      set format x ''
      set ylabel 'offset, screens'
      set yrange [*:*] reverse
      plot '\(file).tsv' skip 1 using 1:2 with steps lw 2 lc rgb '#1f6feb'
      set origin 0,0
      set size 1,0.44
      unset title
      set format x '%g'
      set xlabel 'seconds'
      set ylabel 'screens/s'
      set ytics \(step(trace))
      set yrange [*:*] noreverse
      plot '\(file).tsv' skip 1 using 1:3 with steps lw 1.5 lc rgb '#d1242f'
      unset multiplot

      """
  }
}
