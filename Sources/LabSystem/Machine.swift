import CLabSystem

/// What the system says of the machine.
package enum Machine {
  /// Processors that may be used now, at least 1.
  package static var processorCount: Int { max(1, onlineProcessorCount) }

  /// The same as the system says it; -1 where it does not.
  package static var onlineProcessorCount: Int { Int(lab_processors()) }

  /// Ticks a second in which the system counts the time that processors work.
  package static var ticksPerSecond: Int { Int(lab_ticks_per_second()) }

  /// Bytes of a page of memory.
  package static let pageSize = Int(lab_page_size())

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
    let version = unsafe String(cString: lab_c_library())
    return version.isEmpty ? "unknown" : version
  }

  /// What the machine is called; empty where the system does not say.
  package static var hostName: String { unsafe SystemText.taking(lab_host()) ?? "" }

  /// What the processor calls itself; nil where the system does not say.
  package static var processor: String? { unsafe SystemText.taking(lab_processor_name()) }

  /// True where the processor has AVX2.
  package static var hasAVX2: Bool { lab_has_avx2() }

  /// True where programs may carry the Swift library, so that they run where there is no Swift.
  package static var carriesSwift: Bool { lab_carries_swift() }

  /// How the system counts a process's memory: `resident` or `physical-footprint`. The two are not compared.
  package static var memoryAccounting: String { unsafe String(cString: lab_memory_accounting()) }

  /// The version of the kernel; nil where the system does not say.
  package static var kernel: String? { unsafe SystemText.taking(lab_kernel()) }
}
