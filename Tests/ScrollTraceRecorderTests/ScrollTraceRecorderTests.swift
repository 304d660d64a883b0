import CacheLab
import ScrollTraceRecorder
import Strategies
import Synchronization
import Testing

/// The lab reads an app's recording, whatever its end.
@Suite struct ScrollTraceRecorderTests {
  final class Store: Sendable {
    private let state = Mutex<(bytes: [UInt8], writes: [Int])>(([], []))
    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var writes: [Int] { state.withLock { $0.writes } }

    func append(_ bytes: [UInt8]) -> Bool {
      state.withLock {
        $0.bytes += bytes
        $0.writes.append(bytes.count)
      }
      return true
    }
  }

  private static let geometry = ScrollTraceGeometry(grid(count: 4000))

  private static func grid(count: Int, insetTop: Double = 0, insetBottom: Double = 0) -> GridLayout {
    GridLayout(
      count: count, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), insetTop: .points(insetTop), insetBottom: .points(insetBottom),
      viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)
  }

  private static func recorder(_ store: Store) -> ScrollTraceRecorder {
    ScrollTraceRecorder(
      header: ScrollTraceHeader(geometry: geometry, scale: 3, refreshHz: 120, title: "a \"test\"", device: "iPhone\n"),
      write: store.append)
  }

  /// A fling at 120 Hz from second 100 on, with a rotation and a memory warning in it.
  private static func record(_ recorder: inout ScrollTraceRecorder, frames: Int) {
    for frame in 0..<frames {
      let seconds = 100 + Double(frame) / 120
      switch frame {
      case 30: recorder.phase(.down, at: seconds)
      case 31: recorder.phase(.drag, at: seconds)
      case 40: recorder.phase(.up(velocity: 1200.5, target: 3000), at: seconds)
      case 41: recorder.phase(.decel, at: seconds)
      case 90: recorder.phase(.memoryWarning, at: seconds)
      case 120: recorder.phase(.idle, at: seconds)
      case 122: recorder.phase(.scrub(isOn: true), at: seconds)
      case 124: recorder.phase(.scrub(isOn: false), at: seconds)
      case 126: recorder.phase(.bounce(to: 0), at: seconds)
      case 130:
        var turned = geometry
        (turned.viewportWidth, turned.viewportHeight) = (.points(844), .points(390))
        recorder.layout(turned, offset: 500, at: seconds)
      default: break
      }
      recorder.frame(at: seconds, offset: frame < 31 ? 0 : frame < 120 ? Double(frame - 30) * 7.77 : 500)
    }
  }

  @Test func theLabReadsWhatAnAppRecorded() throws {
    let store = Store()
    var recorder = ScrollTraceRecorderTests.recorder(store)
    ScrollTraceRecorderTests.record(&recorder, frames: 200)
    recorder.end(at: 102)
    let trace = try Trace.parse(store.bytes, name: "recorded")
    #expect(trace.warningCount == 0, "\(trace.warnings)")
    #expect(trace.header.title == "a \"test\"" && trace.header.device == "iPhone " && trace.header.refreshHz == 120)
    #expect(trace.header.source.kind == "recorded")
    #expect(trace.layouts.count == 2 && trace.layouts[1].viewportHeight == .points(390))
    #expect(trace.end.rawValue == 2_000_000_000)
    let info = TraceInfo(trace)
    #expect(info.hasPhases && info.targets == 1 && info.scrubs == 1)
    let samples = trace.entries.filter { $0.kind == .sample }
    #expect(samples.first?.value == 0 && samples.last?.value == 500_000 && samples.contains { $0.value == 7770 })
    #expect(samples.count < 110, "frames that show nothing new are left out")
    recorder.frame(at: 103, offset: 7)
    #expect(try Trace.parse(store.bytes, name: "recorded").entries == trace.entries, "nothing comes after the end")
  }

  @Test func whereverItIsCutItIsValid() throws {
    let store = Store()
    var recorder = ScrollTraceRecorderTests.recorder(store)
    ScrollTraceRecorderTests.record(&recorder, frames: 200)
    recorder.flush()
    let bytes = store.bytes
    // The first line and the first sample come in one write.
    let lines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    for cut in lines[1]...bytes.count {
      let trace = try Trace.parse(Array(bytes[..<cut]), name: "cut at \(cut)")
      #expect(trace.warnings.allSatisfy { $0.text.contains("end") || $0.text.contains("cut") }, "\(trace.warnings)")
    }
  }

  @Test func nothingIsWrittenBeforeThereIsASample() {
    let store = Store()
    var recorder = ScrollTraceRecorderTests.recorder(store)
    recorder.flush()
    recorder.phase(.down, at: 1)
    #expect(store.bytes.isEmpty && recorder.refusedCount == 1)
  }

  @Test func memoryIsBounded() throws {
    let store = Store()
    var recorder = ScrollTraceRecorderTests.recorder(store)
    for frame in 0..<100_000 { recorder.frame(at: Double(frame) / 120, offset: Double(frame % 1000) * 90.123) }
    recorder.end(at: 1000)
    #expect((store.writes.max() ?? 0) <= ScrollTraceRecorder.bufferBytes + 4096)
    #expect(store.writes.count > 10)
    #expect(try Trace.parse(store.bytes, name: "long").sampleCount == 100_000)
  }

  @Test func whatNoReaderTakesIsNotWritten() throws {
    let store = Store()
    var recorder = ScrollTraceRecorderTests.recorder(store)
    recorder.frame(at: 5, offset: 0)
    recorder.frame(at: .nan, offset: 1)
    recorder.frame(at: 6, offset: .infinity)
    recorder.frame(at: 4, offset: 3)
    recorder.frame(at: 5.01, offset: -5000)
    recorder.frame(at: 5.02, offset: 1e12)
    recorder.phase(.mark("a\u{1}\"b\\"), at: 5.02)
    recorder.end(at: 5.03)
    let trace = try Trace.parse(store.bytes, name: "odd")
    #expect(recorder.refusedCount == 2)
    #expect(trace.entries.filter { $0.kind == .sample }.map(\.value) == [0, -844_000, 97_998_000])
  }

  @Test func aFullDiskEndsTheRecording() {
    var recorder = ScrollTraceRecorder(
      header: ScrollTraceHeader(geometry: ScrollTraceRecorderTests.geometry, scale: 3, refreshHz: 60)
    ) { _ in false }
    recorder.frame(at: 0, offset: 0)
    #expect(recorder.isRecording)
    recorder.flush()
    #expect(!recorder.isRecording)
    let lines = recorder.lineCount
    recorder.frame(at: 1, offset: 10)
    #expect(recorder.lineCount == lines)
  }

  /// A sync brings and takes photos at hundreds of places: lines stay short, and the places are the same.
  @Test func photosThatComeAndGoAtManyPlacesAreTold() throws {
    let store = Store()
    func geometry(_ count: Int) -> ScrollTraceGeometry {
      ScrollTraceGeometry(ScrollTraceRecorderTests.grid(count: count, insetTop: 8, insetBottom: 34.5))
    }
    var recorder = ScrollTraceRecorder(
      header: ScrollTraceHeader(geometry: geometry(4000), scale: 3, refreshHz: 60), write: store.append)
    recorder.frame(at: 0, offset: 0)
    let gone = (0..<300).map { $0 * 10 + 1..<$0 * 10 + 3 }
    let came = (0..<500).map { $0 * 7..<$0 * 7 + 1 }
    recorder.change([.remove(gone, geometry(3400)), .insert(came, geometry(3900))], offset: 200, at: 1)
    recorder.change([.remove([], geometry(3900)), .layout(geometry(3900))], offset: 100, at: 2)
    recorder.end(at: 3)
    let trace = try Trace.parse(store.bytes, name: "sync")
    #expect(trace.layouts.last?.count == 3900 && trace.layouts.last?.insetBottom == MilliPoints(rawValue: 34_500))
    var photos = Array(Int32(0)..<4000)
    for range in gone.reversed() { photos.removeSubrange(range) }
    for (number, range) in came.enumerated() { photos.insert(4000 + Int32(number), at: range.lowerBound) }
    let content = try #require(trace.contents[trace.contents.count - 1])
    #expect(content.photos.flatMap { Array($0.lower..<$0.upper) } == photos)
    #expect(trace.entries.filter { $0.kind == .sample }.map(\.value) == [0, 200_000, 100_000])
    #expect(store.bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { $0.count < Trace.lineBytesMax })
  }
}
