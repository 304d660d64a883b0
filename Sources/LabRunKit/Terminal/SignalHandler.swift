#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// sigaction(2), whose structure has its handler under another name on each system.
enum SignalHandler {
  /// Has a function called at a signal; calls that it comes into are made again.
  static func set(_ handler: @escaping @convention(c) (Int32) -> Void, for signal: Int32) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #endif
    action.sa_flags = Int32(SA_RESTART)
    unsafe sigaction(signal, &action, nil)
  }

  /// True when whoever started the process had the signal ignored.
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == 1
  }
}
