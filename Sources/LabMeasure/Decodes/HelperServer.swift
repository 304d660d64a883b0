import LabLibrary
import LabSystem
import SystemPackage

/// What a helper process does: answers requests one after the other.
@safe struct HelperServer: ~Copyable {
  private let channel: HelperChannel
  private var worker: DecodeWorker
  private let fault: HelperFault?
  private let memory: FileDescriptor
  /// The host's memory for bitmaps, from its beginning, as far as was needed so far.
  private var mapping = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameter memory: The file of the host's memory for bitmaps.
  init(channel: HelperChannel, worker: consuming DecodeWorker, memory: FileDescriptor, fault: HelperFault?) {
    self.memory = memory
    self.channel = channel
    self.worker = worker
    self.fault = fault
  }

  /// Until the host is gone.
  mutating func run() {
    while let request = channel.nextRequest() {
      if let fault, request.kind == .decode, request.asset == fault.asset { HelperServer.have(fault, channel) }
      guard channel.send(answer(to: request)) else { return }
    }
  }

  private mutating func answer(to request: HelperRequest) -> HelperAnswer {
    var answer = HelperAnswer(status: .complete, number: request.number)
    do throws(MeasureError) {
      switch request.kind {
      case .rehearse:
        try worker.rehearse(
          DecodeRehearsal(
            asset: request.asset, form: request.form, source: request.source, isThumbnail: request.isThumbnail))
      case .decode: try decode(request, &answer)
      }
    } catch {
      (answer.status, answer.text) = HelperServer.status(of: error)
    }
    return answer
  }

  private mutating func decode(_ request: HelperRequest, _ answer: inout HelperAnswer) throws(MeasureError) {
    let pixels = try unsafe pixels(of: request)
    var timing = DecodeTiming()
    let began = Clocks.monotonic()
    let outcome = try unsafe worker.run(
      DecodeJob(
        asset: request.asset, form: request.form, source: request.source, pixels: pixels,
        isThumbnail: request.isThumbnail, mustDecode: request.mustDecode),
      timing: &timing)
    answer.opening = max(0, Clocks.monotonic() - began - timing.wall)
    (answer.cpu, answer.wall) = (timing.cpu, timing.wall)
    // Of a photo that is known to give no image, none is the whole answer.
    if case .partial(let text) = outcome { (answer.status, answer.text) = (.partial, text) }
  }

  /// The bitmap's memory, its pages mapped here: a decode's time is that of the decode.
  private mutating func pixels(of request: HelperRequest) throws(MeasureError) -> UnsafeMutableRawBufferPointer {
    if unsafe request.offset + request.byteCount > mapping.count { try remap() }
    let end = request.offset + request.byteCount
    guard unsafe end <= mapping.count else {
      throw .noMemory(bytes: request.byteCount, reason: "it lies beyond the host's memory")
    }
    let pixels = unsafe UnsafeMutableRawBufferPointer(rebasing: mapping[request.offset..<end])
    if let start = pixels.baseAddress {
      do throws(Errno) { unsafe try Pages.makeResident(start, byteCount: pixels.count) } catch {
        throw .noMemory(bytes: request.byteCount, reason: "\(error)")
      }
    }
    return unsafe pixels
  }

  /// Maps all that the host's memory has grown to.
  private mutating func remap() throws(MeasureError) {
    guard let status = try? Stat(memory) else { return }
    if let old = unsafe mapping.baseAddress { unsafe Pages.unmap(old, byteCount: mapping.count) }
    unsafe mapping = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    let count = Int(status.size)
    do throws(Errno) {
      let address = unsafe try Pages.map(memory, byteCount: count)
      unsafe mapping = UnsafeMutableRawBufferPointer(start: address, count: count)
    } catch {
      throw .noMemory(bytes: count, reason: "\(error)")
    }
  }

  private static func status(of error: MeasureError) -> (HelperAnswer.Status, String) {
    switch error {
    case .contradictsIndex(_, let reason): (.contradictsIndex, reason)
    case .unreadable(_, let reason): (.unreadable, reason)
    default: (.unreadable, "\(error)")
    }
  }

  /// Has a planted fault. Returns only where the host must see that something is wrong.
  private static func have(_ fault: HelperFault, _ channel: HelperChannel) {
    switch fault.kind {
    case .abort: ThisProcess.crash()
    case .exit, .start: ThisProcess.endAtOnce(3)
    case .close:
      channel.endSending()
      ThisProcess.hang()
    case .hang: ThisProcess.hang()
    case .garbage: _ = channel.send(HelperAnswer(status: .complete, number: -1))
    }
  }
}
