import CInstructionCount
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system knows of this process, and its end.
package enum ThisProcess {
  package static var id: Int32 { getpid() }

  static var userID: UserID { UserID(rawValue: geteuid()) }

  /// A variable of the environment, which may be empty; nil where it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Sets a variable, for this process and those that it starts.
  package static func setVariable(_ name: String, _ value: String) { unsafe setenv(name, value, 1) }

  /// The path of the running executable; nil where the system does not tell it.
  package static var executable: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Starts a program in this process, with the words of this one. Returns only where the system refuses.
  package static func become(_ executable: String) { unsafe execv(executable, CommandLine.unsafeArgv) }

  /// Sees to it that the program begins at the same addresses each time: it is started anew where it does not. Where the
  /// system refuses, it goes on as it is.
  package static func fixAddresses() {
    guard fix_addresses() == 1, let executable else { return }
    become(executable)
  }

  /// Bytes of address space at most from now on; false where the system refuses.
  package static func limitAddressSpace(to byteCount: Int) -> Bool {
    var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
    #if canImport(Glibc)
      return unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
    #else
      return unsafe setrlimit(RLIMIT_AS, &limit) == 0
    #endif
  }

  /// Ends the process.
  package static func end(_ code: Int32) -> Never { exit(code) }

  /// Ends the process without anything that is to happen at its end.
  package static func endAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// Ends the process as a crash does.
  package static func crash() -> Never { abort() }

  /// Does nothing until the process is ended.
  package static func hang() -> Never { while true { pause() } }
}
