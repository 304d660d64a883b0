import CacheLab
import LabLibrary
import Strategies
import Testing

@testable import LabRecords
@testable import LabMeasure
@testable import LabSystem

/// The helper's side, on a thread of this process: its memory is the host's through a mapping of its own all the same.
@Suite struct HelperServerTests {
  @Test func theImageArrivesInTheHostsMemoryWhereverThatIs() throws {
    let library = TestLibrary.shared
    let memory = try SharedMemory(bytes: 0)
    let ends = try HelperChannel.pair()
    var host = Optional(HelperChannel(descriptor: ends.host))
    let (helper, descriptor) = (HelperChannel(descriptor: ends.helper), memory.descriptor)
    let thread = try SystemThread {
      guard let worker = try? DecodeWorker.over(library) else { return }
      var server = HelperServer(channel: helper, worker: worker, memory: descriptor, fault: nil)
      server.run()
    }
    var own = try DecodeWorker.over(library)
    // Far apart.
    for (asset, pages) in [(3, 300), (4, 2000), (5, 9000)] {
      let address = unsafe try memory.take(pages: pages)
      let source = library.index[asset].size
      let count = Int(source.pixelCount) * 4
      let task = DecodeTask(asset: asset, form: BitmapForm(source, at: .full), source: source)
      let request = HelperRequest(
        kind: .decode, number: Int64(asset), task: task, offset: unsafe memory.offset(of: address), byteCount: count)
      #expect(host?.send(request) == true)
      let answer = try #require(host?.nextAnswer())
      #expect(answer.status == .complete && answer.number == Int64(asset) && answer.wall > 0, "\(answer)")
      var expected = [UInt8](repeating: 0, count: count)
      var timing = DecodeTiming()
      try unsafe expected.withUnsafeMutableBytes { pixels in
        _ = unsafe try own.run(DecodeJob(task: task, pixels: pixels), timing: &timing)
      }
      let isSame = unsafe UnsafeRawBufferPointer(start: address, count: count).elementsEqual(expected)
      #expect(isSame, "the bitmap of asset \(asset)")
    }
    host = nil
    // It ends because nobody is at the other end any more.
    thread.join()
  }

  @Test func whatIsNotDecodedIsAnsweredInWords() throws {
    let library = TestLibrary.shared
    let memory = try SharedMemory(bytes: 0)
    let ends = try HelperChannel.pair()
    var host = Optional(HelperChannel(descriptor: ends.host))
    let (helper, descriptor) = (HelperChannel(descriptor: ends.helper), memory.descriptor)
    let thread = try SystemThread {
      guard let worker = try? DecodeWorker.over(library) else { return }
      var server = HelperServer(channel: helper, worker: worker, memory: descriptor, fault: nil)
      server.run()
    }
    _ = unsafe try memory.take(pages: 1)
    let source = PixelSize(width: 3, height: 5)
    var request = HelperRequest(
      kind: .decode, number: 1, task: DecodeTask(asset: 0, form: BitmapForm(source, at: .full), source: source),
      byteCount: 60)
    #expect(host?.send(request) == true)
    var answer = try #require(host?.nextAnswer())
    #expect(answer.status == .contradictsIndex && answer.text.contains("3x5"), "\(answer)")
    (request.task.asset, request.number) = (library.index.count, 2)
    #expect(host?.send(request) == true)
    answer = try #require(host?.nextAnswer())
    #expect(answer.status == .unreadable && answer.number == 2 && !answer.text.isEmpty, "\(answer)")
    (request.task.asset, request.offset) = (0, 1 << 40)
    #expect(host?.send(request) == true)
    answer = try #require(host?.nextAnswer())
    #expect(answer.text.contains("beyond the host's memory"), "\(answer)")
    host = nil
    thread.join()
  }
}
