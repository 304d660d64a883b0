extension Plot {
  /// Returns the memory that a replay holds over time, by purpose, above the scroll's offset.
  ///
  /// - Parameter resident: The memory of a measured run, drawn as a line above its own baseline.
  public static func memory(_ replay: EventTimeline, resident: ResidentMemory? = nil) -> Plot {
    let (time, live) = (Double(replay.peak.time) / 1e9, Double(replay.peak.live) / 1e6)
    let above = resident?.samples.map { Double($0.bytes - resident!.baseline) / 1e6 }.max() ?? 0
    let part = NumberText.fixed(replay.seconds / Double(EventTimeline.parts), decimals: 2)
    let offsets = replay.parts.map(\.offset)
    return Plot(
      name: "memory-\(replay.strategy)-\(replay.trace)",
      title: "How much memory does \(replay.strategy) hold on \(replay.trace)?",
      subtitle: "\(replay.setting); areas are means of \(part) s", note: resident.map(note), height: 600,
      data: data(replay, resident),
      values: [
        assign("end", replay.seconds), assign("most", max(live, above, 0.5) * 1.2), assign("peaktime", time),
        assign("peaklevel", live),
        assign(
          "peakwords", "peak \(NumberText.fixed(live, decimals: 1)) MB at \(NumberText.fixed(time, decimals: 1)) s"),
        assign("resident", resident != nil), assign("offsettic", tic((offsets.max() ?? 1) - (offsets.min() ?? 0))),
      ], templates: .memory)
  }

  private static func data(_ replay: EventTimeline, _ resident: ResidentMemory?) -> [[String]] {
    var data = [["time s", "displayed MB", "kept MB", "in flight MB", "most MB", "offset screens"]]
    for (number, part) in replay.parts.enumerated() {
      // With one row for a part the area would slope.
      for border in [number, number + 1] {
        let row = [
          Double(EventTimeline.border(border, end: replay.end)) / 1e9, part.displayed / 1e6, part.kept / 1e6,
          part.inFlight / 1e6,
          Double(part.most) / 1e6, part.offset,
        ]
        data.append(row.map { NumberText.fixed($0, decimals: 6) })
      }
    }
    guard let resident else { return data }
    let samples = resident.samples.map { time, bytes in
      [Double(time) / 1e9, Double(bytes) / 1e6, Double(bytes - resident.baseline) / 1e6]
        .map { NumberText.fixed($0, decimals: 3) }
    }
    return data + blockEnd + [["time s", "resident MB", "above baseline MB"]] + samples
  }

  private static func note(_ resident: ResidentMemory) -> String {
    let baseline = NumberText.megabytes(Double(resident.baseline))
    let peak = resident.peak.map { "; VmHWM \(NumberText.megabytes(Double($0))) MB" } ?? ""
    return "resident memory: less \(baseline) MB before the run\(peak)"
  }

  /// Returns the offset and the speed of a trace over time.
  public static func trace(_ trace: Trace, name: String) -> Plot {
    let info = TraceInfo(trace)
    let title = trace.header.title.map { ": \($0)" } ?? ""
    return Plot(
      name: "trace-\(name)", title: "How does \(name) scroll\(title)?",
      subtitle: "\(NumberText.grouped(Int64(info.sampleCount))) samples, "
        + "\(NumberText.fixed(info.distance, decimals: 1)) screens, at most "
        + "\(NumberText.fixed(info.peakSpeed, decimals: 1)) screens a second; sha256 \(trace.sha256.prefix(16))",
      height: 520, data: data(trace),
      values: [
        assign("end", Double(max(trace.end.rawValue, 1_000_000)) / 1e9), assign("speedtic", tic(info.peakSpeed)),
      ], templates: .trace)
  }

  private static func data(_ trace: Trace) -> [[String]] {
    var data = [["time s", "offset screens", "speed screens/s"]]
    var layout = trace.layouts[0]
    var last: (time: Int64, offset: Int64)?
    var leaps = false
    func append(_ time: Int64, _ offset: Int64, _ speed: String) {
      let height = Double(layout.viewportHeight.rawValue)
      data.append([
        (time / 1000).decimal(over: 1_000_000), NumberText.fixed(Double(offset) / height, decimals: 4), speed,
      ])
    }
    for entry in trace.entries {
      if case .event(let code) = entry.kind {
        if let number = entry.layout { layout = trace.layouts[number] }
        // A gap in both curves.
        if code == .layout || code == .jump {
          leaps = true
          data.append([])
        }
        continue
      }
      var speed = "0"
      if let last, !leaps, entry.time > last.time {
        let screens = Double(entry.value - last.offset) / Double(layout.viewportHeight.rawValue)
        speed = NumberText.fixed(screens / (Double(entry.time - last.time) / 1e9), decimals: 3)
      }
      append(entry.time, entry.value, speed)
      last = (entry.time, entry.value)
      leaps = false
    }
    if let last, last.time < trace.end.rawValue { append(trace.end.rawValue, last.offset, "0") }
    return data
  }
}

/// The resident memory of a process over a replay's virtual time.
public struct ResidentMemory: Sendable {
  let baseline: Int64
  /// The samples, ascending in time: virtual nanoseconds and bytes.
  let samples: [(time: Int64, bytes: Int64)]
  /// The system's high-water mark in bytes; nil if it could not be read.
  let peak: Int64?

  /// Reads a record; returns nil if the run did not measure.
  public init?(_ record: RunRecord) {
    guard case .integer(let baseline)? = record.metric(.baselineRSS), !record.samples.resident.isEmpty else {
      return nil
    }
    samples = record.samples.resident
    self.baseline = baseline
    if case .integer(let bytes)? = record.metric(.peakRSS) { peak = bytes } else { peak = nil }
  }
}
