import CacheLab
import LabBase
public import LabRecords

extension Plot {
  /// How much memory a replay holds over time, what for, and where the scroll was.
  ///
  /// - Parameter resident: What a measured run of the same found, drawn as a line above its own baseline.
  public static func memory(_ replay: EventTimeline, resident: ResidentMemory? = nil) -> Plot {
    let end = replay.seconds
    let (time, live) = (Double(replay.peak.time) / 1e9, Double(replay.peak.live) / 1e6)
    let above = resident.map { $0.samples.map { Double($0.bytes - resident!.baseline) / 1e6 }.max() ?? 0 } ?? 0
    let part = NumberText.fixed(end / Double(EventTimeline.parts), decimals: 2)
    let isLate = time > end * 0.6
    let peak = "peak \(NumberText.fixed(live, decimals: 1)) MB at \(NumberText.fixed(time, decimals: 1)) s"
    return Plot(
      name: "memory-\(replay.strategy)-\(replay.trace)",
      title: "How much memory does \(replay.strategy) hold on \(replay.trace)?",
      subtitle: "\(replay.setting); of each \(part) s the moment at which most was held",
      note: resident.map(note), height: 600,
      data: data(replay, resident),
      body: overTime(
        end: NumberText.fixed(end, decimals: 4), edges: [0.83, 0.35, 0.29, 0.12],
        upper: """
          set ylabel 'bitmaps, MB'
          set yrange [0:\(NumberText.fixed(max(live, above, 0.5) * 1.2, decimals: 3))]
          set style fill solid 1 noborder
          set label 3 \(quoted(peak)) at \(NumberText.fixed(time, decimals: 4)),\(NumberText.fixed(live, decimals: 3)) \
          \(isLate ? "right offset -0.6,0.8" : "left offset 0.6,0.8") font small textcolor rgb peak \
          point pointtype 7 pointsize 0.6 linecolor rgb peak front
          plot data index 0 using 1:($2+$3+$4) with filledcurves y=0 linecolor rgb inflight title 'being decoded', \
          data index 0 using 1:($2+$3) with filledcurves y=0 linecolor rgb kept title 'kept ahead or behind', \
          data index 0 using 1:2 with filledcurves y=0 linecolor rgb displayed title 'on screen'\(resident == nil ? "" : residentLine)
          """,
        lower: """
          unset label 3
          set ylabel 'offset, screens'
          set yrange [*:*]
          set ytics \(tic((replay.offsets.max() ?? 1) - (replay.offsets.min() ?? 0)))
          plot data index 0 every 2 using 1:5 with lines linewidth 1.5 linecolor rgb muted
          """))
  }

  private static func data(_ replay: EventTimeline, _ resident: ResidentMemory?) -> PlotData {
    var data = PlotData("time s", "displayed MB", "kept MB", "in flight MB", "offset screens")
    let width = replay.seconds / Double(EventTimeline.parts)
    for (part, held) in replay.memory.enumerated() {
      // What is held stays until the part ends: with one row the area would slope.
      for end in 0...1 {
        data.append(
          Double(part + end) * width, Double(held.displayed) / 1e6, Double(held.kept) / 1e6,
          Double(held.inFlight) / 1e6, replay.offsets[part], decimals: 3)
      }
    }
    guard let resident else { return data }
    data.endBlock()
    data.append(["time s", "resident MB", "above baseline MB"])
    for sample in resident.samples {
      data.append(
        Double(sample.time) / 1e9, Double(sample.bytes) / 1e6, Double(sample.bytes - resident.baseline) / 1e6,
        decimals: 3)
    }
    return data
  }

  private static let residentLine =
    ", data index 1 using 1:3 with steps linewidth 1.5 linecolor rgb ink title 'resident memory'"

  private static func note(_ resident: ResidentMemory) -> String {
    let baseline = NumberText.megabytes(Double(resident.baseline))
    let peak = resident.peak.map { "; VmHWM \(NumberText.megabytes(Double($0))) MB" } ?? ""
    return "resident memory: less \(baseline) MB before the run\(peak)"
  }
}

/// Resident memory of a process over a replay's virtual time.
public struct ResidentMemory: Sendable {
  /// Before the first bitmap, bytes.
  let baseline: Int64
  /// Virtual time in nanoseconds and bytes, ascending in time.
  let samples: [(time: Int64, bytes: Int64)]
  /// The high-water mark that the system kept, bytes; nil where it could not be read.
  let peak: Int64?

  /// What a record holds of it; nil where the run did not measure.
  public init?(_ record: RunRecord) {
    guard case .integer(let baseline)? = record.metric(.baselineRSS),
      let rows = record.residentSamples
    else { return nil }
    samples = rows.compactMap { row in
      guard let pair = row.array, pair.count == 2, let time = pair[0].integer, let bytes = pair[1].integer else {
        return nil
      }
      return (time, bytes)
    }
    if samples.isEmpty { return nil }
    self.baseline = baseline
    if case .integer(let bytes)? = record.metric(.peakRSS) { peak = bytes } else { peak = nil }
  }
}
