import CLabSystem
import SystemPackage

/// A helper process as its host sees it. It goes with the object.
final class HelperProcess {
  /// Where a helper finds its end of the socket, and the memory for bitmaps.
  static let channelDescriptor = FileDescriptor(rawValue: 3)
  static let memoryDescriptor = FileDescriptor(rawValue: 4)

  let id: Int32
  let channel: HelperChannel
  private var hasEnded = false

  /// Starts a process; it says by an answer when it is ready.
  init(_ executable: String, _ arguments: [String], memory: FileDescriptor) throws(MeasureError) {
    let ends = try HelperChannel.pair()
    channel = HelperChannel(descriptor: ends.host)
    defer { try? ends.helper.close() }
    id = try HelperProcess.spawn(executable, arguments, channel: ends.helper, memory: memory)
  }

  deinit {
    if !hasEnded { _ = end() }
  }

  /// Ends the process, whatever it is at, and says what was wrong with it: `signal 6`, `exit code 3`.
  func end() -> String {
    // One that has ended by itself keeps what it ended with.
    _ = lab_send_signal(id, lab_signal_kill)
    let ending = lab_wait_for(id)
    hasEnded = true
    if channel.isOpen { return "an answer without sense" }
    if ending == -lab_signal_kill { return "signal 9, or it closed its pipe" }
    return ending < 0 ? "signal \(-ending)" : "exit code \(ending)"
  }

  /// Standard input and output are closed to it, messages of a crash go where the host's go. Interrupts are the host's
  /// affair: a helper ends with its host.
  private static func spawn(
    _ executable: String, _ arguments: [String], channel: FileDescriptor, memory: FileDescriptor
  ) throws(MeasureError) -> Int32 {
    let words = ["lab-run"] + arguments
    // A crash is to be over at once and is told by the host, so Swift's account of it, which takes half a second, is
    // turned off.
    let id = unsafe lab_spawn(
      executable, words.joined(separator: "\0"), Int32(words.count), "SWIFT_BACKTRACE=enable=no",
      [channel.rawValue, memory.rawValue], 2)
    guard id >= 0 else { throw .noHelper(reason: "\(executable): \(Errno(rawValue: -id))") }
    return id
  }
}
