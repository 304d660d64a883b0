import LabLibrary
import LabSystem
import SystemPackage

/// The other side: a process that opens files, decodes them into memory that its host maps too, and answers. It ends
/// with its host.
public enum DecodeHelper {
  /// The first word of a command line that asks for a helper.
  public static let word = "decode-helper"

  /// Serves the host until it ends, and ends the process with it. Returns when no helper is asked for.
  ///
  /// - Parameter arguments: The process's own, its name first.
  public static func serveIfAsked(_ arguments: [String]) {
    guard arguments.count > 2, arguments[1] == word else { return }
    // What only a host gives: somebody who types the word is told that there is no such command.
    guard (try? Stat(HelperProcess.channelDescriptor))?.type == .socket,
      (try? Stat(HelperProcess.memoryDescriptor)) != nil
    else { return }
    let channel = HelperChannel(descriptor: HelperProcess.channelDescriptor)
    // The channel is open until the process is gone: its end is what tells the host.
    withExtendedLifetime(channel) { ThisProcess.endAtOnce(serve(arguments, channel)) }
  }

  private static func serve(_ arguments: [String], _ channel: HelperChannel) -> Int32 {
    do {
      // A decode under way would not hear that the host is gone.
      _ = try SystemThread {
        HelperChannel.waitForEnd(of: HelperProcess.channelDescriptor)
        ThisProcess.endAtOnce(0)
      }
      guard let place = LibraryPlace(words: Array(arguments[3...])) else {
        throw MeasureError.noHelper(reason: "it was not told where the library is")
      }
      let fault = HelperFault(arguments[2])
      if fault?.kind == .start { return 3 }
      let library = try place.open()
      let fingerprint = library.index.fingerprint
      var server = HelperServer(
        channel: channel, worker: try .over(library), memory: HelperProcess.memoryDescriptor, fault: fault)
      guard channel.send(HelperAnswer(status: .ready, text: fingerprint)) else { return 0 }
      server.run()
      return 0
    } catch {
      _ = channel.send(HelperAnswer(status: .refused, text: "\(error)"))
      return 1
    }
  }
}

/// What a helper process does: answers requests one after the other.
@safe struct HelperServer: ~Copyable {
  private let channel: HelperChannel
  private var worker: DecodeWorker
  private let fault: HelperFault?
  private let memory: FileDescriptor
  /// The host's memory for bitmaps; empty until the first.
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
      if let fault, request.kind == .decode, request.task.asset == fault.asset { HelperServer.have(fault, channel) }
      guard channel.send(answer(to: request)) else { return }
    }
  }

  private mutating func answer(to request: HelperRequest) -> HelperAnswer {
    var answer = HelperAnswer(status: .complete, number: request.number)
    do throws(MeasureError) {
      switch request.kind {
      case .rehearse: try worker.rehearse(request.task)
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
    let outcome = try unsafe worker.run(DecodeJob(task: request.task, pixels: pixels), timing: &timing)
    answer.opening = max(0, Clocks.monotonic() - began - timing.wall)
    (answer.cpu, answer.wall) = (timing.cpu, timing.wall)
    // Of a photo that is known to give no image, none is the whole answer.
    if case .partial(let text) = outcome { (answer.status, answer.text) = (.partial, text) }
  }

  /// The bitmap's memory, its pages mapped here: a decode's time is that of the decode.
  private mutating func pixels(of request: HelperRequest) throws(MeasureError) -> UnsafeMutableRawBufferPointer {
    if unsafe mapping.isEmpty { try map() }
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

  private mutating func map() throws(MeasureError) {
    guard let status = try? Stat(memory) else { return }
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

/// A fault that a helper process is told to have, for tests: what a bad file may do to a decoder.
public struct HelperFault: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// A signal ends it.
    case abort
    /// It ends by itself.
    case exit
    /// It closes its end and goes on living.
    case close
    /// Its answer makes no sense.
    case garbage
    /// It never answers.
    case hang
    /// It ends before it is ready, whatever the asset.
    case start
  }

  public let kind: Kind
  /// The asset that it happens on.
  public let asset: Int

  /// `abort@7`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let asset = Int(parts[1]), asset >= 0 else {
      return nil
    }
    self.kind = kind
    self.asset = asset
  }

  public var word: String { "\(kind.rawValue)@\(asset)" }
}
