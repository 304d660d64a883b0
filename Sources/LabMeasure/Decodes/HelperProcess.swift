import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A helper process as its host sees it. It goes with the object.
final class HelperProcess {
  /// Where a helper finds its end of the socket, and the memory for bitmaps.
  static let channelDescriptor = FileDescriptor(rawValue: 3)
  static let memoryDescriptor = FileDescriptor(rawValue: 4)

  let id: pid_t
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
    kill(id, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 && errno == EINTR {}
    hasEnded = true
    // As the macros of wait(2) read it.
    let signal = status & 0x7F
    if channel.isOpen { return "an answer without sense" }
    if signal == SIGKILL { return "signal 9, or it closed its pipe" }
    return signal == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(signal)"
  }

  /// Standard input and output are closed to it, messages of a crash go where the host's go. Interrupts are the host's
  /// affair: a helper ends with its host.
  private static func spawn(
    _ executable: String, _ arguments: [String], channel: FileDescriptor, memory: FileDescriptor
  ) throws(MeasureError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    // Above the numbers that they get there, so that neither overwrites the other.
    let high = [channel, memory].map { fcntl($0.rawValue, F_DUPFD_CLOEXEC, 16) }
    defer {
      for descriptor in high where descriptor >= 0 { close(descriptor) }
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    guard high.allSatisfy({ $0 >= 0 }) else { throw .noHelper(reason: "\(Errno(rawValue: errno))") }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, high[0], channelDescriptor.rawValue)
    unsafe posix_spawn_file_actions_adddup2(&actions, high[1], memoryDescriptor.rawValue)
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&blocked, signal) }
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let words = unsafe (["lab-run"] + arguments).map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment() + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var id: pid_t = 0
    let code = unsafe posix_spawn(&id, executable, &actions, &attributes, words, variables)
    guard code == 0 else { throw .noHelper(reason: "\(executable): \(Errno(rawValue: code))") }
    return id
  }

  /// The host's variables, copied. A crash is to be over at once and is told by the host, so Swift's account of it,
  /// which takes half a second, is turned off.
  private static func environment() -> [UnsafeMutablePointer<CChar>?] {
    let setting = "SWIFT_BACKTRACE="
    var variables: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(setting + "enable=no")]
    #if canImport(Darwin)
      var next = unsafe _NSGetEnviron().pointee
    #else
      var next = unsafe environ
    #endif
    while let variable = unsafe next.pointee {
      if unsafe strncmp(variable, setting, setting.utf8.count) != 0 { unsafe variables.append(strdup(variable)) }
      unsafe next += 1
    }
    return unsafe variables
  }
}
