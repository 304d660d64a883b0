public import GridDriver
import ScrollTraceRecorder

extension GridDriver {
  /// Records the driver's calls, its source's answers and its counts, as a trace that `lab-run session` and
  /// `lab-run calibrate --from` read. The recording ends with `stop()`; if the app is killed, the lines written before
  /// are whole.
  ///
  ///     driver.record(refreshHz: 120) { bytes in (try? file.write(contentsOf: bytes)) != nil }
  ///
  /// Takes the driver's `onEvent`. Memory: 20 KB, and 24 bytes a photo during the first frame.
  ///
  /// - Parameters:
  ///   - refreshHz: The rate of the screen.
  ///   - title: A title for people.
  ///   - device: The name of the phone: `iPhone17,1`.
  ///   - write: Appends bytes to a file; returns false if it cannot, which ends the recording.
  /// - Precondition: There was no `scrolled(to:)` yet, so that the counters are those of the recording.
  @discardableResult
  public func record(
    refreshHz: Int, title: String? = nil, device: String? = nil, write: @escaping ([UInt8]) -> Bool
  ) -> GridSession {
    precondition(counters == GridCounters(), "a session is recorded from the first frame on")
    var header = ScrollTraceHeader(
      geometry: ScrollTraceGeometry(layout), scale: 0, refreshHz: refreshHz, title: title, device: device)
    header.session = ScrollTraceRecorder.session(self)
    let session = GridSession(header, write)
    onEvent = { driver, event, time in session.take(event, at: time, of: driver) }
    return session
  }

  fileprivate func turned(_ photos: [PhotoSize?]) -> [PhotoSize?] {
    isTurned ? photos.map { $0.map { PhotoSize($0.pixels.turned, thumbnail: $0.thumbnail?.turned) } } : photos
  }
}

/// A driver's session while it is recorded.
public final class GridSession {
  /// The time after which counters are written with the next event.
  public static let countersInterval = Nanoseconds(rawValue: 2_000_000_000)

  private var recorder: ScrollTraceRecorder?
  private let write: ([UInt8]) -> Bool
  private var header: ScrollTraceHeader
  /// The number of photos that have a number in the trace.
  private var photoCount = 0
  private var layout: GridLayout?
  /// The changes since the last frame, and the photos that came with them.
  private var changes: [ScrollTraceChange] = []
  private var newcomers: [PhotoSize?] = []
  private var told: (phase: ScrollPhase, target: MilliPoints?)?
  /// The times of the last event, and of the last counters.
  private var last = Nanoseconds.zero
  private var counted = Nanoseconds.zero

  init(_ header: ScrollTraceHeader, _ write: @escaping ([UInt8]) -> Bool) {
    (self.header, self.write) = (header, write)
  }

  /// False once the driver has stopped, a write has failed, or the trace is as long as it may be.
  public var isRecording: Bool { recorder?.isRecording ?? true }

  func take<Source>(_ event: GridDriverEvent, at time: Nanoseconds, of driver: GridDriver<Source>) {
    if recorder == nil {
      // Changes before the first frame are in the header.
      guard case .scrolled(let offset, let phase, let target) = event else { return }
      return begin(offset, phase, target, at: time, of: driver)
    }
    // All events of the time before are counted now, and none of this one.
    if time > last && last - counted >= GridSession.countersInterval { count(driver.counters) }
    last = time
    switch event {
    case .scrolled(let offset, let phase, let target): frame(offset, phase, target, at: time.seconds)
    case .layout(let layout): change(to: layout)
    case .content(let changes, let photos, let layout):
      let came = changes.renewed.reduce(0) { $0 + $1.count }
      change(changes.replaced, changes.renewed, driver.turned(driver.sizes(of: photos, count: came)), to: layout)
    case .memoryWarning:
      count(driver.counters)
      recorder?.phase(.memoryWarning, at: time.seconds)
    case .foreground: recorder?.phase(.foreground, at: time.seconds)
    case .answered(let answer): recorder?.image(answer, isTurned: driver.isTurned, at: time.seconds)
    case .stopped:
      count(driver.counters)
      recorder?.end(at: time.seconds)
    }
  }

  private func begin<Source>(
    _ offset: MilliPoints, _ phase: ScrollPhase?, _ target: MilliPoints?, at time: Nanoseconds,
    of driver: GridDriver<Source>
  ) {
    let (layout, photos) = (driver.layout, driver.turned(driver.photoSizes()))
    (header.geometry, header.scale) = (ScrollTraceGeometry(layout), Double(layout.scaleThousandths) / 1000)
    var recorder = ScrollTraceRecorder(header: header, write: write)
    recorder.frame(at: time.seconds, offset: offset.points)
    recorder.photos(from: 0, photos, at: time.seconds)
    (self.recorder, self.layout, photoCount) = (recorder, layout, photos.count)
    (last, counted) = (time, time)
    tell(phase, target, at: time.seconds)
  }

  private func frame(_ offset: MilliPoints, _ phase: ScrollPhase?, _ target: MilliPoints?, at seconds: Double) {
    tell(phase, target, at: seconds)
    if changes.isEmpty {
      recorder?.frame(at: seconds, offset: offset.points)
      return
    }
    recorder?.photos(from: photoCount, newcomers, at: seconds)
    photoCount += newcomers.count
    recorder?.change(changes, offset: offset.points, at: seconds)
    (changes, newcomers) = ([], [])
  }

  private func tell(_ phase: ScrollPhase?, _ target: MilliPoints?, at seconds: Double) {
    guard let phase = phase ?? told.map({ _ in .still }), told?.phase != phase || told?.target != target else { return }
    told = (phase, target)
    recorder?.told(phase, target: target, at: seconds)
  }

  private func change(to layout: GridLayout) {
    self.layout = layout
    changes.append(.layout(ScrollTraceGeometry(layout)))
  }

  private func change(
    _ removed: [Range<Int>], _ inserted: [Range<Int>], _ photos: [PhotoSize?], to layout: GridLayout
  ) {
    let gone = removed.reduce(0) { $0 + Int32($1.count) }
    guard var between = self.layout else { return }
    between.resize(to: between.count - gone)
    if photos.isEmpty { between = between.inSections(of: layout) }
    if gone > 0 { changes.append(.remove(removed, ScrollTraceGeometry(between))) }
    if !photos.isEmpty {
      between.resize(to: between.count + Int32(photos.count))
      between = between.inSections(of: layout)
      changes.append(.insert(inserted, ScrollTraceGeometry(between)))
    }
    newcomers += photos
    self.layout = between
    if between != layout { change(to: layout) }
  }

  private func count(_ counters: GridCounters) {
    counted = last
    recorder?.counters(counters, at: last.seconds)
    recorder?.flush()
  }
}

extension GridLayout {
  /// Returns the layout in the sections of another one of as many photos, if nothing else differs.
  fileprivate func inSections(of other: GridLayout) -> GridLayout {
    usual == other.usual && laidOut(in: other.sections) == other ? other : self
  }
}
