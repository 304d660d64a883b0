import CInstructionCount

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system says of the machine.
package enum Machine {
  /// Processors that may be used now, at least 1.
  package static var processorCount: Int { max(1, onlineProcessorCount) }

  /// The same as the system says it; -1 where it does not.
  package static var onlineProcessorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// Ticks a second in which the system counts the time that processors work.
  package static var ticksPerSecond: Int { sysconf(Int32(_SC_CLK_TCK)) }

  /// Bytes of a page of memory.
  package static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// The processor's kind.
  package static var architecture: String {
    #if arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  /// The version of the C library; `unknown` where it does not say.
  package static var cLibrary: String {
    let version = unsafe String(cString: c_library_version())
    return version.isEmpty ? "unknown" : "glibc \(version)"
  }

  /// What the machine is called; empty where the system does not say.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    _ = unsafe gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
