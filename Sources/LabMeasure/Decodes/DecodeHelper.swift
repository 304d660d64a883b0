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
