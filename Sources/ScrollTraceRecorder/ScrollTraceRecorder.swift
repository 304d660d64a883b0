/// Writes a `.scrolltrace` while an app scrolls: pure Swift, a fixed amount of memory, whole lines at a time.
///
/// Pass it the offset of each frame and the phases of the scroll. The bytes passed to `write` are a valid trace at any
/// moment, even if the app is killed: lines are appended and never changed, and a reader leaves out a last line that was
/// cut.
public struct ScrollTraceRecorder {
  /// The bytes gathered before they are written; the line that passes this number is gathered whole.
  public static let bufferBytes = 16_384
  /// The most samples and phases, half of what a reader takes; recording then ends by itself.
  public static let linesMax = 5_000_000

  /// The number of samples and phases that were written or wait in the buffer.
  public private(set) var lineCount = 0
  /// The number of frames and phases that were left out, since their offset or time was no finite number.
  public private(set) var refusedCount = 0
  /// False once `end` was called, `write` has failed, or the trace has reached its greatest length.
  public private(set) var isRecording = true

  private let write: ([UInt8]) -> Bool
  private var geometry: ScrollTraceGeometry
  private let hasEveryFrame: Bool
  private var buffer: [UInt8] = []
  private var start: Double?
  private var lastTime: Int64 = 0
  private var last: (time: Int64, offset: Int64)?
  /// The time of a frame that showed nothing new, which is written only when the next one moves.
  private var unchanged: Int64?

  /// Creates a trace, whose first line is written with the first sample.
  ///
  /// - Parameters:
  ///   - header: The first line.
  ///   - write: Appends bytes to a file; returns false if it cannot, which ends the recording.
  public init(header: ScrollTraceHeader, write: @escaping ([UInt8]) -> Bool) {
    self.write = write
    geometry = header.geometry
    hasEveryFrame = header.session != nil
    buffer.reserveCapacity(ScrollTraceRecorder.bufferBytes + 4096)
    append(header.json)
  }

  /// Writes the offset of a frame.
  ///
  /// - Parameters:
  ///   - seconds: The time of the frame, on any clock that never goes back; the first one is time 0.
  ///   - offset: `contentOffset.y` in points, or `x` of a grid that scrolls sideways; overscroll is welcome.
  public mutating func frame(at seconds: Double, offset: Double) {
    guard let time = time(seconds), offset.isFinite else { return refuse() }
    let value = geometry.clamped(.points(offset)).rawValue
    guard let last else { return sample(time, value) }
    guard time > last.time else { return }
    guard value != last.offset || hasEveryFrame else {
      unchanged = time
      return
    }
    settle(before: time)
    sample(time, value)
  }

  /// Writes a phase of the scroll, or an event of the system.
  public mutating func phase(_ phase: ScrollTracePhase, at seconds: Double) {
    note(phase.text, at: seconds)
    switch phase {
    // Nothing moves, or the app may end.
    case .idle, .background, .memoryWarning: flush()
    default: break
    }
  }

  /// Writes a new layout: rotation, another number of columns, more photos.
  public mutating func layout(_ geometry: ScrollTraceGeometry, offset: Double, at seconds: Double) {
    change([.layout(geometry)], offset: offset, at: seconds)
  }

  /// Writes changes of the grid, in this order, and the offset of their frame.
  public mutating func change(_ changes: [ScrollTraceChange], offset: Double, at seconds: Double) {
    guard let last, offset.isFinite, let time = time(seconds) else { return refuse() }
    settle(before: time)
    // Two samples of one time are one too many: a frame of this very time was shown already.
    let moment = max(time, last.time + 1)
    for change in changes {
      for text in change.texts { line(moment, text) }
      geometry = change.geometry
    }
    sample(moment, geometry.clamped(.points(offset)).rawValue)
    flush()
  }

  /// Writes a line of another kind than frames and phases; `text` follows the time.
  package mutating func note(_ text: String, at seconds: Double) {
    guard last != nil, let time = time(seconds) else { return refuse() }
    settle(before: time)
    line(time, text)
  }

  /// Writes the buffer: call it when the app goes to the background or the system asks for memory.
  public mutating func flush() {
    guard !buffer.isEmpty, last != nil else { return }
    if !write(buffer) { isRecording = false }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Ends the trace.
  public mutating func end(at seconds: Double) {
    guard isRecording, last != nil, let time = time(seconds) else { return }
    settle(before: time)
    line(time, "\"end\"")
    flush()
    isRecording = false
  }

  private mutating func refuse() { if isRecording { refusedCount += 1 } }

  /// Returns the microseconds since the first frame, never before the line above.
  private mutating func time(_ seconds: Double) -> Int64? {
    guard isRecording, seconds.isFinite else { return nil }
    let begin = start ?? seconds
    start = begin
    // 30 days, a reader's limit.
    let micros = min(max((seconds - begin) * 1_000_000, 0), 2_592_000_000_000)
    return max(lastTime, Int64(micros.rounded()))
  }

  /// Writes the frame before an event, so that rest can be told from lost frames.
  private mutating func settle(before time: Int64) {
    if let unchanged, let last, unchanged > last.time, unchanged < time, unchanged >= lastTime {
      sample(unchanged, last.offset)
    }
    unchanged = nil
  }

  private mutating func sample(_ time: Int64, _ offset: Int64) {
    last = (time, offset)
    line(time, ScrollTraceText.decimal(offset))
  }

  private mutating func line(_ time: Int64, _ rest: String) {
    guard isRecording else { return }
    lastTime = time
    lineCount += 1
    append("[\(ScrollTraceText.decimal(time)),\(rest)]")
    if buffer.count >= ScrollTraceRecorder.bufferBytes { flush() }
    if lineCount >= ScrollTraceRecorder.linesMax {
      flush()
      isRecording = false
    }
  }

  private mutating func append(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
  }
}
