/// Writes a `.scrolltrace` while an app scrolls: pure Swift, a fixed amount of memory, whole lines at a time.
///
/// Feed it the offset of each frame and the phases of the scroll. What was handed to `write` is a valid trace at any
/// moment, whatever happens to the app afterwards: lines are appended and never changed, and a reader leaves out a last
/// line that was cut.
public struct ScrollTraceRecorder {
  /// Bytes gathered before they are handed on; more are held only for the line that passes it.
  public static let bufferBytes = 16_384
  /// Samples and phases at most, half of what a reader takes; recording then ends by itself.
  public static let linesMax = 5_000_000

  /// Samples and phases that were written or wait in the buffer.
  public private(set) var lineCount = 0
  /// Offsets and times that were no finite numbers, and were left out.
  public private(set) var refusedCount = 0
  /// False once `end` was called, `write` has failed, or the trace is as long as it may be.
  public private(set) var isRecording = true

  private let write: ([UInt8]) -> Bool
  private var geometry: ScrollTraceGeometry
  private let keepsEveryFrame: Bool
  private var buffer: [UInt8] = []
  private var start: Double?
  private var lastTime: Int64 = 0
  private var last: (time: Int64, offset: Int64)?
  /// A frame that showed nothing new: written only when the next one moves.
  private var unchanged: Int64?

  /// Begins a trace; its first line is written with the first sample.
  ///
  /// - Parameters:
  ///   - header: What the first line says.
  ///   - write: Appends bytes to a file; false when it cannot, which ends the recording.
  public init(header: ScrollTraceHeader, write: @escaping ([UInt8]) -> Bool) {
    self.write = write
    geometry = header.geometry
    keepsEveryFrame = header.session != nil
    buffer.reserveCapacity(ScrollTraceRecorder.bufferBytes + 4096)
    append(header.json)
  }

  /// Writes the offset of a frame.
  ///
  /// - Parameters:
  ///   - seconds: Of the frame, on any clock that never goes back; the first one is time 0.
  ///   - offset: `contentOffset.y` in points, `x` of a grid that scrolls sideways; overscroll is welcome.
  public mutating func frame(at seconds: Double, offset: Double) {
    guard let time = time(seconds), offset.isFinite else { return refuse() }
    let value = geometry.clamped(.points(offset)).rawValue
    guard let last else { return sample(time, value) }
    guard time > last.time else { return }
    guard value != last.offset || keepsEveryFrame else {
      unchanged = time
      return
    }
    settle(before: time)
    sample(time, value)
  }

  /// Writes a phase of the scroll, or an event of the system.
  public mutating func phase(_ phase: ScrollTracePhase, at seconds: Double) {
    guard last != nil, let time = time(seconds) else { return refuse() }
    settle(before: time)
    line(time, phase.text)
    if phase.isRest { flush() }
  }

  /// Writes a new layout: rotation, another number of columns, more photos.
  public mutating func layout(_ geometry: ScrollTraceGeometry, offset: Double, at seconds: Double) {
    change([.layout(geometry)], offset: offset, at: seconds)
  }

  /// Writes changes of the grid, in this order; the frame shows the offset.
  public mutating func change(_ changes: [ScrollTraceChange], offset: Double, at seconds: Double) {
    guard let last, offset.isFinite, let time = time(seconds) else { return refuse() }
    settle(before: time)
    // Two samples of one time are one too many: a frame of this very time was shown already.
    let moment = max(time, last.time + 1)
    for change in changes {
      for text in change.texts { line(moment, text) }
      geometry = change.geometry ?? geometry
    }
    sample(moment, geometry.clamped(.points(offset)).rawValue)
    flush()
  }

  /// Writes a line of another kind than frames and phases, given behind the time.
  package mutating func note(_ text: String, at seconds: Double) {
    guard last != nil, let time = time(seconds) else { return refuse() }
    settle(before: time)
    line(time, text)
  }

  /// Hands on what is gathered: call it when the app goes to the background or the system asks for memory.
  public mutating func flush() {
    guard !buffer.isEmpty, last != nil else { return }
    if !write(buffer) { isRecording = false }
    buffer.removeAll(keepingCapacity: true)
  }

  /// The clock stops; nothing is recorded any more.
  public mutating func end(at seconds: Double) {
    guard isRecording, last != nil, let time = time(seconds) else { return }
    settle(before: time)
    line(time, "\"end\"")
    flush()
    isRecording = false
  }

  private mutating func refuse() { if isRecording { refusedCount += 1 } }

  /// Microseconds since the first frame, never before the line above.
  private mutating func time(_ seconds: Double) -> Int64? {
    guard isRecording, seconds.isFinite else { return nil }
    let begin = start ?? seconds
    start = begin
    // 30 days, a reader's limit.
    let micros = min(max((seconds - begin) * 1_000_000, 0), 2_592_000_000_000)
    return max(lastTime, Int64(micros.rounded()))
  }

  /// The frame before something happens is written, so that rest can be told from lost frames.
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
